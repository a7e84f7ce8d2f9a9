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
    /// Temporarily offers little JPEG quality, so that the first image has few bytes; none where @p roundTrip is short. Does not offer JPEG where the
    /// offer has none. @p desktopCount: how many desktops open on the path. Does not offer the screen layout until endFirstImage(): Xvnc
    /// would send only its layout first, and pixels not until the next request.
    void beginFirstImage(std::chrono::microseconds roundTrip, std::uint32_t desktopCount);
    /// Offers the screen layout. @p maxJpegLevel: limit for the JPEG level that remains; empty: none.
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
    std::optional<int> m_levelZeroQuality; ///< JPEG quality from 0 to 100 that is offered instead of level 0; empty: the server's for that level
    bool m_offersExactOnly = false;
    bool m_offersFences = true;
    bool m_offersScreenLayout = true;
};
}
