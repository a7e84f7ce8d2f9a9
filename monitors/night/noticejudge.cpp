// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/night/noticejudge.h"

#include <algorithm>

namespace Nightdesk
{
NoticeJudge::NoticeJudge() = default;

NoticeJudge::NoticeJudge(const Settling &settling)
    : m_settling(settling)
{
}

void NoticeJudge::linkLost(const QString &link, const QString &host, Time now, bool isTried)
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

void NoticeJudge::linkBack(const QString &link, Time now)
{
    const auto entry = m_links.find(link);
    if (entry == m_links.end()) {
        return;
    }
    entry->lostSince.reset();
    if (entry->isTold && !entry->backSince) {
        entry->backSince = now;
    }
}

void NoticeJudge::forget(const QString &link)
{
    m_links.remove(link);
}

void NoticeJudge::asked(const QString &words, Time now)
{
    if (words.isEmpty()) {
        m_askedSince.reset();
        m_isAskTold = false;
    } else if (m_words.isEmpty()) {
        m_askedSince = now;
    }
    m_words = words;
}

void NoticeJudge::setLooking(bool isLooking, Time now)
{
    if (m_isLooking && !isLooking && !m_words.isEmpty() && !m_isAskTold) {
        m_askedSince = now; // left without an answer
    }
    m_isLooking = isLooking;
}

QList<Notice> NoticeJudge::due(Time now)
{
    QList<Notice> notices;
    for (Link &link : m_links) {
        if (link.lostSince && !link.isTold && !link.isSeen && now - *link.lostSince >= m_settling.lost) {
            link.isSeen = m_isLooking;
            link.isTold = !m_isLooking;
            if (link.isTold) {
                notices.append({link.isTried ? Notice::Kind::Lost : Notice::Kind::Ended, link.host});
            }
        }
        if (link.backSince && now - *link.backSince >= m_settling.recovery) {
            link.backSince.reset();
            link.isTold = false;
            if (!m_isLooking) {
                notices.append({Notice::Kind::Recovered, link.host});
            }
        }
    }
    if (m_askedSince && !m_isLooking && !m_isAskTold && now - *m_askedSince >= m_settling.question) {
        m_askedSince.reset();
        m_isAskTold = true;
        notices.append({Notice::Kind::Needed, m_words});
    }
    return notices;
}

std::optional<NoticeJudge::Time> NoticeJudge::next() const
{
    std::optional<Time> next;
    const auto consider = [&next](Time time) {
        next = next ? std::min(*next, time) : time;
    };
    for (const Link &link : m_links) {
        if (link.lostSince && !link.isTold && !link.isSeen) {
            consider(*link.lostSince + m_settling.lost);
        }
        if (link.backSince) {
            consider(*link.backSince + m_settling.recovery);
        }
    }
    if (m_askedSince && !m_isLooking && !m_isAskTold) {
        consider(*m_askedSince + m_settling.question);
    }
    return next;
}
}
