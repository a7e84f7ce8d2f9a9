// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/night/noticepolicy.h"

#include <algorithm>

namespace Nightdesk
{
NoticePolicy::NoticePolicy() = default;

NoticePolicy::NoticePolicy(const ReportDelays &settling)
    : m_reportDelays(settling)
{
}

void NoticePolicy::linkLost(const QString &link, const QString &host, Time now, bool isReconnecting)
{
    LinkNoticeState &entry = m_linkStates[link];
    entry.host = host;
    entry.isReconnecting = isReconnecting;
    entry.liveAgainSince.reset();
    if (!entry.lostSince) {
        entry.lostSince = now;
        entry.wasLossSeenByUser = false;
    }
}

void NoticePolicy::linkRestored(const QString &link, Time now)
{
    const auto entry = m_linkStates.find(link);
    if (entry == m_linkStates.end()) {
        return;
    }
    entry->lostSince.reset();
    if (entry->isLossReported && !entry->liveAgainSince) {
        entry->liveAgainSince = now;
    }
}

void NoticePolicy::forgetLink(const QString &link)
{
    m_linkStates.remove(link);
}

void NoticePolicy::setQuestion(const QString &words, Time now)
{
    if (words.isEmpty()) {
        m_questionDelayBegin.reset();
        m_isQuestionReported = false;
    } else if (m_openQuestion.isEmpty()) {
        m_questionDelayBegin = now;
    }
    m_openQuestion = words;
}

void NoticePolicy::setUserLookingAtConsole(bool isLooking, Time now)
{
    if (m_isUserLookingAtConsole && !isLooking && !m_openQuestion.isEmpty() && !m_isQuestionReported) {
        m_questionDelayBegin = now; // the user left the console without answering the question
    }
    m_isUserLookingAtConsole = isLooking;
}

QList<Notice> NoticePolicy::takeDueNotices(Time now)
{
    QList<Notice> notices;
    for (LinkNoticeState &link : m_linkStates) {
        if (link.lostSince && !link.isLossReported && !link.wasLossSeenByUser && now - *link.lostSince >= m_reportDelays.lossDelay) {
            link.wasLossSeenByUser = m_isUserLookingAtConsole;
            link.isLossReported = !m_isUserLookingAtConsole;
            if (link.isLossReported) {
                notices.append({link.isReconnecting ? Notice::Kind::Lost : Notice::Kind::LostForGood, link.host});
            }
        }
        if (link.liveAgainSince && now - *link.liveAgainSince >= m_reportDelays.recoveryDelay) {
            link.liveAgainSince.reset();
            link.isLossReported = false;
            if (!m_isUserLookingAtConsole) {
                notices.append({Notice::Kind::Recovered, link.host});
            }
        }
    }
    if (m_questionDelayBegin && !m_isUserLookingAtConsole && !m_isQuestionReported && now - *m_questionDelayBegin >= m_reportDelays.questionDelay) {
        m_questionDelayBegin.reset();
        m_isQuestionReported = true;
        notices.append({Notice::Kind::QuestionOpen, m_openQuestion});
    }
    return notices;
}

std::optional<NoticePolicy::Time> NoticePolicy::nextDueTime() const
{
    std::optional<Time> next;
    const auto consider = [&next](Time time) {
        next = next ? std::min(*next, time) : time;
    };
    for (const LinkNoticeState &link : m_linkStates) {
        if (link.lostSince && !link.isLossReported && !link.wasLossSeenByUser) {
            consider(*link.lostSince + m_reportDelays.lossDelay);
        }
        if (link.liveAgainSince) {
            consider(*link.liveAgainSince + m_reportDelays.recoveryDelay);
        }
    }
    if (m_questionDelayBegin && !m_isUserLookingAtConsole && !m_isQuestionReported) {
        consider(*m_questionDelayBegin + m_reportDelays.questionDelay);
    }
    return next;
}
}
