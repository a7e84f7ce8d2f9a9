// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/night/noticepolicy.h"

#include <algorithm>

namespace Nightdesk
{
NoticePolicy::NoticePolicy() = default;

NoticePolicy::NoticePolicy(const Settling &settling)
    : m_settling(settling)
{
}

void NoticePolicy::linkLost(const QString &link, const QString &host, Time now, bool isTried)
{
    Link &entry = m_links[link];
    entry.host = host;
    entry.isTried = isTried;
    entry.backSince.reset();
    if (!entry.lostSince) {
        entry.lostSince = now;
        entry.isSeen = false;
    }
}

void NoticePolicy::linkBack(const QString &link, Time now)
{
    const auto entry = m_links.find(link);
    if (entry == m_links.end()) {
        return;
    }
    entry->lostSince.reset();
    if (entry->isReported && !entry->backSince) {
        entry->backSince = now;
    }
}

void NoticePolicy::forget(const QString &link)
{
    m_links.remove(link);
}

void NoticePolicy::asked(const QString &words, Time now)
{
    if (words.isEmpty()) {
        m_askedSince.reset();
        m_isQuestionReported = false;
    } else if (m_words.isEmpty()) {
        m_askedSince = now;
    }
    m_words = words;
}

void NoticePolicy::setLooking(bool isLooking, Time now)
{
    if (m_isLooking && !isLooking && !m_words.isEmpty() && !m_isQuestionReported) {
        m_askedSince = now; // the user left the console without answering the question
    }
    m_isLooking = isLooking;
}

QList<Notice> NoticePolicy::due(Time now)
{
    QList<Notice> notices;
    for (Link &link : m_links) {
        if (link.lostSince && !link.isReported && !link.isSeen && now - *link.lostSince >= m_settling.lost) {
            link.isSeen = m_isLooking;
            link.isReported = !m_isLooking;
            if (link.isReported) {
                notices.append({link.isTried ? Notice::Kind::Lost : Notice::Kind::Ended, link.host});
            }
        }
        if (link.backSince && now - *link.backSince >= m_settling.recovery) {
            link.backSince.reset();
            link.isReported = false;
            if (!m_isLooking) {
                notices.append({Notice::Kind::Recovered, link.host});
            }
        }
    }
    if (m_askedSince && !m_isLooking && !m_isQuestionReported && now - *m_askedSince >= m_settling.question) {
        m_askedSince.reset();
        m_isQuestionReported = true;
        notices.append({Notice::Kind::Needed, m_words});
    }
    return notices;
}

std::optional<NoticePolicy::Time> NoticePolicy::next() const
{
    std::optional<Time> next;
    const auto consider = [&next](Time time) {
        next = next ? std::min(*next, time) : time;
    };
    for (const Link &link : m_links) {
        if (link.lostSince && !link.isReported && !link.isSeen) {
            consider(*link.lostSince + m_settling.lost);
        }
        if (link.backSince) {
            consider(*link.backSince + m_settling.recovery);
        }
    }
    if (m_askedSince && !m_isLooking && !m_isQuestionReported) {
        consider(*m_askedSince + m_settling.question);
    }
    return next;
}
}
