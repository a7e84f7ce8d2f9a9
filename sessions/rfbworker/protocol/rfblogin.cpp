// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/protocol/rfblogin.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>
#include <string_view>
#include <utility>

namespace Nightdesk::Rfb
{
using RfbWire::FailureCode;

namespace
{
constexpr std::uint8_t securityNone = 1;
constexpr std::uint8_t securityVncAuth = 2;
// The server's error text is shown to the user; longer text would be cut anyway.
constexpr std::uint32_t maxReason = RfbWire::maxName;
constexpr std::uint32_t maxServerName = 1024 * 1024;

bool isDigits(std::span<const std::uint8_t> bytes)
{
    return std::ranges::all_of(bytes, [](std::uint8_t c) {
        return c >= '0' && c <= '9';
    });
}

int decimalNumber(std::span<const std::uint8_t> digits)
{
    int value = 0;
    for (const std::uint8_t c : digits) {
        value = value * 10 + (c - '0');
    }
    return value;
}

/// TigerVNC's "Too many security failures" comes as an ordinary refusal. Only its text shows that a later login may succeed.
bool reportsTooManyAttempts(const std::string &words)
{
    std::string lower = words;
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) {
        return static_cast<char>(std::tolower(c));
    });
    return lower.contains("too many") && (lower.contains("fail") || lower.contains("attempt") || lower.contains("tries"));
}
}

PixelFormat PixelFormat::rgb32()
{
    PixelFormat format;
    format.bigEndian = std::endian::native == std::endian::big;
    return format;
}

RfbLogin::RfbLogin(const RfbWire::RememberedServer &remembered)
    : m_rememberedSecurityType(remembered.securityType)
    , m_sendsClientInitEarly(m_rememberedSecurityType != 0 || remembered.mustSendBeforeServerAsks)
{
    if (m_rememberedSecurityType == 0) {
        return;
    }
    const std::string_view version = "RFB 003.008\n";
    m_bytesToSend.insert(m_bytesToSend.end(), version.begin(), version.end());
    append8(m_bytesToSend, m_rememberedSecurityType);
    if (m_rememberedSecurityType == securityNone) {
        appendClientInit();
    }
}

RfbLogin::State RfbLogin::state() const
{
    return m_state;
}

std::size_t RfbLogin::neededBytes() const
{
    return m_neededBytes;
}

void RfbLogin::expectPart(HandshakePart part, std::size_t bytes)
{
    m_state = State::NeedBytes;
    m_expectedPart = part;
    m_neededBytes = bytes;
}

void RfbLogin::fail(FailureCode code, const std::string &detail)
{
    m_state = State::Failed;
    m_neededBytes = 0;
    m_refusal = SessionError{code, detail};
}

void RfbLogin::expectFailureReason(FailureCode code)
{
    m_refusal.code = code;
    expectPart(HandshakePart::FailureReasonLength, 4);
}

void RfbLogin::feed(std::span<const std::uint8_t> bytes)
{
    if (m_state != State::NeedBytes || bytes.size() != m_neededBytes) {
        return;
    }
    switch (m_expectedPart) {
    case HandshakePart::ProtocolVersion:
        feedVersion(bytes);
        return;
    case HandshakePart::SecurityTypeCount:
        if (bytes[0] == 0) {
            expectFailureReason(FailureCode::SecurityRefused);
        } else {
            expectPart(HandshakePart::SecurityTypes, bytes[0]);
        }
        return;
    case HandshakePart::SecurityTypes:
        chooseSecurityType(bytes);
        return;
    case HandshakePart::SecurityType33: {
        const std::uint32_t type = read32(bytes.data());
        if (type == 0) {
            expectFailureReason(FailureCode::SecurityRefused);
        } else if (type == securityNone || type == securityVncAuth) {
            applySecurityType(static_cast<std::uint8_t>(type));
        } else {
            fail(FailureCode::SecurityRefused, {});
        }
        return;
    }
    case HandshakePart::Challenge:
        std::ranges::copy(bytes, m_challenge.begin());
        m_state = State::NeedChallengeAnswer;
        m_neededBytes = 0;
        return;
    case HandshakePart::SecurityResult:
        feedSecurityResult(read32(bytes.data()));
        return;
    case HandshakePart::FailureReasonLength: {
        const std::uint32_t length = std::min(read32(bytes.data()), maxReason);
        if (length == 0) {
            fail(m_refusal.code, {});
        } else {
            expectPart(HandshakePart::FailureReason, length);
        }
        return;
    }
    case HandshakePart::FailureReason:
        feedFailureReason(bytes);
        return;
    case HandshakePart::ServerInitHeader:
        feedServerInit(bytes);
        return;
    case HandshakePart::DesktopName:
        m_serverInit.name.assign(reinterpret_cast<const char *>(bytes.data()), std::min(bytes.size(), RfbWire::maxName));
        m_state = State::Finished;
        m_neededBytes = 0;
        return;
    }
}

void RfbLogin::feedStreamEnd()
{
    if (m_state == State::Failed || m_state == State::Finished) {
        return;
    }
    if (m_expectedPart == HandshakePart::FailureReasonLength || m_expectedPart == HandshakePart::FailureReason) {
        fail(m_refusal.code, {});
    } else {
        fail(FailureCode::Closed, {});
    }
}

void RfbLogin::feedVersion(std::span<const std::uint8_t> bytes)
{
    if (std::memcmp(bytes.data(), "RFB ", 4) != 0 || !isDigits(bytes.subspan(4, 3)) || bytes[7] != '.' || !isDigits(bytes.subspan(8, 3)) || bytes[11] != '\n') {
        fail(FailureCode::NotRfb, {});
        return;
    }
    const int major = decimalNumber(bytes.subspan(4, 3));
    const int minor = decimalNumber(bytes.subspan(8, 3));
    if (major < 3 || (major == 3 && minor < 3)) {
        fail(FailureCode::NotRfb, {});
        return;
    }
    // RFC 6143 §7.1.1: unknown versions are treated as 3.3; higher ones (Apple's 3.889, 4.x, 5.x) speak 3.8.
    if (major > 3 || minor >= 8) {
        m_minorVersion = 8;
    } else {
        m_minorVersion = minor == 7 ? 7 : 3;
    }
    if (m_rememberedSecurityType == 0) {
        const std::string answer = "RFB 003.00" + std::to_string(m_minorVersion) + "\n";
        m_bytesToSend.insert(m_bytesToSend.end(), answer.begin(), answer.end());
    } else if (m_minorVersion != 8) {
        fail(FailureCode::NotAsRemembered, {});
        return;
    }
    m_progress = RfbWire::Progress{.phase = RfbWire::Phase::Version, .minorVersion = static_cast<std::uint32_t>(m_minorVersion)};
    if (m_minorVersion == 3) {
        expectPart(HandshakePart::SecurityType33, 4);
    } else {
        expectPart(HandshakePart::SecurityTypeCount, 1);
    }
}

void RfbLogin::chooseSecurityType(std::span<const std::uint8_t> types)
{
    // ssh has authenticated the host and the account: if the server offers None, no further authentication is used.
    for (const std::uint8_t type : {securityNone, securityVncAuth}) {
        if (std::ranges::find(types, type) != types.end()) {
            if (m_rememberedSecurityType == 0) {
                append8(m_bytesToSend, type);
                if (m_sendsClientInitEarly && type == securityNone) {
                    appendClientInit();
                }
            } else if (type != m_rememberedSecurityType) {
                fail(FailureCode::NotAsRemembered, {});
                return;
            }
            applySecurityType(type);
            return;
        }
    }
    fail(FailureCode::SecurityRefused, {});
}

void RfbLogin::applySecurityType(std::uint8_t type)
{
    m_progress = RfbWire::Progress{.phase = RfbWire::Phase::Security, .securityType = type};
    if (type == securityVncAuth) {
        expectPart(HandshakePart::Challenge, 16);
    } else if (m_minorVersion >= 8) {
        expectPart(HandshakePart::SecurityResult, 4);
    } else {
        sendClientInit();
    }
}

const std::array<std::uint8_t, 16> &RfbLogin::challenge() const
{
    return m_challenge;
}

void RfbLogin::answerChallenge(const std::array<std::uint8_t, 16> &response)
{
    if (m_state != State::NeedChallengeAnswer) {
        return;
    }
    m_bytesToSend.insert(m_bytesToSend.end(), response.begin(), response.end());
    if (m_sendsClientInitEarly) {
        appendClientInit(); // a server that refuses the response ends the connection and never reads ClientInit
    }
    expectPart(HandshakePart::SecurityResult, 4);
}

void RfbLogin::feedSecurityResult(std::uint32_t result)
{
    switch (result) {
    case 0:
        sendClientInit();
        return;
    case 1:
        if (m_minorVersion >= 8) {
            expectFailureReason(FailureCode::AuthenticationFailed);
        } else {
            fail(FailureCode::AuthenticationFailed, {});
        }
        return;
    case 2:
        if (m_minorVersion >= 8) {
            expectFailureReason(FailureCode::TooManyAttempts);
        } else {
            fail(FailureCode::TooManyAttempts, {});
        }
        return;
    default:
        fail(FailureCode::Malformed, {});
    }
}

void RfbLogin::feedFailureReason(std::span<const std::uint8_t> bytes)
{
    const std::string words(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    fail(reportsTooManyAttempts(words) ? FailureCode::TooManyAttempts : m_refusal.code, words);
}

void RfbLogin::appendClientInit()
{
    append8(m_bytesToSend, 1); // shared flag: other viewers stay connected
    m_isClientInitSent = true;
}

void RfbLogin::sendClientInit()
{
    if (!m_isClientInitSent) {
        appendClientInit();
    }
    expectPart(HandshakePart::ServerInitHeader, 24);
}

bool RfbLogin::isClientInitSent() const
{
    return m_isClientInitSent;
}

void RfbLogin::feedServerInit(std::span<const std::uint8_t> bytes)
{
    const std::uint8_t *p = bytes.data();
    m_serverInit.width = read16(p);
    m_serverInit.height = read16(p + 2);
    PixelFormat &format = m_serverInit.format;
    format.bitsPerPixel = p[4];
    format.depth = p[5];
    format.bigEndian = p[6] != 0;
    format.trueColor = p[7] != 0;
    format.redMax = read16(p + 8);
    format.greenMax = read16(p + 10);
    format.blueMax = read16(p + 12);
    format.redShift = p[14];
    format.greenShift = p[15];
    format.blueShift = p[16];
    const std::uint32_t nameLength = read32(p + 20);
    if (m_serverInit.width == 0 || m_serverInit.height == 0 || nameLength > maxServerName) {
        fail(FailureCode::Malformed, {});
    } else if (!RfbWire::isValidSize(m_serverInit.width, m_serverInit.height)) {
        fail(FailureCode::TooLarge, std::to_string(m_serverInit.width) + "x" + std::to_string(m_serverInit.height));
    } else if (nameLength == 0) {
        m_state = State::Finished;
        m_neededBytes = 0;
    } else {
        expectPart(HandshakePart::DesktopName, nameLength);
    }
}

Bytes RfbLogin::takeOutput()
{
    return std::exchange(m_bytesToSend, {});
}

std::optional<RfbWire::Progress> RfbLogin::takeProgress()
{
    return std::exchange(m_progress, std::nullopt);
}

const ServerInit &RfbLogin::serverInit() const
{
    return m_serverInit;
}

const SessionError &RfbLogin::refusal() const
{
    return m_refusal;
}
}
