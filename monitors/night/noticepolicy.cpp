// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/night/noticepolicy.h"

#include <algorithm>

namespace Nightdesk
{
NoticePolicy::NoticePolicy() = default;

NoticePolicy::NoticePolicy(const ReportDelays &settling)
    : m_delays(settling)
{
}

void NoticePolicy::linkLost(const QString &link, const QString &host, Time now, bool isReconnecting)
{
    Link &entry = m_links[link];
    entry.host = host;
    entry.isReconnecting = isReconnecting;
    entry.liveAgainSince.reset();
    if (!entry.lostSince) {
        entry.lostSince = now;
        entry.wasSeenByUser = false;
    }
}

void NoticePolicy::linkRestored(const QString &link, Time now)
{
    const auto entry = m_links.find(link);
    if (entry == m_links.end()) {
        return;
    }
    entry->lostSince.reset();
    if (entry->isLossReported && !entry->liveAgainSince) {
        entry->liveAgainSince = now;
    }
}

void NoticePolicy::forget(const QString &link)
{
    m_links.remove(link);
}

void NoticePolicy::setQuestion(const QString &words, Time now)
{
    if (words.isEmpty()) {
        m_questionSince.reset();
        m_isQuestionReported = false;
    } else if (m_question.isEmpty()) {
        m_questionSince = now;
    }
    m_question = words;
}

void NoticePolicy::setUserLooking(bool isLooking, Time now)
{
    if (m_isUserLooking && !isLooking && !m_question.isEmpty() && !m_isQuestionReported) {
        m_questionSince = now; // the user left the console without answering the question
    }
    m_isUserLooking = isLooking;
}

QList<Notice> NoticePolicy::due(Time now)
{
    QList<Notice> notices;
    for (Link &link : m_links) {
        if (link.lostSince && !link.isLossReported && !link.wasSeenByUser && now - *link.lostSince >= m_delays.lossDelay) {
            link.wasSeenByUser = m_isUserLooking;
            link.isLossReported = !m_isUserLooking;
            if (link.isLossReported) {
                notices.append({link.isReconnecting ? Notice::Kind::Lost : Notice::Kind::Ended, link.host});
            }
        }
        if (link.liveAgainSince && now - *link.liveAgainSince >= m_delays.recoveryDelay) {
            link.liveAgainSince.reset();
            link.isLossReported = false;
            if (!m_isUserLooking) {
                notices.append({Notice::Kind::Recovered, link.host});
            }
        }
    }
    if (m_questionSince && !m_isUserLooking && !m_isQuestionReported && now - *m_questionSince >= m_delays.questionDelay) {
        m_questionSince.reset();
        m_isQuestionReported = true;
        notices.append({Notice::Kind::Needed, m_question});
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
        if (link.lostSince && !link.isLossReported && !link.wasSeenByUser) {
            consider(*link.lostSince + m_delays.lossDelay);
        }
        if (link.liveAgainSince) {
            consider(*link.liveAgainSince + m_delays.recoveryDelay);
        }
    }
    if (m_questionSince && !m_isUserLooking && !m_isQuestionReported) {
        consider(*m_questionSince + m_delays.questionDelay);
    }
    return next;
}
}
