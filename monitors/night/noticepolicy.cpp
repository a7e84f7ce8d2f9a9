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
    if (isReconnecting) {
        entry.endedSince.reset();
    } else if (entry.isReconnecting && (entry.isLossReported || (entry.lostSince && entry.wasLossSeenByUser))) {
        entry.endedSince = now; // the user still believes that the link comes back by itself
    }
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
    entry->endedSince.reset();
    if (entry->isLossReported && !entry->liveAgainSince) {
        entry->liveAgainSince = now;
    }
}

void NoticePolicy::forgetLink(const QString &link)
{
    m_linkStates.remove(link);
}

void NoticePolicy::setQuestion(const QString &questionText, Time now)
{
    if (questionText.isEmpty()) {
        m_unansweredSince.reset();
        m_isQuestionReported = false;
    } else if (m_openQuestion.isEmpty()) {
        m_unansweredSince = now;
    }
    m_openQuestion = questionText;
}

void NoticePolicy::setUserLookingAtConsole(bool isLooking, Time now)
{
    if (m_isUserLookingAtConsole && !isLooking && !m_openQuestion.isEmpty() && !m_isQuestionReported) {
        m_unansweredSince = now; // the report is due some seconds after the user stopped looking at the console
    }
    m_isUserLookingAtConsole = isLooking;
}

QList<Notice> NoticePolicy::takeDueNotices(Time now)
{
    QList<Notice> notices;
    for (LinkNoticeState &link : m_linkStates) {
        if (link.lostSince && !link.isLossReported && !link.wasLossSeenByUser && now - *link.lostSince >= m_reportDelays.lossReportDelay) {
            link.wasLossSeenByUser = m_isUserLookingAtConsole;
            link.isLossReported = !m_isUserLookingAtConsole;
            if (link.isLossReported) {
                notices.append({link.isReconnecting ? Notice::Kind::Lost : Notice::Kind::LostForGood, link.host});
            }
        }
        if (link.endedSince && now - *link.endedSince >= m_reportDelays.lossReportDelay) {
            link.endedSince.reset();
            if (!m_isUserLookingAtConsole) {
                link.isLossReported = true;
                notices.append({Notice::Kind::LostForGood, link.host});
            }
        }
        if (link.liveAgainSince && now - *link.liveAgainSince >= m_reportDelays.recoveryReportDelay) {
            link.liveAgainSince.reset();
            link.isLossReported = false;
            if (!m_isUserLookingAtConsole) {
                notices.append({Notice::Kind::Recovered, link.host});
            }
        }
    }
    if (m_unansweredSince && !m_isUserLookingAtConsole && !m_isQuestionReported && now - *m_unansweredSince >= m_reportDelays.questionReportDelay) {
        m_unansweredSince.reset();
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
            consider(*link.lostSince + m_reportDelays.lossReportDelay);
        }
        if (link.endedSince) {
            consider(*link.endedSince + m_reportDelays.lossReportDelay);
        }
        if (link.liveAgainSince) {
            consider(*link.liveAgainSince + m_reportDelays.recoveryReportDelay);
        }
    }
    if (m_unansweredSince && !m_isUserLookingAtConsole && !m_isQuestionReported) {
        consider(*m_unansweredSince + m_reportDelays.questionReportDelay);
    }
    return next;
}
}
