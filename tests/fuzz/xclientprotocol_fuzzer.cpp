// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an X server says to a client of our own, from the setup on. The first byte chooses the piece; the rest is the stream. In
// one piece or many the same is made of it; each question is answered once at most, in order; and nothing is heard after the end.
#include "sessions/xwindows/protocol/xclientprotocol.h"
#include "sessions/xwindows/protocol/xmessage.h"
#include "sessions/xwindows/protocol/xpropertyvalue.h"

#include <algorithm>
#include <cstdlib>

using namespace Nightdesk;

namespace
{
void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

struct AnyRequest {
    std::uint8_t opcode = 43;
    std::uint8_t pad = 0;
    std::uint16_t length = 0;
};

/// What came of it: the types of events, and for each answer its size.
std::vector<std::size_t> through(std::span<const std::uint8_t> stream, std::size_t piece)
{
    std::vector<std::size_t> heard;
    int answered = 0;
    XClientProtocol *self = nullptr;
    XClientProtocol talk(
        "0123456789abcdef",
        [&] {
            require(self->screen().root != 0);
            for (int i = 0; i < 20; ++i) {
                self->sendRequestWithReply(AnyRequest(), {}, [&, i](std::span<const std::uint8_t> reply) {
                    require(answered++ == i && self->stage() == XClientProtocol::Stage::Open);
                    require(reply.empty() || (reply.size() >= XMessage::unit && reply.size() <= XClientProtocol::maxMessageSize));
                    heard.push_back(reply.size());
                    const XPropertyValue value = XPropertyValue::parse(reply);
                    require(value.bytes.size() <= reply.size() && value.numbers(0).size() <= value.bytes.size() / 4);
                });
                self->sendRequest(AnyRequest());
            }
        },
        [&](std::span<const std::uint8_t> event) {
            require(event.size() >= XMessage::unit && self->stage() == XClientProtocol::Stage::Open);
            heard.push_back(event[0]);
        });
    self = &talk;
    while (!stream.empty()) {
        const auto part = stream.first(std::min(piece, stream.size()));
        stream = stream.subspan(part.size());
        talk.receive(part);
    }
    heard.push_back(static_cast<std::size_t>(talk.stage()));
    return heard;
}
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size == 0) {
        return 0;
    }
    const std::span<const std::uint8_t> stream(data + 1, size - 1);
    require(through(stream, size) == through(stream, 1 + data[0]));
    return 0;
}
