// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/clipboard/cuttextreader.h"
#include "sessions/rfbworker/desktopextras.h"
#include "sessions/rfbworker/fencereader.h"
#include "sessions/rfbworker/input/outbox.h"
#include "sessions/rfbworker/picture/abilityreporter.h"
#include "sessions/rfbworker/picture/desktopsizer.h"
#include "sessions/rfbworker/picture/encodingoffersender.h"
#include "sessions/rfbworker/picture/picturepublisher.h"
#include "sessions/rfbworker/picture/picturequality.h"
#include "sessions/rfbworker/picture/rectdecoder.h"
#include "sessions/rfbworker/picture/updaterequester.h"
#include "sessions/rfbworker/pixelreader.h"
#include "sessions/rfbworker/protocol/consolesink.h"
#include "sessions/rfbworker/protocol/counters.h"
#include "sessions/rfbworker/protocol/firstimageage.h"
#include "sessions/rfbworker/protocol/rfblogin.h"
#include "sessions/rfbworker/protocol/rfbstream.h"
#include "sessions/rfbworker/protocol/serverliveness.h"

#include <expected>
#include <optional>

namespace Nightdesk::Rfb
{
/// Reads the server's messages after login (RFC 6143 §7.6, §7.7): checks every field and passes each rectangle of pixels to PixelReader. Rejects
/// encodings that were not offered. Reader thread. Owned by RfbSession.
class DesktopReader
{
public:
    DesktopReader(RfbStream &stream,
                  Outbox &outbox,
                  ClipboardExchange &clipboards,
                  ConsoleSink &console,
                  Counters &counters,
                  ServerLiveness &pulse,
                  RectDecoder &decoder);
    ~DesktopReader();

    /// Before ServerInit arrives: sends pixel format, encodings and a request for the desktop size of the last connection.
    void sendEarlyMessages(const RfbWire::RememberedServer &remembered, RfbWire::Quality quality);
    /// Repeats the update request of sendEarlyMessages(): Xvnc answers the first one only with its screen layout, without pixels.
    void repeatFirstUpdateRequest()
    {
        m_updateRequester.requestChangesAgain(RfbStream::Clock::now());
    }
    /// Whether the round trip is so long that further early requests are worth their bytes, and how often.
    const RequestsBeforeFirstImage &requestsBeforeFirstImage() const
    {
        return m_updateRequester.requestsBeforeFirstImage();
    }
    /// Starts the desktop: sends pixel format, encodings and the first request, unless sendEarlyMessages() has sent them.
    std::expected<void, SessionError> begin(const ServerInit &init, RfbWire::Quality quality);
    void setQuality(RfbWire::Quality quality);
    /// Passes on whether and where the console shows the desktop: hidden desktops need fewer updates.
    void setView(const RfbWire::View &view);
    /// Passes on the state of the ssh link, which determines how updates are requested.
    void setShare(const RfbWire::LinkShare &share);
    void requestSize(const RfbWire::RequestDesktopSize &size)
    {
        m_desktopSizer.requestSize(size.width, size.height);
    }
    /// Reads and handles one message of the server.
    std::expected<void, SessionError> readMessage();

    PicturePublisher &publisher()
    {
        return m_picturePublisher;
    }
    /// Publishes changed pixels to the console, and sends requests and reports, as far as they are due now. Returns when to call this again.
    std::optional<RfbStream::Clock::time_point> doDueWork();

private:
    using Result = std::expected<void, SessionError>;

    Result resize(std::uint32_t width, std::uint32_t height);
    Result readMessageOfType(std::uint8_t type);
    Result readUpdate();
    Result readRect(const RectHeader &rect);
    Result readPixels(const RectHeader &rect);
    Result readScreens(const RectHeader &rect);
    Result readColorMap();
    Result readCutText();
    Result readFence();
    bool pauseIfConsoleBehind();
    /// On a long path, requests the first image in a quality that TCP carries in few round trips; full quality follows. Passes the round trip to
    /// the requester.
    void beginWithQuickImage();
    /// Wakes a server that sleeps after its first image, and reports to the console when the age of that image is known.
    std::optional<RfbStream::Clock::time_point> checkFirstImageFreshness(RfbStream::Clock::time_point now);
    std::optional<RfbStream::Clock::time_point> sendSizeRequest(RfbStream::Clock::time_point now);

    RfbStream &m_rfbStream;
    Outbox &m_outbox;
    ConsoleSink &m_consoleSink;
    Counters &m_counters;
    ServerLiveness &m_liveness;
    RectDecoder &m_rectDecoder;
    PixelReader m_pixelReader;
    EncodingOfferSender m_encodingOfferSender;
    UpdateRequester m_updateRequester;
    PictureQuality m_pictureQuality;
    FirstImageFreshnessChecker m_firstImageFreshness;
    ServerAbilityReporter m_abilityReporter;
    DesktopAttributeReader m_desktopAttributeReader;
    DesktopSizer m_desktopSizer;
    PicturePublisher m_picturePublisher;
    ClipboardExchange &m_clipboardExchange;
    CutTextReader m_cutTextReader;
    FenceReader m_fenceReader;
    std::unique_ptr<Framebuffer> m_framebuffer;
    RfbWire::Quality m_requestedQuality = RfbWire::Quality::High;
    std::optional<RfbWire::RememberedServer> m_rememberedServer;
    RfbWire::LinkShare m_linkShare;
    std::uint64_t m_firstImagePixelsLeft = 0; ///< pixels of the first image that were not received yet
    bool m_isFirstImageMissing = true; ///< the first image has not come yet, and its time limit is not over
    RfbStream::Clock::time_point m_reducedQualityUntil;
    bool m_isDesktopStarted = false;
    bool m_isColorMapped = false;
    bool m_hasReceivedPixels = false; ///< pixels have come since the last change of the desktop's size
    /// Number of color map messages since the last change of the desktop's size, until the first pixels arrive.
    int m_colorMapMessagesBeforePixels = 0;
    bool m_supportsNineButtons = false;
};
}
