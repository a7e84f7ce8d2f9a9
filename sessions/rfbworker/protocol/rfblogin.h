// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"
#include "sessions/rfbworker/protocol/bytes.h"
#include "sessions/rfbworker/protocol/rfbtypes.h"

#include <array>
#include <optional>
#include <span>
#include <string>

namespace Nightdesk::Rfb
{
/// Why there is no session; detail is the server's own words where it sent some.
struct Refusal {
    RfbWire::FailureCode code = RfbWire::FailureCode::Internal;
    std::string detail;
};

/// The RFB handshake from the version to ServerInit (RFC 6143 §7.1, §7.3) for protocols 3.3, 3.7 and 3.8 with the security
/// types None and VncAuth; nothing else gets past it. We do this part ourselves because the library that decodes pictures
/// had overflows reachable before login, binds its list of security types to new protocols only, and keeps the server's
/// words for its log. Pure: bytes in, bytes and verdicts out; no socket, no clock.
///
/// With a memory of the server it does not wait for answers that can be predicted: version and security type go out at once, and
/// with None ClientInit too; with VncAuth that goes with the response, which waits for its challenge as ever. Each answer is
/// checked as without. One that leads elsewhere than predicted is FailureCode::NotAsRemembered: what was sent makes no sense then.
/// Of a server never seen (goesAhead) only the type is waited for: ClientInit goes with its choice, or with the response.
/// Made by RfbSession for one login.
class RfbLogin
{
public:
    enum class State {
        NeedBytes, ///< feed() wants exactly needed() bytes
        NeedAnswer, ///< answer challenge() with answerChallenge()
        Finished,
        Failed
    };

    explicit RfbLogin(const RfbWire::ServerMemory &remembered = {});

    State state() const;
    std::size_t needed() const;
    /// @p bytes must be needed() bytes.
    void feed(std::span<const std::uint8_t> bytes);
    /// The stream ended before needed() bytes came: what is known so far tells why.
    void feedEnd();
    const std::array<std::uint8_t, 16> &challenge() const;
    void answerChallenge(const std::array<std::uint8_t, 16> &response);

    /// What is to be sent to the server now; empty afterwards.
    Bytes takeOutput();
    /// Output holds all that the server must read before it takes other messages: the next may follow at once.
    bool isClientInitOut() const;
    /// What the console should hear of now; empty afterwards.
    std::optional<RfbWire::Progress> takeProgress();
    const ServerInit &serverInit() const; ///< when Finished
    const Refusal &refusal() const; ///< when Failed

private:
    enum class Part {
        Version,
        SecurityCount,
        SecurityTypes,
        SecurityType33,
        Challenge,
        Result,
        ReasonLength,
        Reason,
        Init,
        Name
    };
    void requireBytes(Part part, std::size_t bytes);
    void fail(RfbWire::FailureCode code, const std::string &detail);
    void expectReason(RfbWire::FailureCode code);
    void feedVersion(std::span<const std::uint8_t> bytes);
    void choose(std::span<const std::uint8_t> types);
    void secure(std::uint8_t type);
    void feedResult(std::uint32_t result);
    void feedReason(std::span<const std::uint8_t> bytes);
    void feedInit(std::span<const std::uint8_t> bytes);
    void putClientInit();
    void sendClientInit();

    const std::uint8_t m_foreseen; ///< security type; 0: none
    const bool m_goesAhead; ///< ClientInit goes out before the result of the login is known
    bool m_clientInitOut = false;
    State m_state = State::NeedBytes;
    Part m_part = Part::Version;
    std::size_t m_needed = 12;
    int m_minor = 8;
    std::array<std::uint8_t, 16> m_challenge{};
    Bytes m_output;
    std::optional<RfbWire::Progress> m_progress;
    ServerInit m_init;
    Refusal m_refusal;
};
}
