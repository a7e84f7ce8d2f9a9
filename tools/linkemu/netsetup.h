// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <string>

namespace Nightdesk
{
using SystemError = std::string; ///< one sentence: what was tried, what the system said
using MacAddress = std::array<std::uint8_t, 6>;

/// "what: text of errno".
SystemError systemError(const std::string &what, int number);

constexpr int linkMtu = 1500;

// All of these act on the network namespace that the calling thread is in, with CAP_NET_ADMIN over it.

std::expected<void, SystemError> bringUpLoopback();

/// Gives @p name the address, prefix /30 and MTU, switches IPv6 and ARP off on it, and brings it up.
std::expected<void, SystemError> bringUpInterface(const std::string &name, const std::string &address);

/// Brings @p name up without any address.
std::expected<void, SystemError> bringUpBare(const std::string &name);

/// Lets every group ping without a raw socket. Without it (read-only /proc/sys) only a privileged ping works.
void allowPing();

/// Makes a veth pair: @p name here, @p peerName with @p peerAddress in the namespace behind @p peerNamespace.
std::expected<void, SystemError> makeVethPair(const std::string &name, const std::string &peerName, const MacAddress &peerAddress, int peerNamespace);

/// Has the kernel finish checksums and cut segments to the MTU before they reach @p name, so that what a packet socket at
/// the other end reads are the packets of a wire.
std::expected<void, SystemError> switchOffloadsOff(const std::string &name);
}
