// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

#include <chrono>
#include <optional>

namespace Nightdesk::Rfb
{
/// Decides how pictures are asked for: one at a time (Stock), ahead of the answers, or not at all, as the server sends by itself
/// (Continuous). Pure: the time comes in. Owned by UpdateRequester.
class WayChooser
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;
    using Duration = Clock::duration;

    /// Xvnc's congestion control, which lives by fences, starts at 16 KiB a round trip and needs about twenty of these to open up;
    /// without fences there is none, and our own requests are there sooner. What has been withdrawn stays so: it goes on to reckon what
    /// was sent meanwhile as waiting, and offered fences again it sends nothing for seconds.
    static constexpr std::chrono::milliseconds longRoundTrip{40};
    /// A server that fell silent may have been cut off, which is not its fault; one that does it again and again is not asked so.
    static constexpr std::chrono::seconds stockAfterFailure{60};
    static constexpr int mostFailures = 3;
    static constexpr std::chrono::minutes forgiveAfter{10}; ///< without a failure
    struct Facts {
        bool isSeen = true; ///< all updates are wanted
        bool hasPicture = false;
        bool isLimited = false; ///< what comes is to be less than the server would send
        std::optional<Duration> roundTrip;
    };

    void serverHasFences();
    void serverHasContinuous();
    /// Its fences, or its continuous updates, do not do what they promise.
    void fencesFailed();
    void continuousFailed();
    /// It did not bear requests ahead of its answers.
    void aheadFailed(Time now);

    /// Fences are never offered: the server is so far away.
    void setFar();

    bool mayAskAhead(Time now) const;
    bool mayUseFences() const;
    bool mayUseContinuous() const;
    /// Fences are not to be offered any more.
    bool withdrawsFences() const;
    RfbWire::AskingWay choose(Time now, const Facts &facts);

private:
    bool m_fences = false;
    bool m_continuous = false;
    bool m_fencesFailed = false;
    bool m_continuousFailed = false;
    int m_aheadFailures = 0;
    std::optional<Time> m_stockUntil;
    bool m_withdraws = false;
};
}
