// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/windowreadscheduler.h"

#include "sessions/base/waketime.h"

#include <algorithm>

namespace Nightdesk
{
WindowReadScheduler::WindowReadScheduler(WindowReader &reader, AppWindows &windows)
    : m_reader(reader)
    , m_windows(windows)
{
}

void WindowReadScheduler::setReadMode(std::uint32_t eventMask, bool needsWmState)
{
    m_eventMask = eventMask;
    m_needsWmState = needsWmState;
}

void WindowReadScheduler::clear()
{
    m_trackedWindows.clear();
}

void WindowReadScheduler::forgetWindow(XId window)
{
    m_trackedWindows.erase(window);
}

void WindowReadScheduler::readWindow(XId id, Clock::time_point now)
{
    TrackedWindow &watch = m_trackedWindows[id];
    if (watch.isReading) {
        watch.needsProperties = true;
        return;
    }
    watch = {.isReading = true, .lastReadAt = now};
    m_reader.readWindow(id, m_eventMask, m_needsWmState, [this, id] {
        if (!m_windows.find(id)) {
            m_trackedWindows.erase(id);
        } else if (const auto found = m_trackedWindows.find(id); found != m_trackedWindows.end()) {
            found->second.isReading = false;
        }
    });
}

void WindowReadScheduler::handleMappedWindow(XId id, Clock::time_point now)
{
    TrackedWindow &watch = m_trackedWindows[id];
    if (now < watch.lastReadAt + readInterval || readingCount() >= maxParallelReadings) {
        watch.needsProperties = true; // a window that is mapped repeatedly is read again later
    } else {
        readWindow(id, now);
    }
}

bool WindowReadScheduler::addPropertyChange(XId window)
{
    const auto found = m_trackedWindows.find(window);
    if (found == m_trackedWindows.end()) {
        return false;
    }
    TrackedWindow &watch = found->second;
    if (++watch.changeCount > maxChangesPerReading && !watch.arePropertyEventsDeselected) {
        watch.arePropertyEventsDeselected = true;
        watch.needsProperties = true; // reading the window also selects its events again
        m_reader.selectEvents(window, m_eventMask & ~XCB_EVENT_MASK_PROPERTY_CHANGE);
    }
    return true;
}

void WindowReadScheduler::requestTitle(XId window)
{
    m_trackedWindows[window].needsTitle = true;
}

void WindowReadScheduler::requestProperties(XId window)
{
    m_trackedWindows[window].needsProperties = true;
}

void WindowReadScheduler::readDueWindows(bool isUrgent, Clock::time_point now)
{
    int room = maxParallelReadings - readingCount();
    for (auto &[id, watch] : m_trackedWindows) {
        const bool isDue = now >= watch.lastReadAt + readInterval || (isUrgent && watch.needsProperties);
        if (watch.isReading || !(watch.needsProperties || watch.needsTitle) || !isDue) {
            continue;
        }
        if (--room < 0) {
            return; // the other windows are read when replies arrive
        }
        if (watch.needsProperties) {
            readWindow(id, now);
            continue;
        }
        watch = {.isReading = true, .lastReadAt = now};
        m_reader.readTitle(id, [this, id = id] {
            if (const auto found = m_trackedWindows.find(id); found != m_trackedWindows.end()) {
                found->second.isReading = false;
            }
        });
    }
}

bool WindowReadScheduler::isReading() const
{
    return readingCount() > 0;
}

int WindowReadScheduler::readingCount() const
{
    return static_cast<int>(std::ranges::count_if(m_trackedWindows, [](const auto &entry) {
        return entry.second.isReading;
    }));
}

std::optional<WindowReadScheduler::Clock::time_point> WindowReadScheduler::dueAt() const
{
    if (readingCount() >= maxParallelReadings) {
        return {}; // replies to earlier requests have to arrive first
    }
    std::optional<Clock::time_point> at;
    for (const auto &[id, watch] : m_trackedWindows) {
        if ((watch.needsProperties || watch.needsTitle) && !watch.isReading) {
            at = WakeTime::earliest({at, watch.lastReadAt + readInterval});
        }
    }
    return at;
}
}
