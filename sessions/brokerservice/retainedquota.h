// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Counts the retained bytes of each credential at the broker, in topics of which it may have any number (layouts, moves, notes, boards). mosquitto
/// limits only the total: without this quota, one credential could use up the memory of all others. Pure. Owned by PagerClient.
class RetainedQuota
{
public:
    using Clock = std::chrono::steady_clock;
    /// Maximum of bytes with one credential. The board of a support astronomer for 500 workstations with ten open
    /// windows leaves 3 MiB; a layout has some KiB.
    static constexpr qint64 maxBytesPerCredential = 8 * 1024 * 1024;
    /// Memory that mosquitto itself needs per topic, rounded up.
    static constexpr qint64 topicOverhead = 512;
    /// A message counts for this time after it was published. Messages that are valid longer are published again within this time, and counted again.
    static constexpr std::chrono::hours maxCountedAge{24};

    /// The user who may write to @p topic, because the topic is below the user's name: the name at the broker, as in BrokerUser::user(). Empty: the
    /// topic is not below the name of any user.
    static std::optional<QString> writerOf(const QString &topic);

    /// Counts a message of @p size bytes; an empty one deletes the retained message. Returns its writer, if that
    /// credential now has too many bytes.
    std::optional<QString> countMessage(const QString &topic, qint64 size, Clock::time_point now);
    void forget(const QString &user);

private:
    struct RetainedMessage {
        qint64 size = 0;
        Clock::time_point countedAt;
    };
    struct RetainedTopics {
        QHash<QString, RetainedMessage> topics;
        qint64 totalSize = 0;
    };
    QHash<QString, RetainedTopics> m_retainedByUser;
};
}
