// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/input/outbox.h"
#include "sessions/rfbworker/picture/encodingoffersender.h"
#include "sessions/rfbworker/picture/exactpixelmap.h"
#include "sessions/rfbworker/picture/qualitychooser.h"
#include "sessions/rfbworker/picture/qualityramp.h"
#include "sessions/rfbworker/picture/refinebudget.h"
#include "sessions/rfbworker/picture/refiner.h"
#include "sessions/rfbworker/picture/sharelimit.h"
#include "sessions/rfbworker/picture/updatemeter.h"
#include "sessions/rfbworker/picture/updaterequester.h"
#include "sessions/rfbworker/protocol/consolesink.h"
#include "sessions/rfbworker/protocol/counters.h"

#include <optional>

namespace Nightdesk::Rfb
{
/// Keeps a desktop's image as good as the path allows: offers the level that QualityChooser decides, requests exact pixels where Refiner says so,
/// and tells the console when the whole image is exact. Reader thread. Owned by DesktopReader.
class PictureQuality
{
public:
    using Clock = std::chrono::steady_clock;

    PictureQuality(Outbox &outbox, EncodingOfferSender &offers, UpdateRequester &requester, ConsoleSink &console, Counters &counters);

    /// Call once the server was offered the encodings that this quality starts with.
    void begin(RfbWire::Quality quality, bool colorMapped);
    void setQuality(RfbWire::Quality quality);
    void setView(const RfbWire::View &view);
    void setShare(const RfbWire::LinkShare &share);
    void handleResize(std::uint32_t width, std::uint32_t height);
    /// The first image is complete: offers the full quality, over a long path in steps.
    void firstImageCame(Clock::time_point now);

    /// @p bytesAtHand: how many bytes had come by then.
    void handleUpdateBegin(Clock::time_point now, std::uint64_t bytesAtHand);
    void noteRectPainted(const RfbWire::Rect &rect, bool exact);
    void noteCopiedRect(std::uint32_t fromX, std::uint32_t fromY, const RfbWire::Rect &to);
    /// @p lastWaitEndedAt: when bytes last came for which the reader had waited.
    void handleUpdateEnd(Clock::time_point now, std::uint64_t bytes, Clock::time_point lastWaitEndedAt);

    /// Sends due requests; returns when to call it again although nothing happens.
    std::optional<Clock::time_point> doDueWork(Clock::time_point now);
    /// Reports to the console whether the image is exact, if that has changed. Returns when to call it again; empty: not before a change.
    /// @p isShown: all received pixels are in the shared framebuffer.
    std::optional<Clock::time_point> reportExactState(bool isShown, Clock::time_point now);

private:
    void offerQuality();
    std::optional<Clock::time_point> advanceRamp(Clock::time_point now);
    std::optional<Clock::time_point> requestRefinement(Clock::time_point now);
    bool isPathSaturated(const UpdateMeter::Measurements &measurements, const PathFacts &facts);
    std::chrono::microseconds roundTrip(const PathFacts &facts) const;
    std::optional<double> measuredCapacity(const UpdateMeter::Measurements &measurements, const PathFacts &facts) const;
    /// The smaller of @p share, if set, and the rate that the ssh channel's window allows.
    std::optional<double> effectiveRateLimit(std::optional<double> share, const PathFacts &facts) const;
    void adjustLevel(Clock::time_point now, const PathFacts &facts);
    std::optional<Clock::duration> typingTimeLeft() const;
    std::optional<Clock::time_point> endTypingLimit(Clock::time_point now);
    void measureExactPixels(Clock::time_point now, std::uint64_t bytes);

    Outbox &m_outbox;
    EncodingOfferSender &m_offerSender;
    UpdateRequester &m_updateRequester;
    ConsoleSink &m_console;
    Counters &m_counters;
    QualityChooser m_qualityChooser;
    QualityRamp m_qualityRamp;
    RfbWire::Quality m_quality = RfbWire::Quality::High;
    UpdateMeter m_updateMeter;
    ExactPixelMap m_exactMap;
    Refiner m_refiner;
    RefineBudget m_refineBudget;
    LinkShareLimit m_linkShareLimit;
    ExactStateReporter m_exactReporter;
    RfbWire::View m_view;
    RfbWire::LinkShare m_linkShare;
    bool m_isColorMapped = false;
    bool m_isMostlyReceiving = false; ///< updates are being received nearly all the time
    bool m_isReadingUpdate = false; ///< an update is being read
    Clock::time_point m_updateBeganAt;
    std::uint64_t m_exactPixelsInUpdate = 0; ///< number of exact pixels in the present update
    std::uint64_t m_lossyPixelsInUpdate = 0;
    std::uint64_t m_movingPixelsInUpdate = 0; ///< those of the lossy pixels that belong to a moving image
    bool m_isReducedQualityUpdate = false; ///< the present update comes with less quality than m_qualityChooser's
    std::optional<Clock::time_point> m_lastReducedUpdateEndedAt; ///< end of the last update with less quality
    std::optional<Clock::time_point> m_lastLevelCheckAt;
    std::optional<double> m_pathCapacity; ///< capacity of the path in bytes per second, as last measured
    std::optional<RfbWire::Rect> m_openExactRequestRect; ///< open request for exact pixels
    bool m_wasExactRequestMeasured = false; ///< the capacity of the path was measured by the open request
    std::optional<Clock::time_point> m_motionSeenAt; ///< when moving pixels were last painted
    bool m_requestedPixelsCameLossy = false; ///< some pixels of m_openExactRequestRect came lossy
    Clock::time_point m_lastExactRequestAt;
    double m_videoPixelRate = 0; ///< pixels per second of the last video
    /// When a video was last seen. The time for which exact pixels were requested since then is added, because no video can be seen meanwhile.
    std::optional<Clock::time_point> m_videoSeenAt;
    std::optional<Clock::time_point> m_refineRetryAt;
};
}
