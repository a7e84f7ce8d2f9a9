// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/offersender.h"

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
constexpr int veryFarJpeg = 5; // JPEG quality, of 100
}

OfferSender::OfferSender(Outbox &outbox)
    : m_outbox(outbox)
{
}

void OfferSender::setOffer(const EncodingOffer &offer)
{
    m_wanted = offer;
    sendOffer();
}

void OfferSender::setQuick(bool quick)
{
    setMost(quick ? std::optional(quickJpeg) : std::nullopt);
}

void OfferSender::setVeryFar(bool isVeryFar)
{
    m_isVeryFar = isVeryFar;
    if (m_sentOffer) {
        sendOffer();
    }
}

void OfferSender::setMost(const std::optional<int> &level)
{
    m_most = level;
    if (m_sentOffer) {
        sendOffer();
    }
}

bool OfferSender::isQuick() const
{
    return m_most.has_value();
}

void OfferSender::setExactOnly(bool exactOnly)
{
    m_exactOnly = exactOnly;
    if (m_sentOffer) {
        sendOffer();
    }
}

void OfferSender::setFences(bool fences)
{
    m_fences = fences;
    if (m_sentOffer) {
        sendOffer();
    }
}

bool OfferSender::offersFences() const
{
    return m_fences;
}

const EncodingOffer &OfferSender::wanted() const
{
    return m_wanted;
}

const EncodingOffer &OfferSender::sentOffer() const
{
    return m_sentOffer ? *m_sentOffer : m_wanted;
}

void OfferSender::sendOffer()
{
    EncodingOffer offer = m_wanted;
    if (m_most && offer.jpeg) {
        offer.jpeg = std::min(*offer.jpeg, *m_most);
        if (m_isVeryFar && *offer.jpeg == quickJpeg) {
            offer.fine = veryFarJpeg;
        }
    }
    if (m_exactOnly) {
        offer.jpeg.reset();
    }
    offer.fences = offer.fences && m_fences;
    if (m_sentOffer == offer) {
        return;
    }
    m_sentOffer = offer;
    m_outbox.pushEncodings(offer.message(), offer.fences);
}
}
