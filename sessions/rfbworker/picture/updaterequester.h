// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/picture/continuousupdates.h"
#include "sessions/rfbworker/picture/deliveryprobe.h"
#include "sessions/rfbworker/picture/earlyrequests.h"
#include "sessions/rfbworker/picture/exactrequest.h"
#include "sessions/rfbworker/picture/offersender.h"
#include "sessions/rfbworker/picture/requestpacer.h"
#include "sessions/rfbworker/picture/waychooser.h"
#include "sessions/rfbworker/protocol/counters.h"
#include "sessions/rfbworker/protocol/linemeasure.h"
#include "sessions/rfbworker/protocol/pulse.h"
#include "sessions/rfbworker/protocol/wholeimage.h"

#include <chrono>
#include <optional>

namespace Nightdesk::Rfb
{
/// Owns every request for pixels: asks one at a time, ahead of the answers, or lets the server send by itself, as WayChooser and
/// RequestPacer decide by what DeliveryProbe measures; asks for exact pixels where these are wanted. Reader thread. Owned by DesktopReader.
class UpdateRequester
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;

    UpdateRequester(Outbox &outbox, OfferSender &offers, Counters &counters, Pulse &pulse);

    /// Of a connection, before anything is offered or asked; @p roundTrip: of the link; 0: not known. Over a long way fences are not offered,
    /// and requests follow the first one before its answer is here: what is drawn next would come a round trip after the first image.
    void begin(Clock::duration roundTrip);
    bool isFar() const; ///< begin() was told so
    /// The desktop has this size now: the next request is for everything. Before the first update: one more goes with start().
    void resized(std::uint32_t width, std::uint32_t height);
    /// The first request, for everything.
    void start(std::uint32_t width, std::uint32_t height);
    void confirmStart(); ///< start() was right: the desktop has that size
    /// One more, for what has changed: Xvnc answers the first with its screens alone.
    void requestMore(Time now);

    /// A message of any kind is being read: it may take as long as its bytes do, which says nothing of the server.
    void messageBegins(Time now);
    void messageEnds(Time now);
    /// Nothing was read for a while, because of the console.
    void pauses(Time now);
    void goesOn(Time now);
    /// The server told of its colors: an image too, for an 8-bit desktop. x11vnc looks at its color map at every fourth turn, and each
    /// request makes it turn at once: one of them a while brings 15 maps a second, none 12.
    void coloursCame(Time now);
    void updateBegins(Time now);
    /// Of the update that is being read; @p isExact: its pixels are the server's own.
    void rectCame(const RfbWire::Rect &rect, bool isExact);
    /// The server tells of its screens by itself: the answer to a request that was not incremental.
    void screensCame(Time now);
    /// @p rects: of any kind.
    void updateEnds(Time now, std::uint64_t bytes, std::uint32_t rects);
    /// The server told that it has the extended keys, as Xvnc does: it answers for a pixel at once.
    void answersPixels();
    /// The server asked with a fence, so it has them.
    void serverHasFences(Time now);
    /// A fence of ours is back, the probe's or the Heartbeat's.
    void fenceCameBack(std::uint64_t number, Time now);
    /// EndOfContinuousUpdates: it knows them, or has stopped.
    void continuousEnded();

    void setView(const RfbWire::View &view);
    void setShare(const RfbWire::LinkShare &share);

    /// Asks for exact pixels of @p rect; false: not now, as while x11vnc measures its line. One at a time: isAskingExact() until they have come, or it gave up.
    /// Meanwhile the rest goes on, but for as long as the server needs to send them: what it sent then would be exact too.
    bool askExact(const RfbWire::Rect &rect, Time now);
    bool isAskingExact() const;

    /// Does what is due; says when to be called again though nothing happens.
    std::optional<Time> doDueWork(Time now);
    DeliveryFacts facts() const;

private:
    void request(bool incremental, const RfbWire::Rect &rect, Time now);
    std::optional<Time> earlyDueAt(Time now) const; ///< of a request that does not wait for the first image
    void requestAll(bool incremental, Time now);
    bool mustEnter(RfbWire::AskingWay way) const;
    void enter(RfbWire::AskingWay way, Time now);
    void setContinuous(bool on);
    WayChooser::Facts chooserFacts() const;
    bool isHeld() const; ///< updates are not wanted all the time
    void watchMeasure(Time now);
    void followKeys(Time now); ///< says whether requests are to follow a key
    void endExact(ExactEvent event, Time now);
    void askDue(Time now);
    void watchProbe(Time now);
    void watchPromises(Time now);
    Time safetyDueAt() const; ///< while updates are continuous
    std::optional<Time> nextChange(Time now) const;

    Outbox &m_outbox;
    OfferSender &m_offers;
    Counters &m_counters;
    Pulse &m_pulse;
    RequestPacer m_pacer;
    WayChooser m_chooser;
    DeliveryProbe m_probe;
    RfbWire::AskingWay m_way = RfbWire::AskingWay::Stock;
    RfbWire::View m_view;
    RfbWire::LinkShare m_share;
    RfbWire::Rect m_all;
    WholeImage m_image;
    EarlyRequests m_early;
    ContinuousUpdates m_continuous;
    bool m_followsKeys = false;
    RfbWire::Rect m_keyRect; ///< what they ask for
    Time m_askedAt;
    bool m_requestIsOut = false; ///< no update has come since
    // The update that is being read:
    Time m_updateBegan;
    bool m_updateHasPixels = false;
    Time m_updateEnded;
    std::optional<Time> m_pausedAt;
    Time m_wentOnAt; ///< after a pause
    unsigned m_emptyUpdates = 0; ///< in a row
    ExactRequest m_exact;
    LineMeasure m_measure;
};
}
