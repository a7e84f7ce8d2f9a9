// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// StewardTalk's second half: what follows from what was heard.
#include "sessions/apps/stewardtalk.h"

#include <algorithm>

namespace Nightdesk
{
void StewardTalk::conclude()
{
    const bool isOpen = m_talk.stage() == XTalk::Stage::Open && !m_isLost;
    if (!isOpen) {
        const bool isHopeless = m_isLost || m_talk.stage() != XTalk::Stage::Setup;
        if (m_closeBy && (isHopeless || m_now >= *m_closeBy)) {
            m_closeBy.reset();
            m_news.cannotBeClosed();
        }
        return;
    }
    if (m_wantsSurvey && !m_isSurveying) {
        survey();
    }
    if (m_wantsList && !m_asksList) {
        askList();
    }
    readAgain();
    report();
    if (m_order == Order::Alone) {
        m_standIn.arrange(m_display, m_now);
    }
    const bool isAllRead = m_hasRead && !m_asksList && !m_isSurveying && readings() == 0;
    if (m_closeBy && (isAllRead || m_now >= *m_closeBy)) {
        m_closeBy.reset();
        closeNow();
    }
    if (m_settle.settles(m_now)) {
        m_news.settled();
    }
}

void StewardTalk::readAgain()
{
    int room = mostReadings - readings();
    for (auto &[id, watch] : m_watches) {
        const bool isDue = m_now >= watch.readAt + readPause || (m_closeBy && watch.wantsFacts);
        if (watch.isReading || !(watch.wantsFacts || watch.wantsTitle) || !isDue) {
            continue;
        }
        if (--room < 0) {
            return; // with the next answers
        }
        if (watch.wantsFacts) {
            read(id);
            continue;
        }
        watch = {.isReading = true, .readAt = m_now};
        m_reader.readTitle(id, [this, id = id] {
            if (const auto found = m_watches.find(id); found != m_watches.end()) {
                found->second.isReading = false;
            }
        });
    }
}

void StewardTalk::report()
{
    const std::vector<XId> ordinary = m_windows.ordinary();
    for (const XId id : ordinary) {
        if (m_met.size() < AppWindows::most && m_met.insert(id).second) {
            m_settle.mapped(id, true, m_now);
        }
    }
    const bool isAnyLeft = std::ranges::any_of(m_closing, [this](const auto &asked) {
        const AppWindow *window = m_windows.find(asked.first);
        return window && window->isOrdinary() && window->mappedAs == asked.second;
    });
    const bool isAnyNew = std::ranges::any_of(ordinary, [this](XId id) {
        const auto asked = m_closing.find(id);
        return asked == m_closing.end() || asked->second != m_windows.find(id)->mappedAs;
    });
    if (m_isClosing && isAnyLeft && isAnyNew) {
        m_isClosing = false;
        m_news.askedBack();
    }
    const XId main = m_windows.main();
    const AppWindow *window = m_windows.find(main);
    if (main != m_main) {
        m_main = main;
        m_wantsIcon = true;
        m_iconAt = {};
        if (window && m_order == Order::Listed && !m_isJoined) {
            maximize(*window);
        }
    }
    reportIcon(main);
    if (const QString title = window ? window->title : QString(); title != m_title) {
        m_title = title;
        m_news.title(title);
    }
    if (const int count = static_cast<int>(ordinary.size()); count != m_count) {
        m_count = count;
        m_news.windowCount(count);
    }
}

void StewardTalk::reportIcon(XId main)
{
    if (!m_wantsIcon || m_asksIcon || m_now < m_iconAt + 4 * readPause) {
        return;
    }
    m_wantsIcon = false;
    if (main == 0) {
        return; // the last one's stays: the next window is likely the same program's
    }
    m_asksIcon = true;
    m_iconAt = m_now;
    m_reader.readIcon(main, [this, main](const QList<QImage> &pictures) {
        m_asksIcon = false;
        if (main == m_main && (m_hasIcon || !pictures.isEmpty())) {
            m_hasIcon = !pictures.isEmpty();
            m_news.icon(pictures);
        }
    });
}

void StewardTalk::closeNow()
{
    // Those that a manager made icons of are not mapped, but are the program's all the same.
    std::vector<XId> wanted;
    for (const XId id : m_windows.ids()) {
        const AppWindow &window = *m_windows.find(id);
        const bool isThere = window.isOrdinary() || (m_order == Order::Listed && window.isKnown && !window.overrideRedirect);
        if (isThere && window.canBeAsked && !window.isDialog()) {
            wanted.push_back(id);
        }
    }
    const AppWindow *main = m_windows.find(m_windows.main());
    if (wanted.empty() && main && main->canBeAsked) {
        wanted.push_back(main->id); // a dialog is all there is
    }
    m_closing.clear();
    m_isClosing = !wanted.empty();
    if (wanted.empty()) {
        m_news.cannotBeClosed();
        return;
    }
    for (const XId id : m_windows.ordinary()) {
        m_closing[id] = m_windows.find(id)->mappedAs;
    }
    for (const XId id : wanted) {
        m_talk.tell(messageRequest(id, XCB_EVENT_MASK_NO_EVENT, id, m_atoms.wmProtocols, {m_atoms.wmDeleteWindow, XCB_CURRENT_TIME}));
    }
}

void StewardTalk::maximize(const AppWindow &window)
{
    if (window.isDialog() || !window.mostSize.isEmpty()) {
        return;
    }
    constexpr std::uint32_t add = 1;
    constexpr std::uint32_t byPerson = 2; // EWMH: as a pager would
    m_talk.tell(messageRequest(m_talk.screen().root,
                               XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT,
                               window.id,
                               m_atoms.netWmState,
                               {add, m_atoms.netWmStateMaximizedVert, m_atoms.netWmStateMaximizedHorz, byPerson}));
}
}
