// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/windowreadings.h"

#include <algorithm>

namespace Nightdesk
{
WindowReadings::WindowReadings(WindowReader &reader, AppWindows &windows)
    : m_reader(reader)
    , m_windows(windows)
{
}

void WindowReadings::setReadMode(std::uint32_t eventMask, bool byState)
{
    m_eventMask = eventMask;
    m_byState = byState;
}

void WindowReadings::clear()
{
    m_watches.clear();
}

void WindowReadings::forget(XId window)
{
    m_watches.erase(window);
}

void WindowReadings::read(XId id, Clock::time_point now)
{
    Watch &watch = m_watches[id];
    if (watch.isReading) {
        watch.needsFacts = true;
        return;
    }
    watch = {.isReading = true, .readAt = now};
    m_reader.read(id, m_eventMask, m_byState, [this, id] {
        if (!m_windows.find(id)) {
            m_watches.erase(id);
        } else if (const auto found = m_watches.find(id); found != m_watches.end()) {
            found->second.isReading = false;
        }
    });
}

void WindowReadings::mapped(XId id, Clock::time_point now)
{
    Watch &watch = m_watches[id];
    if (now < watch.readAt + readPause || count() >= mostReadings) {
        watch.needsFacts = true; // a window that is mapped repeatedly is read again later
    } else {
        read(id, now);
    }
}

bool WindowReadings::noteChange(XId window)
{
    const auto found = m_watches.find(window);
    if (found == m_watches.end()) {
        return false;
    }
    Watch &watch = found->second;
    if (++watch.notices > mostNotices && !watch.areEventsDeselected) {
        watch.areEventsDeselected = true;
        watch.needsFacts = true; // the next reading of the window selects its events again
        m_reader.selectEvents(window, m_eventMask & ~XCB_EVENT_MASK_PROPERTY_CHANGE);
    }
    return true;
}

void WindowReadings::requestTitle(XId window)
{
    m_watches[window].needsTitle = true;
}

void WindowReadings::requestFacts(XId window)
{
    m_watches[window].needsFacts = true;
}

void WindowReadings::readDue(bool isUrgent, Clock::time_point now)
{
    int room = mostReadings - count();
    for (auto &[id, watch] : m_watches) {
        const bool isDue = now >= watch.readAt + readPause || (isUrgent && watch.needsFacts);
        if (watch.isReading || !(watch.needsFacts || watch.needsTitle) || !isDue) {
            continue;
        }
        if (--room < 0) {
            return; // the other windows are read when replies arrive
        }
        if (watch.needsFacts) {
            read(id, now);
            continue;
        }
        watch = {.isReading = true, .readAt = now};
        m_reader.readTitle(id, [this, id = id] {
            if (const auto found = m_watches.find(id); found != m_watches.end()) {
                found->second.isReading = false;
            }
        });
    }
}

bool WindowReadings::isReading() const
{
    return count() > 0;
}

int WindowReadings::count() const
{
    return static_cast<int>(std::ranges::count_if(m_watches, [](const auto &entry) {
        return entry.second.isReading;
    }));
}

std::optional<WindowReadings::Clock::time_point> WindowReadings::dueAt() const
{
    if (count() >= mostReadings) {
        return {}; // replies to earlier requests have to arrive first
    }
    std::optional<Clock::time_point> at;
    for (const auto &[id, watch] : m_watches) {
        if ((watch.needsFacts || watch.needsTitle) && !watch.isReading) {
            at = at ? std::min(*at, watch.readAt + readPause) : watch.readAt + readPause;
        }
    }
    return at;
}
}
