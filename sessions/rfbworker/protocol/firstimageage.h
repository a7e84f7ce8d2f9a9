// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"
#include "sessions/rfbwire/messages.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace Nightdesk::Rfb
{
enum class FirstImageAgeKnowledge {
    NoImage, ///< no pixels have come yet
    Unknown, ///< an image came, but it may be as old as the last viewer's session
    Known, ///< the image is the server's present one
};

enum class FirstImageAgeEvent {
    FirstPixelsCame,
    ServerIsNotX11vnc, ///< such a server reads its screen before it answers
    UnrequestedChange, ///< an update came that was not requested: the server reads its screen
    WaitTimedOut, ///< even a server that polls its screen would have found a change by now
};

/// The transitions of FirstImageAgeKnowledge. Empty: the event has no effect in this state.
constexpr std::optional<FirstImageAgeKnowledge> nextState(FirstImageAgeKnowledge from, FirstImageAgeEvent on)
{
    constexpr StateStep<FirstImageAgeKnowledge, FirstImageAgeEvent> steps[] = {
        {FirstImageAgeKnowledge::NoImage, FirstImageAgeEvent::FirstPixelsCame, FirstImageAgeKnowledge::Unknown},
        {FirstImageAgeKnowledge::NoImage, FirstImageAgeEvent::ServerIsNotX11vnc, FirstImageAgeKnowledge::Known},
        {FirstImageAgeKnowledge::Unknown, FirstImageAgeEvent::ServerIsNotX11vnc, FirstImageAgeKnowledge::Known},
        {FirstImageAgeKnowledge::Unknown, FirstImageAgeEvent::UnrequestedChange, FirstImageAgeKnowledge::Known},
        {FirstImageAgeKnowledge::Unknown, FirstImageAgeEvent::WaitTimedOut, FirstImageAgeKnowledge::Known},
    };
    return findStep(steps, from, on);
}

/// Decides whether the age of the first image is known, and when to wake a server that sleeps. x11vnc reads its screen only while a viewer is
/// connected. After a minute without one, it naps for 4 s before it sends changes (x11vnc 0.9.17, scan.c, nap_check; measured 4.0 s, 2026-11-22),
/// reads one message each 250 ms meanwhile, and keyboard or pointer input ends the nap. Owned by DesktopReader. Pure: the caller passes the time.
class FirstImageAge
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;

    /// Longest time that a server sleeps, with a reserve. Counted from the complete image, in addition to a round trip.
    static constexpr std::chrono::seconds maxServerSleep{5};
    /// How long to wait for a complete image: some servers never send a part of the desktop.
    static constexpr std::chrono::seconds maxWaitForCompleteImage{15};
    /// At first, wake events follow each other closely: each ends one nap, the next nap begins at once until the server has sent an image, and
    /// update requests that came before a wake event delay it.
    static constexpr int quickServerWakeCount = 6;
    static constexpr std::chrono::milliseconds quickServerWakeInterval{50}; ///< over a long path a quarter of the round trip
    static constexpr std::chrono::milliseconds serverWakeInterval{300};
    static constexpr int maxServerWakeCount = 16; ///< for the length of a nap
    /// x11vnc measures its network speed with changes in a corner of this size; these changes do not show that it reads its screen.
    static constexpr std::uint32_t speedTestCornerSide = 16;

    /// @p pixels: how many pixels were requested non-incrementally.
    void begin(std::uint64_t pixels, Time now);
    void noteServerIsNotX11vnc();
    void handleUpdateBegin();
    /// @p isRequested: the rectangle may have been requested non-incrementally.
    void noteRectPainted(const RfbWire::Rect &rect, bool isRequested);
    void handleUpdateEnd(Time now);

    /// Handles WaitTimedOut when it is due. @p roundTrip: to the server and back.
    void checkAgeTimeout(Time now, Clock::duration roundTrip);
    /// True: the server may sleep, and a wake event is due, which the caller sends.
    bool takeDueServerWake(Time now, Clock::duration roundTrip);
    bool isAgeUnknown() const;
    /// Whether the age is known, if that has changed since the last call.
    std::optional<bool> takeAgeChange();
    /// When checkAgeTimeout() or takeDueServerWake() is due; empty: never.
    std::optional<Time> nextCheckDueAt(Clock::duration roundTrip) const;

private:
    void handle(FirstImageAgeEvent event);
    bool mayWakeServer() const;
    /// When the wait for a change ends; empty: no image has come.
    std::optional<Time> ageTimeoutAt(Clock::duration roundTrip) const;

    FirstImageAgeKnowledge m_state = FirstImageAgeKnowledge::NoImage;
    std::uint64_t m_missingPixels = 0; ///< missing pixels of the image, approximately: pixels that come twice count twice
    bool m_wasCompleteBeforeUpdate = false; ///< the image was complete when the present update began
    bool m_updateHasUnrequestedPixels = false; ///< the present update has a change that was not requested
    std::optional<Time> m_firstPixelsAt; ///< when the first pixels came
    std::optional<Time> m_firstImageCompleteAt;
    std::optional<Time> m_nextServerWakeAt; ///< empty: begin() was not called
    int m_serverWakeCount = 0; ///< number of wake events sent
    bool m_reportedAgeKnown = true; ///< last reported value; the console assumes true at the start
};
}
