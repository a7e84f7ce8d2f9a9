// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/linkemu/linkcarrier.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr int batch = 64; // packets read before the other direction has its turn
}

LinkCarrier::LinkCarrier(PacketPort &from, PacketPort &to, const LinkSettings &settings, std::uint64_t seed)
    : m_from(from)
    , m_to(to)
    , m_model(settings, seed)
{
}

void LinkCarrier::receive()
{
    m_from.receive(batch, [this](std::span<const std::uint8_t> packet, LinkModel::Time arrival) {
        take(packet, arrival);
    });
}

void LinkCarrier::take(std::span<const std::uint8_t> packet, LinkModel::Time arrival)
{
    // IPv4 only: what else the kernel says by itself would make seeded loss differ from run to run.
    if (packet.empty() || (packet.front() >> 4) != 4 || packet.size() > linkMtu) {
        return;
    }
    if (m_free.empty()) {
        m_free.push_back(static_cast<LinkModel::PacketId>(m_packets.size()));
        m_packets.emplace_back();
    }
    const LinkModel::PacketId id = m_free.back();
    if (m_model.offer(id, static_cast<std::int64_t>(packet.size()), arrival) == LinkModel::Fate::Waiting) {
        m_free.pop_back();
        std::ranges::copy(packet, m_packets[id].bytes.begin());
        m_packets[id].size = packet.size();
    }
}

void LinkCarrier::deliver(LinkModel::Time now)
{
    m_model.advance(now, m_outcomes);
    finish();
}

void LinkCarrier::change(const LinkSettings &settings, LinkModel::Time now)
{
    m_model.change(settings, now, m_outcomes);
    finish();
}

void LinkCarrier::finish()
{
    for (const LinkModel::Outcome &outcome : m_outcomes) {
        const Packet &packet = m_packets[outcome.id];
        if (outcome.fate == LinkModel::Fate::Delivered && !m_to.send(std::span(packet.bytes.data(), packet.size))) {
            ++m_refused;
        }
        m_free.push_back(outcome.id);
    }
    m_outcomes.clear();
}

const LinkModel &LinkCarrier::model() const
{
    return m_model;
}

std::int64_t LinkCarrier::refused() const
{
    return m_refused;
}
}
