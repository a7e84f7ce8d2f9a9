// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/encodingoffersender.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
namespace
{
// In TigerVNC: JPEG quality 15 of 100 with chroma at a quarter of the resolution, acceptable until better pixels come; text on a plain background
// is exact at every level.
constexpr int quickJpeg = 0;
// JPEG quality for a satellite path. Compressed by ssh, an image of 896x672 has 2.7 kB instead of the 9.4 of quickJpeg (2026-11-27): two TCP
// segments, of which the host's second window has twenty. With quality 3 or 5 it had three.
constexpr int satelliteJpeg = 1; // JPEG quality, of 100
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

void EncodingOfferSender::setOffersLeastQuality(bool quick)
{
    setMaxJpegLevel(quick ? std::optional(quickJpeg) : std::nullopt);
}

void EncodingOfferSender::setSatellitePath(bool isSatellitePath)
{
    m_isSatellitePath = isSatellitePath;
    if (m_sentOffer) {
        sendOffer();
    }
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
        if (m_isSatellitePath && *offer.jpegLevel == quickJpeg) {
            offer.fineJpegQuality = satelliteJpeg;
        }
    }
    if (m_offersExactOnly) {
        offer.jpegLevel.reset();
    }
    offer.fences = offer.fences && m_offersFences;
    if (m_sentOffer == offer) {
        return;
    }
    m_sentOffer = offer;
    m_outbox.pushEncodings(offer.message(), offer.fences);
}
}
