// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/counters.h"
#include "sessions/rfbworker/deliveryfacts.h"
#include "sessions/rfbworker/offersender.h"

#include <chrono>
#include <optional>

namespace Nightdesk::Rfb
{
/// Owns every request for pixels: asks after each update, and for exact pixels where these are wanted. Reader thread.
class PictureAsker
{
public:
    using Clock = std::chrono::steady_clock;

    PictureAsker(Outbox &outbox, OfferSender &offers, Counters &counters);

    /// The desktop has this size now: the next request is for everything. Before the first update: one more goes with start().
    void resized(std::uint32_t width, std::uint32_t height);
    /// The first request, for everything.
    void start(std::uint32_t width, std::uint32_t height);
    /// start() was right: the desktop is as large as that.
    void foresaw();
    /// One more, for what has changed: Xvnc answers the first with its screens alone.
    void askAgain();

    void updateBegins(Clock::time_point now);
    /// Of the update that is being read; @p isExact: its pixels are the server's own.
    void rectCame(const RfbWire::Rect &rect, bool isExact);
    void updateEnds(Clock::time_point now, std::uint64_t bytes);

    void setView(const RfbWire::View &view);
    void setShare(const RfbWire::LinkShare &share);

    /// Asks for exact pixels of @p rect; false: not now. One at a time: isAskingExact() until they have come, or it gave up.
    bool askExact(const RfbWire::Rect &rect, Clock::time_point now);
    bool isAskingExact() const;

    /// Does what is due; says when to be called again though nothing happens.
    std::optional<Clock::time_point> attend(Clock::time_point now);
    DeliveryFacts facts() const;

private:
    void request(bool incremental, const RfbWire::Rect &rect);
    void endExact();

    Outbox &m_outbox;
    OfferSender &m_offers;
    Counters &m_counters;
    RfbWire::Rect m_all;
    bool m_wantsAll = false; ///< the next request is for everything
    struct Exact {
        RfbWire::Rect rect;
        std::uint64_t pixelsLeft = 0; ///< that did not come yet, about: what comes twice counts twice
        Clock::time_point giveUpAt;
    };
    std::optional<Exact> m_exact;
};
}
