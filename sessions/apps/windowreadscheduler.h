// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/windowreader.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>

namespace Nightdesk
{
/// Schedules when changed windows of a program are read again: each window at most once in a fixed interval, and a
/// limited number at a time. Events of a window that changes constantly are deselected for a while. Owned by
/// WindowAgentProtocol, on AppWindowAgent's thread; reader and windows outlive it.
class WindowReadScheduler
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds readInterval{250};
    /// After this many property changes between two readings, a window's events are deselected until the next reading.
    static constexpr int maxChangesPerReading = 20;
    /// Limit of windows that are being read at the same time.
    static constexpr int maxParallelReadings = 64;

    WindowReadScheduler(WindowReader &reader, AppWindows &windows);

    /// Sets how windows are read: the events to select, and whether only WM_STATE makes a window the program's own.
    void setReadMode(std::uint32_t eventMask, bool needsWmState);
    void clear();
    void forgetWindow(XId window);

    void readWindow(XId window, Clock::time_point now);
    /// The window was mapped: reads it at once, or later if too many are being read.
    void handleMappedWindow(XId window, Clock::time_point now);
    /// A property of the window changed; false: the window is not being tracked.
    bool addPropertyChange(XId window);
    void requestTitle(XId window);
    void requestProperties(XId window);
    /// Reads the windows that are due. @p isUrgent: windows that need all properties are due at once.
    void readDueWindows(bool isUrgent, Clock::time_point now);
    bool isReading() const; ///< at least one window is being read
    std::optional<Clock::time_point> dueAt() const; ///< when readDueWindows() has work; empty: nothing to read, or replies have to arrive first

private:
    struct TrackedWindow {
        bool isReading = false;
        bool needsProperties = false;
        bool needsTitle = false;
        bool arePropertyEventsDeselected = false;
        int changeCount = 0; ///< number of property changes since the last reading
        Clock::time_point lastReadAt; ///< time when the window was last read
    };
    int readingCount() const;

    WindowReader &m_reader;
    AppWindows &m_windows;
    std::uint32_t m_eventMask = 0;
    bool m_needsWmState = false;
    std::map<XId, TrackedWindow> m_trackedWindows;
};
}
