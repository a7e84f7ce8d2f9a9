// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/clipboard/cuttextreader.h"
#include "sessions/rfbworker/desktopextras.h"
#include "sessions/rfbworker/fencereader.h"
#include "sessions/rfbworker/input/outbox.h"
#include "sessions/rfbworker/picture/desktopsizer.h"
#include "sessions/rfbworker/picture/offersender.h"
#include "sessions/rfbworker/picture/picturepublisher.h"
#include "sessions/rfbworker/picture/picturequality.h"
#include "sessions/rfbworker/picture/rectdecoder.h"
#include "sessions/rfbworker/picture/shownabilities.h"
#include "sessions/rfbworker/picture/updaterequester.h"
#include "sessions/rfbworker/pixelreader.h"
#include "sessions/rfbworker/protocol/consolesink.h"
#include "sessions/rfbworker/protocol/counters.h"
#include "sessions/rfbworker/protocol/imageage.h"
#include "sessions/rfbworker/protocol/pulse.h"
#include "sessions/rfbworker/protocol/rfblogin.h"
#include "sessions/rfbworker/protocol/rfbstream.h"

#include <expected>
#include <optional>

namespace Nightdesk::Rfb
{
/// What the server says after login (RFC 6143 §7.6, §7.7): reads each message, checks every field and gives the pixels to PixelReader,
/// one rectangle at a time. What was not offered is refused. Reader thread. Owned by RfbSession.
class DesktopReader
{
public:
    DesktopReader(RfbStream &stream,
                  Outbox &outbox,
                  ClipboardExchange &clipboards,
                  ConsoleSink &console,
                  Counters &counters,
                  Pulse &pulse,
                  RectDecoder &decoder);
    ~DesktopReader();

    /// Before ServerInit is here: format, encodings and the first request for the desktop as it was.
    void startEarly(const RfbWire::ServerMemory &remembered, RfbWire::Quality quality);
    /// One more request for what was predicted: Xvnc answers the first with its screens alone.
    void askAgain();
    /// It is so far away that more of these are worth their bytes.
    bool isFar() const;
    /// Takes the desktop up: our format, encodings, the first request, as far as startEarly() has not sent them.
    std::expected<void, Refusal> begin(const ServerInit &init, RfbWire::Quality quality);
    void setQuality(RfbWire::Quality quality);
    void setView(const RfbWire::View &view);
    void setShare(const RfbWire::LinkShare &share);
    void requestSize(const RfbWire::RequestSize &size);
    /// Handles one message.
    std::expected<void, Refusal> readMessage();

    PicturePublisher &publisher();
    /// Lets publisher and asker do what they may do now.
    std::optional<RfbStream::Clock::time_point> doDueWork();

private:
    using Result = std::expected<void, Refusal>;

    Result resize(std::uint32_t width, std::uint32_t height);
    Result readMessageOf(std::uint8_t type);
    Result readUpdate();
    Result readRect(const RectHeader &rect);
    Result readPixels(const RectHeader &rect);
    Result readScreens(const RectHeader &rect);
    Result readColours();
    Result readCutText();
    Result readFence();
    bool pauseIfBehind();
    /// The first picture over a long way is one that TCP carries in few round trips; its quality follows. The asker learns how far it is.
    void beginQuickly();
    /// Wakes a server that sleeps behind its first image, and reports whether the age of that is known.
    std::optional<RfbStream::Clock::time_point> watchAge(RfbStream::Clock::time_point now);
    std::optional<RfbStream::Clock::time_point> askForSize(RfbStream::Clock::time_point now);
    /// The stream ended in the middle of something, or its bytes were wrong.
    std::unexpected<Refusal> broken(const char *what) const;
    std::unexpected<Refusal> closed() const;

    RfbStream &m_stream;
    Outbox &m_outbox;
    ConsoleSink &m_console;
    Counters &m_counters;
    Pulse &m_pulse;
    RectDecoder &m_decoder;
    PixelReader m_pixelReader;
    OfferSender m_offers;
    UpdateRequester m_requester;
    PictureQuality m_clarity;
    ImageAge m_age;
    ShownAbilities m_shown;
    DesktopExtras m_extras;
    DesktopSizer m_sizer;
    PicturePublisher m_publisher;
    ClipboardExchange &m_clipboards;
    CutTextReader m_cutTexts;
    FenceReader m_fences;
    std::unique_ptr<Framebuffer> m_pixels;
    RfbWire::Quality m_quality = RfbWire::Quality::High;
    std::optional<RfbWire::ServerMemory> m_foreseen;
    RfbWire::LinkShare m_share;
    std::uint64_t m_quickPixelsLeft = 0; ///< of the first picture
    RfbStream::Clock::time_point m_quickUntil;
    bool m_begun = false;
    bool m_colourMapped = false;
    bool m_hadPixels = false; ///< since the last change of size
    int m_colorsBeforePixels = 0; ///< color maps since then; with pixels it counts no more
    bool m_knowsNineButtons = false;
};
}
