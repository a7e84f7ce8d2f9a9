// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/pictureasker.h"

#include "sessions/rfbworker/clientmessages.h"

#include <algorithm>
#include <utility>

namespace Nightdesk::Rfb
{
namespace
{
// Longer than a megapixel takes on a 4 Mbit/s line at a round trip of a second. A server that owes it still never will.
constexpr std::chrono::seconds exactPatience{10};

std::uint64_t overlap(const RfbWire::Rect &a, const RfbWire::Rect &b)
{
    const auto length = [](std::uint32_t p, std::uint32_t m, std::uint32_t q, std::uint32_t n) {
        const std::uint32_t begin = std::max(p, q);
        const std::uint32_t end = std::min(p + m, q + n);
        return std::uint64_t{end > begin ? end - begin : 0};
    };
    return length(a.x, a.width, b.x, b.width) * length(a.y, a.height, b.y, b.height);
}
}

PictureAsker::PictureAsker(Outbox &outbox, OfferSender &offers, Counters &counters)
    : m_outbox(outbox)
    , m_offers(offers)
    , m_counters(counters)
{
}

void PictureAsker::request(bool incremental, const RfbWire::Rect &rect)
{
    ++m_counters.requests;
    m_outbox.push(ClientMessages::updateRequest(incremental, rect));
}

void PictureAsker::resized(std::uint32_t width, std::uint32_t height)
{
    m_all = {0, 0, width, height};
    m_wantsAll = true;
    if (m_exact) {
        endExact();
    }
}

void PictureAsker::start(std::uint32_t width, std::uint32_t height)
{
    m_all = {0, 0, width, height};
    m_wantsAll = false;
    request(false, m_all);
}

void PictureAsker::foresaw()
{
    m_wantsAll = false;
}

void PictureAsker::askAgain()
{
    request(true, m_all);
}

void PictureAsker::updateBegins(Clock::time_point)
{
}

void PictureAsker::rectCame(const RfbWire::Rect &rect, bool isExact)
{
    if (m_exact && isExact) {
        m_exact->pixelsLeft -= std::min(m_exact->pixelsLeft, overlap(m_exact->rect, rect));
    }
}

void PictureAsker::updateEnds(Clock::time_point, std::uint64_t)
{
    if (m_exact && m_exact->pixelsLeft == 0) {
        endExact();
    }
    // One full request for each size. Xvnc answers every full one with its screens alone and sends the pixels with the next;
    // asked for all again, it would tell of its screens for ever.
    request(!std::exchange(m_wantsAll, false), m_all);
}

void PictureAsker::setView(const RfbWire::View &)
{
}

void PictureAsker::setShare(const RfbWire::LinkShare &)
{
}

bool PictureAsker::askExact(const RfbWire::Rect &rect, Clock::time_point now)
{
    if (m_exact || m_wantsAll) {
        return false;
    }
    m_exact = Exact{rect, std::uint64_t{rect.width} * rect.height, now + exactPatience};
    m_offers.setExactOnly(true);
    request(false, rect);
    return true;
}

bool PictureAsker::isAskingExact() const
{
    return m_exact.has_value();
}

void PictureAsker::endExact()
{
    m_exact.reset();
    m_offers.setExactOnly(false);
}

std::optional<PictureAsker::Clock::time_point> PictureAsker::attend(Clock::time_point now)
{
    if (m_exact && now >= m_exact->giveUpAt) {
        endExact();
    }
    return m_exact ? std::optional(m_exact->giveUpAt) : std::nullopt;
}

DeliveryFacts PictureAsker::facts() const
{
    return {};
}
}
