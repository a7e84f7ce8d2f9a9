// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/fencereader.h"

#include "sessions/rfbworker/protocol/clientmessages.h"

#include <array>
#include <utility>

namespace Nightdesk::Rfb
{
FenceReader::FenceReader(RfbStream &stream, Outbox &outbox)
    : m_rfbStream(stream)
    , m_outbox(outbox)
{
}

std::expected<std::optional<std::uint64_t>, SessionError> FenceReader::readFence()
{
    std::array<std::uint8_t, 8> head;
    std::array<std::uint8_t, maxFencePayload> payload;
    if (!m_rfbStream.read(head.data(), head.size())) {
        return streamEndedError();
    }
    const std::uint32_t flags = read32(head.data() + 3);
    const std::size_t size = head[7];
    if (size > payload.size()) {
        return invalidDataError("a fence that is too long");
    }
    if (!m_rfbStream.read(payload.data(), size)) {
        return streamEndedError();
    }
    if (flags & FenceRequest) {
        if (m_outbox.isFull()) {
            // The answers fill the outbox: the server keeps sending fences that request an answer, but reads none of the answers.
            return invalidDataError("fences without end");
        }
        Bytes answer = ClientMessages::fenceAnswer(flags, {payload.data(), size});
        if (flags & FenceSyncNext) {
            m_delayedFenceAnswer = std::move(answer);
        } else {
            m_outbox.push(std::move(answer));
        }
    } else if (size == 8) {
        return std::uint64_t{read32(payload.data())} << 32 | read32(payload.data() + 4);
    }
    return std::nullopt;
}

std::optional<Bytes> FenceReader::takeDelayedFenceAnswer()
{
    return std::exchange(m_delayedFenceAnswer, std::nullopt);
}
}
