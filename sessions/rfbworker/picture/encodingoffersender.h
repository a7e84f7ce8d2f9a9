// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/input/outbox.h"
#include "sessions/rfbworker/protocol/encodingoffer.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace Nightdesk::Rfb
{
/// Knows the encodings last offered to the server, and sends a new offer when it changes. Reader thread. Owned by DesktopReader.
class EncodingOfferSender
{
public:
    explicit EncodingOfferSender(Outbox &outbox);

    /// Sets the offer for the image quality. The first offer is always sent.
    void setOffer(const EncodingOffer &offer);
    /// Lowers the JPEG quality until endFirstImage(), so that the first image has few bytes; not if @p roundTrip is short, or if setOffer() offers
    /// no JPEG. @p desktopCount: how many desktops open at the same time over the same path. The screen layout is not offered before
    /// endFirstImage(): Xvnc would answer the first request with its layout, and send pixels only after the next request.
    void beginFirstImage(std::chrono::microseconds roundTrip, std::uint32_t desktopCount);
    /// The first image has come: offers the screen layout from now on, and JPEG levels up to @p maxJpegLevel; empty: without a limit.
    void endFirstImage(const std::optional<int> &maxJpegLevel = {});
    /// Temporarily limits the JPEG level; empty: no limit.
    void setMaxJpegLevel(const std::optional<int> &level);
    bool offersReducedQuality() const; ///< less quality is offered than setOffer() asked for
    /// True: temporarily offers lossless encodings only.
    void setOffersExactOnly(bool exactOnly);
    /// Whether to offer fences and continuous updates; offered at the start.
    void setOffersFences(bool fences);
    bool offersFences() const;
    const EncodingOffer &baseOffer() const; ///< the offer of setOffer(), without the effects of the other setters
    const EncodingOffer &sentOffer() const;

private:
    void sendOffer();

    Outbox &m_outbox;
    EncodingOffer m_baseOffer;
    std::optional<EncodingOffer> m_sentOffer;
    std::optional<int> m_maxJpegLevel; ///< limit for the JPEG level; empty: none
    std::optional<int> m_jpegQualityAtLevelZero; ///< JPEG quality (0 to 100) to request with level 0; empty: the server chooses it
    bool m_offersExactOnly = false;
    bool m_offersFences = true;
    bool m_offersScreenLayout = true;
};
}
