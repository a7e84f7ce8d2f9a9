// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/encodingoffersender.h"

#include "sessions/base/imagecompression.h"
#include "sessions/rfbworker/picture/qualityramp.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
namespace
{
// At this round trip or a longer one, TCP's slow start decides when the first image is complete.
constexpr std::chrono::milliseconds minSlowStartRoundTrip{20};
// JPEG quality (0 to 100) of the first image; TigerVNC uses 15 for level 0. A desktop of 1024x768 full of stars comes in the first
// two round trips if TcpWarmUp has prepared the host: at a round trip of 100 ms the image is complete 0.87 s after the click (2026-11-28). With 15 it
// has 95 kB, which needs a third. With 5 small text is hard to read. Text on a plain background is exact at every quality.
constexpr int quickJpeg = 12;
// JPEG quality instead of quickJpeg while several desktops open at the same time. A lower quality does not make the last of their images complete a
// round trip earlier, and makes small text unreadable.
constexpr int quickJpegOfSeveral = 25;
// JPEG quality of the first image on a satellite path. An image of 896x672 that ssh compresses then has 2.7 kB instead of 9.4 kB with level 0
// (2026-11-27). It fits into two TCP segments; with quality 3 or 5 it needed three.
constexpr int satelliteJpeg = 1;
}

EncodingOfferSender::EncodingOfferSender(Outbox &outbox)
    : m_outbox(outbox)
{
}

void EncodingOfferSender::setOffer(const EncodingOffer &offer)
{
    m_baseOffer = offer;
    sendOffer();
}

void EncodingOfferSender::beginFirstImage(std::chrono::microseconds roundTrip, std::uint32_t desktopCount)
{
    const bool areSeveral = desktopCount > 1 && roundTrip < QualityRamp::minLongRoundTrip;
    m_jpegQualityAtLevelZero = roundTrip >= imageCompressionMinRoundTrip ? satelliteJpeg : areSeveral ? quickJpegOfSeveral : quickJpeg;
    m_offersScreenLayout = false;
    setMaxJpegLevel(roundTrip >= minSlowStartRoundTrip ? std::optional(0) : std::nullopt);
}

void EncodingOfferSender::endFirstImage(const std::optional<int> &maxJpegLevel)
{
    m_offersScreenLayout = true;
    setMaxJpegLevel(maxJpegLevel);
}

void EncodingOfferSender::setMaxJpegLevel(const std::optional<int> &level)
{
    m_maxJpegLevel = level;
    if (m_sentOffer) {
        sendOffer();
    }
}

bool EncodingOfferSender::offersReducedQuality() const
{
    return m_maxJpegLevel.has_value();
}

void EncodingOfferSender::setOffersExactOnly(bool exactOnly)
{
    m_offersExactOnly = exactOnly;
    if (m_sentOffer) {
        sendOffer();
    }
}

void EncodingOfferSender::setOffersFences(bool fences)
{
    m_offersFences = fences;
    if (m_sentOffer) {
        sendOffer();
    }
}

bool EncodingOfferSender::offersFences() const
{
    return m_offersFences;
}

const EncodingOffer &EncodingOfferSender::baseOffer() const
{
    return m_baseOffer;
}

const EncodingOffer &EncodingOfferSender::sentOffer() const
{
    return m_sentOffer ? *m_sentOffer : m_baseOffer;
}

void EncodingOfferSender::sendOffer()
{
    EncodingOffer offer = m_baseOffer;
    if (m_maxJpegLevel && offer.jpegLevel) {
        offer.jpegLevel = std::min(*offer.jpegLevel, *m_maxJpegLevel);
        if (*offer.jpegLevel == 0) {
            offer.fineJpegQuality = m_jpegQualityAtLevelZero;
        }
    }
    if (m_offersExactOnly) {
        offer.jpegLevel.reset();
    }
    offer.offersScreenLayout = m_offersScreenLayout;
    offer.offersFences = offer.offersFences && m_offersFences;
    if (m_sentOffer == offer) {
        return;
    }
    m_sentOffer = offer;
    m_outbox.pushEncodings(offer.message(), offer.offersFences);
}
}
