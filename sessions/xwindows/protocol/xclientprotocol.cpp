// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/protocol/xclientprotocol.h"

#include "sessions/xwindows/protocol/cookietable.h"
#include "sessions/xwindows/protocol/xmessage.h"
#include "sessions/xwindows/protocol/xsetupreply.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
constexpr std::size_t fixedSetup = 40;
constexpr std::size_t format = 8;
constexpr std::size_t fixedScreen = 40;
/// After this many requests without a reply, one is requested, long before the 16-bit sequence numbers wrap around.
constexpr std::uint64_t requestsBeforeReplyRequest = 16384;
constexpr std::uint64_t maxRequestsWithoutReply = 3 * requestsBeforeReplyRequest;
constexpr std::uint8_t getInputFocus = 43;

struct EmptyRequest {
    std::uint8_t opcode = 0;
    std::uint8_t pad = 0;
    std::uint16_t length = 0;
};
}

XClientProtocol::XClientProtocol(std::string_view cookie, const std::function<void()> &opened, const Event &event)
    : m_openedCallback(opened)
    , m_eventHandler(event)
{
    XSetupRequest setupRequest;
    setupRequest.bigEndian = bigEndian;
    setupRequest.majorVersion = 11;
    m_unsentBytes = setupRequest.withAuthorization(cookie.empty() ? std::string_view() : xCookieProtocol, cookie);
}

XClientProtocol::Stage XClientProtocol::stage() const
{
    return m_stage;
}

const std::string &XClientProtocol::problem() const
{
    return m_problem;
}

const XClientProtocol::Screen &XClientProtocol::screen() const
{
    return m_screen;
}

std::span<const std::uint8_t> XClientProtocol::setup() const
{
    return m_setupReply;
}

std::size_t XClientProtocol::unansweredRequestCount() const
{
    return m_unansweredRequests.size();
}

std::span<const std::uint8_t> XClientProtocol::output() const
{
    return m_unsentBytes;
}

void XClientProtocol::removeSentOutput(std::size_t size)
{
    m_unsentBytes.erase(m_unsentBytes.begin(), m_unsentBytes.begin() + static_cast<std::ptrdiff_t>(std::min(size, m_unsentBytes.size())));
}

void XClientProtocol::end(Stage stage, std::string_view problem)
{
    m_stage = stage;
    m_problem = problem;
    m_receivedBytes = {};
    m_unsentBytes.clear();
}

void XClientProtocol::write(std::span<const std::uint8_t> head, std::span<const std::uint8_t> tail)
{
    if (m_stage != Stage::Open) {
        return;
    }
    if (m_unsentBytes.size() + head.size() + tail.size() > maxOutputSize || m_sentRequestCount - m_lastProcessedSequence > maxRequestsWithoutReply
        || m_unansweredRequests.size() > maxUnansweredRequests) {
        end(Stage::Broken, "it does not answer");
        return;
    }
    m_unsentBytes.insert(m_unsentBytes.end(), head.begin(), head.end());
    m_unsentBytes.insert(m_unsentBytes.end(), tail.begin(), tail.end());
    m_unsentBytes.insert(m_unsentBytes.end(), XBytes::padded(tail.size()) - tail.size(), 0);
    ++m_sentRequestCount;
    if (m_sentRequestCount - m_lastProcessedSequence > requestsBeforeReplyRequest && m_unansweredRequests.empty()) {
        sendRequestWithReply(EmptyRequest{.opcode = getInputFocus}, {}, [](std::span<const std::uint8_t>) { });
    }
}

void XClientProtocol::receive(std::span<const std::uint8_t> bytes)
{
    if (m_stage == Stage::Setup) {
        m_receivedBytes.insert(m_receivedBytes.end(), bytes.begin(), bytes.end());
        readServerSetup();
        bytes = {};
    }
    if (m_stage != Stage::Open) {
        return;
    }
    // Usually no incomplete message remained, so no copy is needed.
    std::vector<std::uint8_t> kept = std::exchange(m_receivedBytes, {});
    if (!kept.empty()) {
        kept.insert(kept.end(), bytes.begin(), bytes.end());
        bytes = kept;
    }
    while (bytes.size() >= XMessage::unit) {
        const std::size_t size = XMessage::size(bytes, bigEndian);
        if (size > maxMessageSize) {
            end(Stage::Broken, "it announced a message that is too long");
            return;
        }
        if (bytes.size() < size) {
            break;
        }
        if (!handleCompleteMessage(bytes.first(size)) || m_stage != Stage::Open) {
            return;
        }
        bytes = bytes.subspan(size);
    }
    if (kept.empty() || bytes.size() != kept.size()) {
        m_receivedBytes.assign(bytes.begin(), bytes.end());
    } else {
        m_receivedBytes = std::move(kept); // all bytes belong to one incomplete message: they are kept without a copy
    }
}

bool XClientProtocol::handleCompleteMessage(std::span<const std::uint8_t> message)
{
    const std::uint8_t type = XMessage::type(message);
    if (type != XMessage::keymapNotify) {
        const std::uint64_t step = static_cast<std::uint16_t>(XBytes::read16(&message[2], bigEndian) - static_cast<std::uint16_t>(m_lastProcessedSequence));
        m_lastProcessedSequence += step;
        if (m_lastProcessedSequence > m_sentRequestCount) {
            end(Stage::Broken, "it answered what was not asked");
            return false;
        }
        // Replies come in order: all earlier requests must have their reply.
        if (!m_unansweredRequests.empty() && m_unansweredRequests.front().sequence < m_lastProcessedSequence) {
            end(Stage::Broken, "it left a question unanswered");
            return false;
        }
    }
    const bool isAnswer = message[0] == XMessage::reply || message[0] == XMessage::error;
    if (!isAnswer) {
        m_eventHandler(message);
        return true;
    }
    if (m_unansweredRequests.empty() || m_unansweredRequests.front().sequence != m_lastProcessedSequence) {
        if (message[0] == XMessage::reply) {
            end(Stage::Broken, "it answered what was not asked");
            return false;
        }
        return true; // an error for a request without a reply, such as on a window that was destroyed meanwhile
    }
    const Answer answer = std::move(m_unansweredRequests.front().answer);
    m_unansweredRequests.pop_front();
    answer(message[0] == XMessage::reply ? message : std::span<const std::uint8_t>());
    return true;
}

void XClientProtocol::readServerSetup()
{
    XSetupReply reply;
    switch (XSetupReply::parse(m_receivedBytes, bigEndian, reply)) {
    case XSetupParseResult::NeedMore:
        return;
    case XSetupParseResult::Malformed:
        end(Stage::Broken, "it is no X server");
        return;
    case XSetupParseResult::Complete:
        break;
    }
    if (reply.status != XSetupReply::Status::Success) {
        end(Stage::Refused, reply.reason);
        return;
    }
    if (m_receivedBytes.size() < reply.packetSize) {
        return;
    }
    if (!findScreen(std::span(m_receivedBytes).first(reply.packetSize))) {
        end(Stage::Broken, "its setup has no screen");
        return;
    }
    const std::vector<std::uint8_t> whole = std::exchange(m_receivedBytes, {});
    m_receivedBytes.assign(whole.begin() + static_cast<std::ptrdiff_t>(reply.packetSize), whole.end());
    m_setupReply = std::span(whole).first(reply.packetSize);
    m_stage = Stage::Open;
    m_openedCallback();
    m_setupReply = {};
}

bool XClientProtocol::findScreen(std::span<const std::uint8_t> setup)
{
    if (setup.size() < fixedSetup || setup[28] == 0) {
        return false;
    }
    const std::size_t at = fixedSetup + XBytes::padded(XBytes::read16(&setup[24], bigEndian)) + setup[29] * format;
    if (setup.size() < at + fixedScreen) {
        return false;
    }
    const std::uint8_t *screen = &setup[at];
    m_screen = {
        .root = XBytes::read32(screen, bigEndian),
        .width = XBytes::read16(screen + 20, bigEndian),
        .height = XBytes::read16(screen + 22, bigEndian),
        .depth = screen[38],
        .imagesAreBigEndian = setup[30] != 0,
        .bitmapsAreMsbFirst = setup[31] != 0,
    };
    return m_screen.root != 0;
}
}
