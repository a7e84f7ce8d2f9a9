// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

#include <chrono>
#include <optional>

namespace Nightdesk::Rfb
{
/// Decides how updates are requested: one at a time (OneAtATime), ahead of the answers (AheadOfUpdates), or not at all while the server sends
/// continuously (Continuous). Pure: the caller passes the time. Owned by UpdateRequester.
class RequestModeChooser
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;
    using Duration = Clock::duration;

    /// At this round trip or a longer one, fences are not offered. Xvnc's congestion control, which needs fences, starts at 16 KiB a round trip and
    /// takes about twenty round trips to open up; without fences it has none, and the worker's own requests reach full speed sooner. Once the
    /// offer is withdrawn, it is not made again: Xvnc would count all data sent meanwhile as unacknowledged and send nothing for seconds.
    static constexpr std::chrono::milliseconds minRoundTripWithoutFences{40};
    /// After a failure, requests are sent one at a time for this long: the network may have been down. After
    /// maxFailures, requests are never sent ahead again.
    static constexpr std::chrono::seconds oneAtATimePeriodAfterFailure{60};
    static constexpr int maxFailures = 3;
    static constexpr std::chrono::minutes forgetFailuresAfter{10}; ///< failures are forgotten after this long without one
    struct Facts {
        bool needsAllUpdates = true; ///< the desktop is visible and needs all updates
        bool hasImage = false;
        bool isRateLimited = false; ///< the console limits the data rate of this desktop
        std::optional<Duration> roundTrip;
    };

    void noteFenceSupport();
    void noteContinuousUpdateSupport();
    /// The server's fences, or its continuous updates, do not work as specified.
    void noteFenceFailure();
    void noteContinuousUpdateFailure();
    /// The server stopped answering while requests were sent ahead of its answers.
    void noteAheadModeFailure(Time now);

    /// From now on fences are not offered to the server, because the path is long.
    void stopOfferingFences();

    bool mayRequestAhead(Time now) const;
    bool mayUseFences() const;
    bool mayUseContinuousUpdates() const;
    /// Fences must not be offered to the server any more.
    bool mustNotOfferFences() const;
    RfbWire::RequestMode chooseMode(Time now, const Facts &facts);

private:
    bool m_serverHasFences = false;
    bool m_serverHasContinuousUpdates = false;
    bool m_fencesFailed = false;
    bool m_continuousUpdatesFailed = false;
    int m_aheadModeFailureCount = 0;
    std::optional<Time> m_oneAtATimeUntil;
    bool m_mustNotOfferFences = false;
};
}
