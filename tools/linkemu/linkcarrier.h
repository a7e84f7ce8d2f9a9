// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tools/linkemu/linkmodel.h"
#include "tools/linkemu/packetport.h"

namespace Nightdesk
{
/// Carries packets one way between two ports, as late and as lossy as its model says.
class LinkCarrier
{
public:
    LinkCarrier(PacketPort &from, PacketPort &to, const LinkSettings &settings, std::uint64_t seed);

    /// Takes in what waits at the source, a batch at most.
    void receive();

    /// Sends on what is due by @p now.
    void deliver(LinkModel::Time now);

    void change(const LinkSettings &settings, LinkModel::Time now);

    const LinkModel &model() const;

    /// Packets that the kernel would not take.
    std::int64_t refused() const;

private:
    struct Packet {
        std::array<std::uint8_t, linkMtu> bytes;
        std::size_t size = 0;
    };

    void take(std::span<const std::uint8_t> packet, LinkModel::Time arrival);
    void finish();

    PacketPort &m_from;
    PacketPort &m_to;
    LinkModel m_model;
    std::deque<Packet> m_packets; ///< by the model's id; grows to the most ever on the way
    std::vector<LinkModel::PacketId> m_free;
    std::vector<LinkModel::Outcome> m_outcomes;
    std::int64_t m_refused = 0;
};
}
