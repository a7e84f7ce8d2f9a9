// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Nightdesk
{
enum class XSetupParseResult {
    NeedMore,
    Complete,
    Malformed
};

/// The first packet of an X client (X protocol, "Connection Setup"): byte order, version, authorization. Pure, Qt-free. Owned by RelayedConnection.
struct XSetupRequest {
    /// Limits far above any real authorization; a longer one is rejected as malformed.
    static constexpr std::size_t maxNameSize = 256;
    static constexpr std::size_t maxDataSize = 4096;
    static constexpr std::size_t maxSize = 12 + maxNameSize + maxDataSize + 6;

    bool bigEndian = false;
    std::uint16_t majorVersion = 0;
    std::uint16_t minorVersion = 0;
    std::string authorizationName;
    std::string authorizationData;
    std::size_t packetSize = 0; ///< size of the packet; requests follow it in the stream

    /// @p bytes: the bytes received so far, from the start of the stream. Sets @p request when Complete.
    static XSetupParseResult parse(std::span<const std::uint8_t> bytes, XSetupRequest &request);
    /// This packet with another authorization, in the client's byte order.
    std::vector<std::uint8_t> withAuthorization(std::string_view name, std::string_view data) const;
};

/// Numbers and padding of the X protocol, in either byte order. Pure.
namespace XBytes
{
constexpr std::size_t padded(std::size_t size)
{
    return (size + 3) & ~std::size_t(3);
}
constexpr std::uint16_t read16(const std::uint8_t *at, bool bigEndian)
{
    return static_cast<std::uint16_t>(bigEndian ? at[0] << 8 | at[1] : at[1] << 8 | at[0]);
}
constexpr std::uint32_t read32(const std::uint8_t *at, bool bigEndian)
{
    const std::uint32_t first = read16(at, bigEndian);
    const std::uint32_t second = read16(at + 2, bigEndian);
    return bigEndian ? first << 16 | second : second << 16 | first;
}
void append16(std::vector<std::uint8_t> &bytes, std::uint16_t value, bool bigEndian);
void appendPadded(std::vector<std::uint8_t> &bytes, std::string_view text);
}
}
