// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/picture/continuousupdates.h"
#include "sessions/rfbworker/picture/earlyrequests.h"
#include "sessions/rfbworker/picture/encodingoffersender.h"
#include "sessions/rfbworker/picture/exactrequest.h"
#include "sessions/rfbworker/picture/pathprobe.h"
#include "sessions/rfbworker/picture/requestmodechooser.h"
#include "sessions/rfbworker/picture/requestpacer.h"
#include "sessions/rfbworker/protocol/counters.h"
#include "sessions/rfbworker/protocol/serverliveness.h"
#include "sessions/rfbworker/protocol/serverspeedtest.h"
#include "sessions/rfbworker/protocol/wholeimage.h"

#include <chrono>
#include <optional>

namespace Nightdesk::Rfb
{
/// Sends all requests for pixels: one at a time, ahead of the answers, or none while the server sends continuously, as RequestModeChooser and RequestPacer
/// decide from PathProbe's measurements; also requests exact pixels. Reader thread. Owned by DesktopReader.
class UpdateRequester
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;

    UpdateRequester(Outbox &outbox, EncodingOfferSender &offers, Counters &counters, ServerLiveness &pulse);

    /// Begins a connection, before anything is offered or requested. @p roundTrip of the link; 0: not known. Over a long path fences are not
    /// offered, and further requests follow the first one before its answer comes: otherwise later changes would come a round trip after the first
    /// image.
    void begin(Clock::duration roundTrip);
    const RequestsBeforeFirstImage &requestsBeforeFirstImage() const
    {
        return m_requestsBeforeFirstImage;
    }
    /// The desktop has this size now: the next request will be for the whole image. At the beginning, that is the request of start().
    void handleResize(std::uint32_t width, std::uint32_t height);
    /// Sends the first request, for the whole image.
    void start(std::uint32_t width, std::uint32_t height);
    void confirmStartSize(); ///< the size given to start() was right
    /// Requests changes once more: Xvnc answers the first request only with its screen layout.
    void requestChangesAgain(Time now);

    /// Call when a message of any kind begins or ends: the time to read the message does not count as the server's
    /// silence.
    void handleMessageBegin(Time now)
    {
        m_pathProbe.handleMessageBegin(now);
    }
    void handleMessageEnd(Time now)
    {
        m_pathProbe.handleMessageEnd(now);
    }
    /// Reading pauses because the console is behind, or resumes after such a pause.
    void noteReadingPaused(Time now)
    {
        m_readingPausedAt = now;
    }
    void noteReadingResumed(Time now);
    /// The server sent its color map, which changes the image of an 8-bit desktop. x11vnc reads its color map in every
    /// fourth cycle of its loop, and each request starts a cycle at once: with occasional requests it sends 15 maps a
    /// second, without them 12.
    void colorMapCame(Time now);
    void handleUpdateBegin(Time now);
    /// A rectangle of the present update came; @p isExact: its pixels are lossless.
    void rectCame(const RfbWire::Rect &rect, bool isExact);
    /// The server sent its screen layout, as it does in answer to a non-incremental request.
    void handleScreenLayout(Time now)
    {
        m_isScreenLayoutDue = false;
        m_pathProbe.handleScreenLayout(now);
    }
    /// Call when the screen layout has been offered to the server: it is requested as soon as that does not disturb the server.
    void requestScreenLayout()
    {
        m_isScreenLayoutDue = true;
    }
    /// @p rects: number of rectangles of any kind.
    void handleUpdateEnd(Time now, std::uint64_t bytes, std::uint32_t rects);
    /// The server announced the extended keys, as Xvnc does: such a server answers pixel requests at once.
    void notePixelRequestSupport();
    /// The server sent a fence request, so it supports fences.
    void noteFenceSupport(Time now);
    /// A fence came back, either PathProbe's or Heartbeat's.
    void fenceCameBack(std::uint64_t number, Time now);
    /// EndOfContinuousUpdates came: the server supports continuous updates, or has stopped them.
    void handleEndOfContinuousUpdates();

    void setView(const RfbWire::View &view);
    void setShare(const RfbWire::LinkShare &share);

    /// Requests exact pixels of @p rect. False: not now, for example while x11vnc measures its network speed or another such request is open.
    /// isExactRequestOpen() is true until the pixels have come or are given up. At first, other requests wait, since their pixels would come
    /// exact too. @p besideMotion: the desktop shows moving images too, which this holds up.
    bool requestExact(const RfbWire::Rect &rect, bool besideMotion, Time now);
    bool isExactRequestOpen() const
    {
        return m_exactRequest.isRequestOpen();
    }

    /// Does the due work; returns when to call it again although nothing happens.
    std::optional<Time> doDueWork(Time now);
    PathFacts pathFacts() const;

private:
    void sendUpdateRequest(bool incremental, const RfbWire::Rect &rect, Time now);
    std::optional<Time> requestBeforeFirstImageDueAt(Time now) const; ///< empty: none is due
    void requestWholeDesktop(bool incremental, Time now);
    bool mustEnterRequestMode(RfbWire::RequestMode mode) const;
    void enterRequestMode(RfbWire::RequestMode mode, Time now);
    void setContinuousUpdates(bool on);
    RequestModeChooser::Facts modeChooserFacts() const;
    /// The desktop is hidden or shown with one image a second, so updates are not requested all the time.
    bool isViewHiddenOrSlow() const
    {
        return m_view.visibility != RfbWire::Visibility::Visible;
    }
    void sendDueScreenLayoutRequest(Time now);
    void updateSpeedTestState(Time now);
    void prepareUpdateRequestAfterKeys(Time now); ///< sets the update request that Outbox sends after each key, or none
    void endExactRequest(ExactRequestEvent event, Time now);
    void sendDueRequest(Time now);
    void runPathProbe(Time now);
    void checkOverdueUpdates(Time now);
    Time continuousTestRequestDueAt() const; ///< when the test request during continuous updates is due
    std::optional<Time> nextChangeAt(Time now) const;

    Outbox &m_outbox;
    EncodingOfferSender &m_offerSender;
    Counters &m_counters;
    ServerLiveness &m_liveness;
    RequestPacer m_requestPacer;
    RequestModeChooser m_modeChooser;
    PathProbe m_pathProbe;
    RfbWire::RequestMode m_requestMode = RfbWire::RequestMode::OneAtATime;
    RfbWire::View m_view;
    RfbWire::LinkShare m_linkShare;
    RfbWire::Rect m_desktopRect;
    WholeImage m_wholeImage;
    bool m_isScreenLayoutDue = false; ///< the screen layout has to be requested
    RequestsBeforeFirstImage m_requestsBeforeFirstImage;
    ContinuousUpdates m_continuousUpdates;
    bool m_isUpdateRequestedAfterKeys = false; ///< Outbox sends an update request after each key
    RfbWire::Rect m_rectRequestedAfterKeys; ///< area of the requests that follow a key
    Time m_lastUpdateRequestAt;
    bool m_isRequestOpen = false; ///< a request is open: no update has come since
    Time m_updateBeganAt; ///< when the update that is being read, or the last one, began
    bool m_currentUpdateHasPixels = false; ///< the update that began at m_updateBeganAt contains pixels
    Time m_lastUpdateEndedAt;
    std::optional<Time> m_readingPausedAt;
    Time m_readingResumedAt; ///< when reading continued after a pause
    unsigned m_consecutiveEmptyUpdates = 0; ///< empty updates in a row
    ExactRequest m_exactRequest;
    ServerSpeedTest m_speedTest;
};
}
