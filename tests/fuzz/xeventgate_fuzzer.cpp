// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an X server says to a client after the setup. The first byte chooses byte order and piece; the rest is the stream. In
// one piece or many the same passes; an open gate changes nothing; a closed one leaves a part of it, in order.
#include "sessions/xwindows/protocol/xpressfilter.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace Nightdesk;

namespace
{
using Octets = std::vector<std::uint8_t>;

void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

Octets through(XPressFilter &gate, std::span<const std::uint8_t> stream, std::size_t piece)
{
    Octets passed;
    Octets waiting;
    while (!stream.empty()) {
        const auto part = stream.first(std::min(piece, stream.size()));
        stream = stream.subspan(part.size());
        waiting.insert(waiting.end(), part.begin(), part.end());
        const std::size_t before = waiting.size();
        const auto [passedBytes, incompleteMessageBytes] = gate.filter(waiting);
        require(passedBytes + incompleteMessageBytes <= before && incompleteMessageBytes <= XPressFilter::maxPressSize);
        passed.insert(passed.end(), waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(passedBytes));
        waiting.erase(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(passedBytes));
        waiting.resize(incompleteMessageBytes);
    }
    return passed;
}
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0) {
        return 0;
    }
    const bool bigEndian = (data[0] & 1) != 0;
    const std::size_t piece = 1 + (data[0] >> 1);
    const std::span<const std::uint8_t> stream(data + 1, size - 1);
    constexpr XInputExtensionCodes codes{.majorOpcode = 131, .firstEvent = 66};

    XPressFilter open(bigEndian, codes, 0);
    Octets all(stream.begin(), stream.end());
    const auto sizes = open.filter(all);
    require(sizes.passedBytes + sizes.incompleteMessageBytes == stream.size() && std::ranges::equal(all, stream));
    // What may be taken back lies whole within what passed, in order.
    std::uint64_t end = 0;
    for (const XPressFilter::PressRange &range : open.takeUnsentPresses(0)) {
        require(range.offset >= end && range.byteCount >= 32);
        end = range.offset + range.byteCount;
        require(end <= sizes.passedBytes);
    }

    XPressFilter whole(bigEndian, codes, 0);
    whole.setPressesWithheld(true);
    XPressFilter pieces(bigEndian, codes, 0);
    pieces.setPressesWithheld(true);
    const Octets once = through(whole, stream, stream.size() + 1);
    require(once == through(pieces, stream, piece) && whole.withheldPressCount() == pieces.withheldPressCount());
    // Nothing is left in it that would be taken out.
    XPressFilter again(bigEndian, codes, 0);
    again.setPressesWithheld(true);
    require(through(again, once, piece) == once);
    return 0;
}
