// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"
#include "sessions/rfbworker/protocol/bytes.h"
#include "sessions/rfbworker/protocol/rfbtypes.h"

#include <array>
#include <expected>
#include <optional>
#include <span>
#include <string>

namespace Nightdesk::Rfb
{
/// Why there is no session; detail is the server's own text if it sent one.
struct SessionError {
    RfbWire::FailureCode code = RfbWire::FailureCode::Internal;
    std::string detail;
};

/// The server's bytes violate the protocol.
inline std::unexpected<SessionError> invalidDataError(const char *what)
{
    return std::unexpected(SessionError{RfbWire::FailureCode::Malformed, what});
}

inline std::unexpected<SessionError> streamEndedError()
{
    return std::unexpected(SessionError{RfbWire::FailureCode::Closed, {}});
}

/// The RFB handshake from the version to ServerInit (RFC 6143 §7.1, §7.3) for protocols 3.3, 3.7 and 3.8 with the security types None and VncAuth;
/// all else is rejected. libvncclient is not used here: it had overflows reachable before login, applies its list of security types to new
/// protocols only, and writes the server's error text only to its log. Pure: bytes in, bytes and results out; no socket, no clock.
///
/// For a remembered server it does not wait for answers that can be predicted: version and security type are sent at once, and with None also
/// ClientInit; with VncAuth, ClientInit is sent with the response, which still waits for the challenge. Each answer is checked as usual. An answer
/// other than predicted is FailureCode::NotAsRemembered, because what was sent is then wrong. For an unknown server (mustSendBeforeServerAsks) it
/// waits only for the list of security types: ClientInit is sent with the chosen type, or with the response. Made by RfbSession for one login.
class RfbLogin
{
public:
    enum class State {
        NeedBytes, ///< call feed() with exactly neededBytes() bytes
        NeedChallengeAnswer, ///< answer challenge() by calling answerChallenge()
        Finished,
        Failed
    };

    explicit RfbLogin(const RfbWire::RememberedServer &remembered = {});

    State state() const;
    std::size_t neededBytes() const;
    /// @p bytes must be neededBytes() bytes.
    void feed(std::span<const std::uint8_t> bytes);
    /// The stream ended before neededBytes() bytes came: sets the refusal that fits what is known so far.
    void feedStreamEnd();
    const std::array<std::uint8_t, 16> &challenge() const;
    void answerChallenge(const std::array<std::uint8_t, 16> &response);

    /// Returns the bytes to send to the server now; empty after this call.
    Bytes takeOutput();
    /// The login has written ClientInit, its last message, to its output: messages of the normal protocol may follow.
    bool isClientInitSent() const;
    /// Returns the progress to report to the console; empty after this call.
    std::optional<RfbWire::Progress> takeProgress();
    const ServerInit &serverInit() const; ///< valid in state Finished
    const SessionError &refusal() const; ///< valid in state Failed

private:
    enum class HandshakePart {
        ProtocolVersion,
        SecurityTypeCount,
        SecurityTypes,
        SecurityType33,
        Challenge,
        SecurityResult,
        FailureReasonLength,
        FailureReason,
        ServerInitHeader,
        DesktopName
    };
    void expectPart(HandshakePart part, std::size_t bytes);
    void fail(RfbWire::FailureCode code, const std::string &detail);
    void expectFailureReason(RfbWire::FailureCode code);
    void feedVersion(std::span<const std::uint8_t> bytes);
    void chooseSecurityType(std::span<const std::uint8_t> types);
    void applySecurityType(std::uint8_t type);
    void feedSecurityResult(std::uint32_t result);
    void feedFailureReason(std::span<const std::uint8_t> bytes);
    void feedServerInit(std::span<const std::uint8_t> bytes);
    void appendClientInit();
    void sendClientInit();

    const std::uint8_t m_rememberedSecurityType; ///< security type of the remembered server; 0: none is remembered
    const bool m_sendsClientInitEarly; ///< ClientInit goes out before the result of the login is known
    bool m_isClientInitSent = false;
    State m_state = State::NeedBytes;
    HandshakePart m_expectedPart = HandshakePart::ProtocolVersion;
    std::size_t m_neededBytes = 12;
    int m_minorVersion = 8;
    std::array<std::uint8_t, 16> m_challenge{};
    Bytes m_bytesToSend;
    std::optional<RfbWire::Progress> m_progress; ///< progress of the login that was not reported to the console yet
    ServerInit m_serverInit;
    SessionError m_refusal;
};
}
