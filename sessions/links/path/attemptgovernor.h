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
/// At most one new connection a second to one place, for all links of the process together. OpenSSH 10 answers 23 attempts
/// at 3 a second with 17 s of refusal (PerSourcePenalties), 40 at 1 a second never. Any thread. One per process.
class AttemptGovernor
{
public:
    static constexpr std::chrono::milliseconds spacing{1000};
    /// So many may wait for an answer at one place at once. More would reach a slow host in one bunch.
    static constexpr int unansweredLimit = 3;

    /// The process's own.
    static AttemptGovernor &instance();

    /// Reserves the next free moment for @p place ("host:port", with the way there where it is not direct) and returns it;
    /// the caller waits until then. Never earlier than @p now.
    std::chrono::steady_clock::time_point reserve(const QString &place, std::chrono::steady_clock::time_point now);

    /// An attempt that waits for its answer, for as long as the caller keeps what it gets. Null: as many wait there as may;
    /// reserve another moment. This object must outlive it.
    std::shared_ptr<void> begin(const QString &place);

private:
    void end(const QString &place);

    std::mutex m_mutex;
    QHash<QString, std::chrono::steady_clock::time_point> m_last;
    QHash<QString, int> m_unanswered;
};
}
