// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/input/outbox.h"
#include "sessions/rfbworker/protocol/encodingoffer.h"

namespace Nightdesk::Rfb
{
/// What the server was informed of encodings last; tells it again when that changes. Reader thread. Owned by DesktopReader.
class OfferSender
{
public:
    explicit OfferSender(Outbox &outbox);

    /// What the picture's quality asks for. The first one goes out in any case.
    void setOffer(const EncodingOffer &offer);
    /// As few bytes as a picture can be had for, for a while; never JPEG where none is offered.
    void setQuick(bool quick);
    /// Beyond a satellite even these are many: fewer still, where the least level is offered.
    void setVeryFar(bool isVeryFar);
    /// No better JPEG than this, for a while; empty: what is wanted.
    void setMost(const std::optional<int> &level);
    bool isQuick() const; ///< less than what is wanted
    /// Exact pixels only, for a while, whatever is offered else.
    void setExactOnly(bool exactOnly);
    /// Fences, and with them continuous updates; at first they are offered.
    void setFences(bool fences);
    bool offersFences() const;
    const EncodingOffer &wanted() const; ///< but for setQuick(), setVeryFar(), setMost(), setExactOnly() and setFences()
    const EncodingOffer &sentOffer() const;

private:
    void sendOffer();

    Outbox &m_outbox;
    EncodingOffer m_wanted;
    std::optional<EncodingOffer> m_sentOffer;
    std::optional<int> m_most; ///< JPEG
    bool m_isVeryFar = false;
    bool m_exactOnly = false;
    bool m_fences = true;
};
}
