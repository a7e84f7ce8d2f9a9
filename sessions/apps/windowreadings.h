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
/// When the windows of a program are read again after they changed: each at most every readPause, so many at a time, and a window that
/// changes without end is not listened to for a while. Owned by WindowAgentProtocol, on AppWindowAgent's thread; reader and windows outlive it.
class WindowReadings
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds readPause{250};
    /// Who changes its properties more often than this between two readings is not listened to until the next.
    static constexpr int mostNotices = 20;
    /// So many windows at most are read at a time; others wait their turn.
    static constexpr int mostReadings = 64;

    WindowReadings(WindowReader &reader, AppWindows &windows);

    /// How windows are read from now on: the events that are to be informed of them, and whether WM_STATE makes them the program's own.
    void setManner(std::uint32_t eventMask, bool byState);
    void clear();
    void forget(XId window);

    void read(XId window, Clock::time_point now);
    /// It was mapped: at once, or with the next answers.
    void mapped(XId window, Clock::time_point now);
    /// A property of it changed; false: nobody reads it.
    bool noteChange(XId window);
    void requestTitle(XId window);
    void requestFacts(XId window);
    /// Reads what is due. @p isUrgent: what somebody waits for is due at once.
    void readDue(bool isUrgent, Clock::time_point now);
    bool isReading() const; ///< any
    std::optional<Clock::time_point> dueAt() const; ///< empty: nothing is to be read, or answers are to be waited for

private:
    struct Watch {
        bool isReading = false;
        bool needsFacts = false;
        bool needsTitle = false;
        bool isDeaf = false;
        int notices = 0; ///< since the last reading
        Clock::time_point readAt; ///< the last time
    };
    int count() const;

    WindowReader &m_reader;
    AppWindows &m_windows;
    std::uint32_t m_eventMask = 0;
    bool m_byState = false;
    std::map<XId, Watch> m_watches;
};
}
