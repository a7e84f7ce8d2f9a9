// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/protocol/xsetuprequest.h"

#include <array>
#include <bit>
#include <cstring>
#include <deque>
#include <functional>

namespace Nightdesk
{
/// An X client connection to an untrusted server, as bytes: requests are written into output(), and what the server sent is passed to receive().
/// Nothing blocks, so any number of requests may be open at once. The server's bytes are split into messages, limited in size and matched with the
/// open requests before anybody reads their content. libxcb would block in its setup and in each flush, keep replies without a request, and trust
/// the lengths inside replies. Uses this machine's byte order. Pure, Qt-free. Owned by WindowAgentProtocol or XFactsProtocol.
class XClientProtocol
{
public:
    /// Present servers' setups have at most some 10 kB, and replies to Nightdesk's requests at most 400 kB.
    static constexpr std::size_t maxMessageSize = std::size_t(4) << 20;
    static constexpr std::size_t maxOutputSize = std::size_t(1) << 20;
    static constexpr std::size_t maxUnansweredRequests = 20000;

    enum class Stage {
        Setup,
        Open,
        Refused, ///< the server refused the connection
        Broken ///< what the server sent is not valid, or too long
    };
    /// The first screen and its image format.
    struct Screen {
        std::uint32_t root = 0;
        std::uint16_t width = 0;
        std::uint16_t height = 0;
        std::uint8_t depth = 0;
        bool imagesAreBigEndian = false;
        bool bitmapsAreMsbFirst = false; ///< the leftmost pixel is a byte's highest bit
    };
    /// @p reply: 32 bytes, and as many further bytes as the reply states. Empty: the server sent an error.
    using Answer = std::function<void(std::span<const std::uint8_t> reply)>;
    using Event = std::function<void(std::span<const std::uint8_t> event)>; ///< @p event: at least 32 bytes

    /// Writes the setup request. @p cookie: MIT-MAGIC-COOKIE-1; empty: none. The functions are called from receive().
    XClientProtocol(std::string_view cookie, const std::function<void()> &opened, const Event &event);

    Stage stage() const;
    /// The reason for Refused or Broken, in English, for the log; may contain unchecked text of the server.
    const std::string &problem() const;
    const Screen &screen() const;
    /// The server's complete answer to the setup, in this machine's byte order; only during the call of opened(), otherwise empty.
    std::span<const std::uint8_t> setup() const;

    void receive(std::span<const std::uint8_t> bytes);
    std::span<const std::uint8_t> output() const;
    void removeSentOutput(std::size_t size); ///< @p size bytes of output() were sent

    /// @p request: one of the structures of xproto.h, whose length is set here; @p tail follows it, padded.
    template<typename Request>
    void sendRequest(Request request, std::span<const std::uint8_t> tail = {})
    {
        static_assert(sizeof(Request) % 4 == 0);
        request.length = static_cast<std::uint16_t>((sizeof(Request) + XBytes::padded(tail.size())) / 4);
        std::array<std::uint8_t, sizeof(Request)> head;
        std::memcpy(head.data(), &request, sizeof(Request));
        write(head, tail);
    }
    template<typename Request>
    void sendRequestWithReply(Request request, std::span<const std::uint8_t> tail, const Answer &answer)
    {
        if (m_stage == Stage::Open) {
            m_unansweredRequests.push_back({.sequence = m_sentRequestCount + 1, .answer = answer});
            sendRequest(request, tail);
        }
    }
    std::size_t unansweredRequestCount() const; ///< number of requests sent whose reply has not come yet

private:
    struct UnansweredRequest {
        std::uint64_t sequence = 0;
        Answer answer;
    };
    void write(std::span<const std::uint8_t> head, std::span<const std::uint8_t> tail);
    void readServerSetup();
    bool handleCompleteMessage(std::span<const std::uint8_t> message);
    bool findScreen(std::span<const std::uint8_t> setup);
    void end(Stage stage, std::string_view problem);

    static constexpr bool bigEndian = std::endian::native == std::endian::big;
    const std::function<void()> m_openedCallback;
    const Event m_eventHandler;
    Stage m_stage = Stage::Setup;
    std::string m_problem;
    Screen m_screen;
    std::span<const std::uint8_t> m_setupReply;
    std::vector<std::uint8_t> m_receivedBytes; ///< received bytes of an incomplete message
    std::vector<std::uint8_t> m_unsentBytes;
    std::uint64_t m_sentRequestCount = 0; ///< number of requests sent
    std::uint64_t m_lastProcessedSequence = 0; ///< the last request that the server is known to have processed
    std::deque<UnansweredRequest> m_unansweredRequests;
};
}
