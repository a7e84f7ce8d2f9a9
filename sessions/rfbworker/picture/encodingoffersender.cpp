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
// From here on TCP's slow start decides when the first image is complete.
constexpr std::chrono::milliseconds minSlowStartRoundTrip{20};
// JPEG quality, of 100, instead of TigerVNC's 15 for level 0, until better pixels come. A desktop of 1024x768 full of stars has 75 kB with it, which
// come in the first two round trips if TcpWarmUp has prepared the host: 0.86 s after the click at 100 ms (2026-11-28). With 15 it has 95 kB, which do
// not. With 5 small text is hard to read; text on a plain background is exact at every quality.
constexpr int quickJpeg = 10;
// The same for each of several desktops at once: less does not save their last image a round trip, and makes small text unreadable.
constexpr int quickJpegOfSeveral = 25;
// JPEG quality for a satellite path. Compressed by ssh, an image of 896x672 has 2.7 kB instead of the 9.4 of level 0 (2026-11-27): two TCP
// segments, of which the host's second window has twenty. With quality 3 or 5 it had three.
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
    m_levelZeroQuality = roundTrip >= imageCompressionMinRoundTrip ? satelliteJpeg : areSeveral ? quickJpegOfSeveral : quickJpeg;
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
            offer.fineJpegQuality = m_levelZeroQuality;
        }
    }
    if (m_offersExactOnly) {
        offer.jpegLevel.reset();
    }
    offer.screenLayout = m_offersScreenLayout;
    offer.fences = offer.fences && m_offersFences;
    if (m_sentOffer == offer) {
        return;
    }
    m_sentOffer = offer;
    m_outbox.pushEncodings(offer.message(), offer.fences);
}
}
