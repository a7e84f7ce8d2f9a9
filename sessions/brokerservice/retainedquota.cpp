// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/brokerservice/retainedquota.h"

#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

std::optional<QString> RetainedQuota::writerOf(const QString &topic)
{
    // Only the beginning of the topic is checked: a malicious writer may append anything that BoardTopics does not know.
    const QString own = topic.section(u'/', 3);
    if (own.startsWith("desk/"_L1)) {
        return own.section(u'/', 0, 2).replace(u'/', u'.');
    }
    if (own.startsWith("sa/"_L1)) {
        return own.section(u'/', 0, 1).replace(u'/', u'.');
    }
    return {};
}

std::optional<QString> RetainedQuota::countMessage(const QString &topic, qint64 size, Clock::time_point now)
{
    const auto writer = writerOf(topic);
    if (!writer) {
        return {};
    }
    RetainedTopics &kept = m_retainedByUser[*writer];
    kept.totalSize -= kept.topics.take(topic).size;
    if (size > 0) {
        const RetainedMessage entry{.size = size + topic.size() + topicOverhead, .countedAt = now};
        kept.topics.insert(topic, entry);
        kept.totalSize += entry.size;
    }
    if (kept.totalSize > maxBytesPerCredential) {
        kept.topics.removeIf([&](const std::pair<const QString &, RetainedMessage &> &one) {
            const bool isOld = now - one.second.countedAt > maxCountedAge;
            kept.totalSize -= isOld ? one.second.size : 0;
            return isOld;
        });
    }
    return kept.totalSize > maxBytesPerCredential ? writer : std::nullopt;
}

void RetainedQuota::forget(const QString &user)
{
    m_retainedByUser.remove(user);
}
}
