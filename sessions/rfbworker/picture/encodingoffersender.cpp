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
// JPEG quality for a satellite path. Compressed by ssh, an image needs less than half the bytes of quickJpeg: 2.6
// instead of 6.1 kB for 640x480, 4.3 instead of 9.4 for 896x672 (2026-11-27).
constexpr int satelliteJpeg = 5; // JPEG quality, of 100
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

void EncodingOfferSender::setQuickQuality(bool quick)
{
    setMaxLevel(quick ? std::optional(quickJpeg) : std::nullopt);
}

void EncodingOfferSender::setSatellitePath(bool isSatellitePath)
{
    m_isSatellitePath = isSatellitePath;
    if (m_sentOffer) {
        sendOffer();
    }
}

void EncodingOfferSender::setMaxLevel(const std::optional<int> &level)
{
    m_maxLevel = level;
    if (m_sentOffer) {
        sendOffer();
    }
}

bool EncodingOfferSender::isQuick() const
{
    return m_maxLevel.has_value();
}

void EncodingOfferSender::setExactOnly(bool exactOnly)
{
    m_exactOnly = exactOnly;
    if (m_sentOffer) {
        sendOffer();
    }
}

void EncodingOfferSender::setFences(bool fences)
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
    if (m_maxLevel && offer.jpeg) {
        offer.jpeg = std::min(*offer.jpeg, *m_maxLevel);
        if (m_isSatellitePath && *offer.jpeg == quickJpeg) {
            offer.fine = satelliteJpeg;
        }
    }
    if (m_exactOnly) {
        offer.jpeg.reset();
    }
    offer.fences = offer.fences && m_offersFences;
    if (m_sentOffer == offer) {
        return;
    }
    m_sentOffer = offer;
    m_outbox.pushEncodings(offer.message(), offer.fences);
}
}
