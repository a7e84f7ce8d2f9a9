// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tools/linkemu/descriptor.h"
#include "tools/linkemu/linkmodel.h"
#include "tools/linkemu/netsetup.h"

#include <expected>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace Nightdesk
{
/// One end of the emulator: whole IP packets out of and into one namespace. Never blocks.
class PacketPort
{
public:
    using Received = std::function<void(std::span<const std::uint8_t> packet, LinkModel::Time arrival)>;

    virtual ~PacketPort() = default;

    /// Becomes readable when packets wait.
    virtual int fd() const = 0;

    /// Reads up to @p most packets.
    virtual void receive(int most, const Received &received) = 0;

    /// False when the kernel refused the packet.
    virtual bool send(std::span<const std::uint8_t> packet) = 0;
};

/// Opens a TUN interface called @p name in the namespace of the calling thread.
std::expected<std::unique_ptr<PacketPort>, SystemError> openTunPort(const std::string &name);

/// Listens on the interface @p name of a veth pair in the namespace of the calling thread; what is sent goes to
/// @p peerAddress, the other end. Uses a ring of its own memory, since an ordinary user's socket buffer holds only some 180
/// full packets.
std::expected<std::unique_ptr<PacketPort>, SystemError> openVethPort(const std::string &name, const MacAddress &peerAddress);
}
