// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokercredential.h"

#include <QHash>
#include <QString>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// How much each credential has left at the broker below topics of which it may have any number (layouts, moves, notes, boards).
/// mosquitto limits what it keeps of all together, and nothing of one: without this a single credential takes what all others need. Pure.
/// Owned by PagerClient.
class KeptQuota
{
public:
    using Clock = std::chrono::steady_clock;
    /// Of one credential. A board of 500 workstations with ten windows open leaves 3 MiB; a layout has some KiB.
    static constexpr qint64 mostOfOne = 8 * 1024 * 1024;
    /// What mosquitto itself needs for a topic, rounded up.
    static constexpr qint64 overhead = 512;
    /// After that it does not count: what is meant to stay is published again.
    static constexpr std::chrono::hours memory{24};

    struct Writer {
        BrokerRole role = BrokerRole::Desk;
        QString name;
        bool operator==(const Writer &) const = default;
    };
    /// The access list lets nobody else write there. Empty: the topic is not below a credential's name.
    static std::optional<Writer> writerOf(const QString &topic);

    /// A message came, of @p size bytes; an empty one takes back what was kept. Returns its writer, if that has too much now.
    std::optional<Writer> countMessage(const QString &topic, qint64 size, Clock::time_point now);
    void forget(const Writer &writer);

private:
    struct Entry {
        qint64 size = 0;
        Clock::time_point at;
    };
    struct Kept {
        QHash<QString, Entry> topics;
        qint64 sum = 0;
    };
    QHash<Writer, Kept> m_kept;
};

inline size_t qHash(const KeptQuota::Writer &writer, size_t seed = 0)
{
    return qHashMulti(seed, static_cast<int>(writer.role), writer.name);
}
}
