// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an X server says to whoever asks what it can show, from the setup on. The first byte chooses the piece; the rest is the stream.
// In one piece or many the same is made of it, within the limits; and nothing is heard after the end.
#include "sessions/xwindows/facts/xfactsprotocol.h"
#include "sessions/xwindows/facts/xsetupfacts.h"

#include <algorithm>
#include <cstdlib>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

struct Heard {
    XFactsProtocol::Stage stage;
    XServerFacts facts;
    bool operator==(const Heard &) const = default;
};

Heard through(std::span<const std::uint8_t> stream, std::size_t piece)
{
    XFactsProtocol talk("0123456789abcdef", {u"fixed"_s, u"-*-helvetica-*"_s});
    while (!stream.empty()) {
        const auto part = stream.first(std::min(piece, stream.size()));
        stream = stream.subspan(part.size());
        const auto before = talk.stage();
        talk.receive(part);
        require(before == XFactsProtocol::Stage::Querying || talk.stage() == before);
    }
    return {talk.stage(), talk.facts()};
}
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0) {
        return 0;
    }
    const std::span<const std::uint8_t> stream(data + 1, size - 1);
    const Heard heard = through(stream, size);
    require(heard.facts.screens.size() <= XSetupFacts::maxScreens && heard.facts.extensions.size() <= 255);
    for (const XScreenFacts &screen : heard.facts.screens) {
        require(screen.defaultVisual() && screen.visuals.size() <= XSetupFacts::maxVisuals);
    }
    for (const XFontMatch &match : heard.facts.fonts) {
        require(match.names.size() <= XFactsProtocol::maxNamesPerPattern);
    }
    // What comes after the end is not heard, so that only a whole talk is the same in any pieces.
    const Heard pieces = through(stream, 1 + data[0]);
    require(heard.stage != XFactsProtocol::Stage::Done || pieces == heard);
    return 0;
}
