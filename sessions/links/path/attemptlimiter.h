// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>

#include <chrono>
#include <memory>
#include <mutex>

namespace Nightdesk
{
/// Limits new connections to one a second to each place, for all links of the process together. OpenSSH 10 answers 23
/// attempts at 3 a second with 17 s of refusal (PerSourcePenalties), but accepts 40 at 1 a second. Any thread. One per
/// process.
class AttemptLimiter
{
public:
    static constexpr std::chrono::milliseconds minAttemptInterval{1000};
    /// Maximum number of attempts at one place that wait for an answer. More attempts would reach a slow host all at
    /// the same time.
    static constexpr int maxUnansweredAttempts = 3;

    /// The instance of this process.
    static AttemptLimiter &instance();

    /// Reserves the next free time for an attempt at @p place ("host:port", plus the hops if it is not direct) and
    /// returns that time. The caller waits until then. Never earlier than @p now.
    std::chrono::steady_clock::time_point reserveAttemptTime(const QString &place, std::chrono::steady_clock::time_point now);

    /// Counts an attempt that waits for its answer, as long as the caller holds the returned object. Null: the limit for this place is reached;
    /// reserve another time. This object must outlive the returned one.
    std::shared_ptr<void> beginAttempt(const QString &place);

private:
    void endAttempt(const QString &place);

    std::mutex m_mutex;
    QHash<QString, std::chrono::steady_clock::time_point> m_lastReservedTimeByPlace;
    QHash<QString, int> m_unansweredCounts;
};
}
