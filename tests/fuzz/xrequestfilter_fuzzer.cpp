// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an X program sends after its setup. The first byte chooses byte order, piece, trust and what is known of the server; the rest is the
// stream. In one piece or many the same passes, no byte moves, and a server, which divides it as is done here, meets no request that
// is to be refused.
#include "sessions/xwindows/protocol/xrequestfilter.h"
#include "sessions/xwindows/protocol/xsetuprequest.h"

#include <algorithm>
#include <cstdlib>

using namespace Nightdesk;

namespace
{
using Octets = std::vector<std::uint8_t>;

constexpr std::uint8_t bigRequests = 133;
constexpr std::uint8_t shared = 130;

void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

/// Whether the whole stream passes; what does is left in @p bytes.
bool through(bool bigEndian, const XRequestCodes &codes, bool isConfined, Octets &bytes, std::size_t piece)
{
    XRequestFilter filter(bigEndian, codes, isConfined);
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        if (!filter.filter(std::span(bytes).subspan(at, std::min(piece, bytes.size() - at)))) {
            return false;
        }
    }
    return true;
}

/// As the servers' ReadRequestFromClient() does.
void serve(std::span<const std::uint8_t> bytes, bool bigEndian, bool isConfined)
{
    bool isBig = false;
    while (bytes.size() >= 4) {
        require(bytes[0] != 109 && bytes[0] != 111 && bytes[0] != shared);
        require(!isConfined || (bytes[0] != 31 && bytes[0] != 36)); // grabs of the keyboard and of the server
        std::uint64_t size = std::uint64_t(XBytes::read16(&bytes[2], bigEndian)) * 4;
        if (size == 0 && !isBig) {
            size = 4; // an error, and the next one
        } else if (size == 0) {
            if (bytes.size() < 8) {
                return;
            }
            size = std::uint64_t(XBytes::read32(&bytes[4], bigEndian)) * 4;
            require(size >= 8 && size <= 0x7fffffff);
        }
        isBig |= bytes[0] == bigRequests && bytes[1] == 0 && XBytes::read16(&bytes[2], bigEndian) == 1;
        bytes = bytes.subspan(static_cast<std::size_t>(std::min<std::uint64_t>(size, bytes.size())));
    }
}
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0) {
        return 0;
    }
    const bool bigEndian = (data[0] & 1) != 0;
    const XRequestCodes codes{.bigRequests = (data[0] & 2) != 0 ? bigRequests : std::optional<std::uint8_t>(), .localOnlyOpcodes = {shared}};
    const bool isConfined = (data[0] & 4) != 0;
    const std::size_t piece = 1 + (data[0] >> 3);
    const Octets stream(data + 1, data + size);

    Octets whole = stream;
    Octets pieces = stream;
    const bool passes = through(bigEndian, codes, isConfined, whole, size);
    require(passes == through(bigEndian, codes, isConfined, pieces, piece));
    if (!passes) {
        return 0;
    }
    require(whole == pieces);
    if (codes.bigRequests) {
        serve(whole, bigEndian, isConfined);
    }
    // Nothing is left in it that would be changed.
    Octets again = whole;
    require(through(bigEndian, codes, isConfined, again, piece) && again == whole);
    return 0;
}
