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
/// Whether the first image shows what the server displays now.
enum class FirstImageFreshness {
    NoImage, ///< no pixels have come yet
    MaybeOutdated, ///< an image came, but it may show what the server displayed when the last viewer was connected
    Current, ///< the image is the server's present one
};

enum class FirstImageFreshnessEvent {
    FirstPixelsCame,
    ServerIsNotX11vnc, ///< the server is not x11vnc: other servers send what they display now
    UnrequestedChange, ///< the server sent a change of its own accord after the complete image, so it reads its screen again
    WaitTimedOut, ///< no change came for so long that even a server that slept would have sent one
};

/// The transitions of FirstImageFreshness. Empty: the event has no effect in this state.
constexpr std::optional<FirstImageFreshness> nextState(FirstImageFreshness from, FirstImageFreshnessEvent on)
{
    constexpr StateTransition<FirstImageFreshness, FirstImageFreshnessEvent> steps[] = {
        {FirstImageFreshness::NoImage, FirstImageFreshnessEvent::FirstPixelsCame, FirstImageFreshness::MaybeOutdated},
        {FirstImageFreshness::NoImage, FirstImageFreshnessEvent::ServerIsNotX11vnc, FirstImageFreshness::Current},
        {FirstImageFreshness::MaybeOutdated, FirstImageFreshnessEvent::ServerIsNotX11vnc, FirstImageFreshness::Current},
        {FirstImageFreshness::MaybeOutdated, FirstImageFreshnessEvent::UnrequestedChange, FirstImageFreshness::Current},
        {FirstImageFreshness::MaybeOutdated, FirstImageFreshnessEvent::WaitTimedOut, FirstImageFreshness::Current},
    };
    return findStep(steps, from, on);
}

/// Decides whether the first image may be outdated, and when to wake a server that sleeps. x11vnc reads its screen only while a viewer is
/// connected. After a minute without one, it naps for 4 s before it sends changes (x11vnc 0.9.17, scan.c, nap_check; measured 4.0 s, 2026-11-22),
/// reads one message each 250 ms meanwhile, and keyboard or pointer input ends the nap. Owned by DesktopReader. Pure: the caller passes the time.
class FirstImageFreshnessChecker
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;

    /// An image without changes for this long and a round trip counts as current. Longer than the longest sleep of a server.
    static constexpr std::chrono::seconds maxServerSleep{5};
    /// How long to wait for a complete image: some servers never send a part of the desktop.
    static constexpr std::chrono::seconds maxWaitForCompleteImage{15};
    /// How many wake events follow each other closely at first. A wake event ends only one nap of x11vnc, and until it has sent an image, the next
    /// nap begins at once. Also, x11vnc reads a wake event only after the update requests before it.
    static constexpr int quickWakeEventCount = 6;
    static constexpr std::chrono::milliseconds quickWakeEventInterval{50}; ///< or a quarter of the round trip, if that is longer
    static constexpr std::chrono::milliseconds wakeEventInterval{300};
    static constexpr int maxWakeEventCount = 16; ///< with the intervals between them, this many take about as long as a nap of x11vnc
    /// x11vnc measures its network speed with changes in a corner of this size; these changes do not show that it reads its screen.
    static constexpr std::uint32_t speedTestCornerSide = 16;

    /// @p pixels: how many pixels were requested non-incrementally.
    void begin(std::uint64_t pixels, Time now);
    void noteServerIsNotX11vnc();
    void handleUpdateBegin();
    /// @p isRequested: these pixels may be the answer to a request for unchanged pixels too, so they do not prove a change.
    void noteRectPainted(const RfbWire::Rect &rect, bool isRequested);
    void handleUpdateEnd(Time now);

    /// Handles WaitTimedOut when it is due. @p roundTrip: to the server and back.
    void checkChangeTimeout(Time now, Clock::duration roundTrip);
    /// True: the server may sleep, and a wake event is due, which the caller sends.
    bool takeDueWakeEvent(Time now, Clock::duration roundTrip);
    bool mayBeOutdated() const;
    /// True: the image is known to be current. False: it may be outdated. Empty: the same as at the last call.
    std::optional<bool> takeFreshnessChange();
    /// When checkChangeTimeout() or takeDueWakeEvent() is due; empty: never.
    std::optional<Time> nextCheckDueAt(Clock::duration roundTrip) const;

private:
    bool mayNeedWakeEvent() const; ///< the server may sleep, and not all wake events were sent
    /// When the image counts as current although no change came; empty: no image has come.
    std::optional<Time> waitForChangeEndsAt(Clock::duration roundTrip) const;

    FirstImageFreshness m_state = FirstImageFreshness::NoImage;
    std::uint64_t m_missingPixels = 0; ///< pixels of the first image that have not come yet, approximately: pixels that come twice count twice
    bool m_wasCompleteBeforeUpdate = false; ///< all pixels of the first image had come when the present update began
    bool m_updateHasUnrequestedPixels = false; ///< the present update has a change that was not requested
    std::optional<Time> m_firstPixelsAt; ///< when the first pixels came
    std::optional<Time> m_firstImageCompleteAt;
    std::optional<Time> m_nextWakeEventDueAt; ///< when to send the next event that wakes a sleeping server; empty before begin()
    int m_sentWakeEventCount = 0;
    bool m_isReportedCurrent = true; ///< what takeFreshnessChange() returned last; the console assumes true at the start
};
}
