// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/rfbworker/scriptedserver.h"

#include "sessions/rfbworker/protocol/encodingoffer.h"
#include "tests/sessions/rfbwire/checker.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>

namespace Nightdesk::Test
{
using Clock = std::chrono::steady_clock;
using Rfb::append16;
using Rfb::append32;
using Rfb::append8;

namespace
{
bool waitFor(int fd, short events, Clock::time_point deadline)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    pollfd p{fd, events, 0};
    return left.count() > 0 && ::poll(&p, 1, static_cast<int>(left.count())) > 0;
}
}

ScriptedServer::ScriptedServer(UniqueFd fd)
    : m_fd(std::move(fd))
{
}

void ScriptedServer::send(const Bytes &bytes)
{
    sendWithin(bytes, patience);
}

void ScriptedServer::send(const std::string &bytes)
{
    send(Bytes(bytes.begin(), bytes.end()));
}

std::size_t ScriptedServer::sendWithin(const Bytes &bytes, std::chrono::milliseconds limit)
{
    std::size_t at = 0;
    while (at < bytes.size()) {
        const ssize_t sent = ::send(m_fd.get(), bytes.data() + at, bytes.size() - at, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent > 0) {
            at += static_cast<std::size_t>(sent);
        } else if (errno != EAGAIN || !waitFor(m_fd.get(), POLLOUT, Clock::now() + limit)) {
            break;
        }
    }
    return at;
}

ScriptedServer::Bytes ScriptedServer::receive(std::size_t size, std::chrono::milliseconds limit)
{
    const auto deadline = Clock::now() + limit;
    Bytes bytes(size);
    std::size_t at = 0;
    while (at < size) {
        const ssize_t got = ::recv(m_fd.get(), bytes.data() + at, size - at, MSG_DONTWAIT);
        if (got > 0) {
            at += static_cast<std::size_t>(got);
        } else if (got == 0 || errno != EAGAIN || !waitFor(m_fd.get(), POLLIN, deadline)) {
            break;
        }
    }
    bytes.resize(at);
    return bytes;
}

void ScriptedServer::hangUp()
{
    m_fd.reset();
}

void ScriptedServer::stopSending()
{
    ::shutdown(m_fd.get(), SHUT_WR);
}

ScriptedServer::Bytes ScriptedServer::serverInit(std::uint32_t width, std::uint32_t height, bool colorMapped)
{
    Bytes m;
    append16(m, width);
    append16(m, height);
    const Bytes format = colorMapped ? Bytes{8, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0} : Bytes{32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0};
    m.insert(m.end(), format.begin(), format.end());
    append32(m, 4);
    m.insert(m.end(), {'t', 'e', 's', 't'});
    return m;
}

void ScriptedServer::logIn(std::uint32_t width, std::uint32_t height, bool colorMapped)
{
    send("RFB 003.008\n");
    receive(12);
    send(Bytes{1, 1});
    receive(1);
    send(Bytes{0, 0, 0, 0});
    receive(1);
    send(serverInit(width, height, colorMapped));
}

void ScriptedServer::knowNineButtons()
{
    m_nineButtons = true;
}

const ScriptedServer::Bytes ScriptedServer::wakeEvent{4, 0, 0, 0, 0, 0, 0xff, 0x14}; // Scroll Lock

void ScriptedServer::showWakeEvents()
{
    m_showsWakeEvents = true;
}

ScriptedServer::Bytes ScriptedServer::receiveMessage(std::chrono::milliseconds limit)
{
    const auto deadline = Clock::now() + limit;
    for (;;) {
        Bytes m = receiveAnyMessage(std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()));
        if (m_showsWakeEvents || m != wakeEvent) {
            return m;
        }
    }
}

ScriptedServer::Bytes ScriptedServer::receiveAnyMessage(std::chrono::milliseconds limit)
{
    Bytes m = receive(1, limit);
    if (m.empty()) {
        return m;
    }
    const auto more = [this, &m](std::size_t size) {
        const Bytes part = receive(size);
        m.insert(m.end(), part.begin(), part.end());
        return part.size() == size;
    };
    switch (m[0]) {
    case 0:
        more(19);
        break;
    case 2:
        if (more(3)) {
            more(4u * Rfb::read16(m.data() + 2));
        }
        break;
    case 3:
        more(9);
        break;
    case 4:
        more(7);
        break;
    case 5:
        if (more(5) && m_nineButtons && (m[1] & 0x80)) {
            more(1);
        }
        break;
    case 6:
        if (more(7)) {
            const std::uint32_t length = Rfb::read32(m.data() + 4);
            more(length < 0x80000000U ? length : 0U - length); // an extended clipboard's is negative
        }
        break;
    case 251:
        if (more(7)) {
            more(16u * m[6]);
        }
        break;
    case 150:
        more(9);
        break;
    case 248:
        if (more(8)) {
            more(m[8]);
        }
        break;
    case 255:
        more(11);
        break;
    default:
        report(__FILE__, __LINE__, "the worker sent a message of type " + std::to_string(m[0]));
    }
    return m;
}

ScriptedServer::Bytes ScriptedServer::receiveInput(std::chrono::milliseconds limit)
{
    const auto deadline = Clock::now() + limit;
    for (;;) {
        Bytes m = receiveMessage(std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()));
        if (m.empty() || m[0] == 4 || m[0] == 5) {
            return m;
        }
    }
}

ScriptedServer::Bytes ScriptedServer::receiveMessageOfType(std::uint8_t type, std::chrono::milliseconds limit)
{
    const auto deadline = Clock::now() + limit;
    for (;;) {
        Bytes m = receiveMessage(std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()));
        if (m.empty() || m[0] == type) {
            return m;
        }
    }
}

ScriptedServer::Bytes ScriptedServer::updateHead(std::uint32_t rects)
{
    Bytes m{0, 0};
    append16(m, rects);
    return m;
}

ScriptedServer::Bytes ScriptedServer::rectHead(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height, std::int32_t encoding)
{
    Bytes m;
    append16(m, x);
    append16(m, y);
    append16(m, width);
    append16(m, height);
    append32(m, static_cast<std::uint32_t>(encoding));
    return m;
}

ScriptedServer::Bytes ScriptedServer::firstEncodings(RfbWire::Quality quality, bool colorMapped)
{
    Rfb::EncodingOffer offer = Rfb::EncodingOffer::forQuality(quality, colorMapped);
    offer.offersScreenLayout = false;
    return offer.message();
}

ScriptedServer::Bytes ScriptedServer::encodings(RfbWire::Quality quality, bool colorMapped)
{
    return Rfb::EncodingOffer::forQuality(quality, colorMapped).message();
}

ScriptedServer::Bytes ScriptedServer::fence(std::uint32_t flags, const Bytes &payload)
{
    Bytes m{248, 0, 0, 0};
    append32(m, flags);
    append8(m, static_cast<std::uint32_t>(payload.size()));
    m.insert(m.end(), payload.begin(), payload.end());
    return m;
}

ScriptedServer::Bytes
ScriptedServer::rawUpdate(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height, std::uint32_t color, bool colorMapped)
{
    Bytes m = updateHead(1);
    const Bytes head = rectHead(x, y, width, height, 0);
    m.insert(m.end(), head.begin(), head.end());
    for (std::uint32_t i = 0; i < width * height; ++i) {
        append8(m, color);
        if (!colorMapped) {
            append8(m, color >> 8);
            append8(m, color >> 16);
            append8(m, 0);
        }
    }
    return m;
}

Rig::Rig(std::pair<UniqueFd, UniqueFd> stream, const RfbWire::Start &start, bool startIt)
    : server(std::move(stream.second))
    , console(std::move(stream.first), start, startIt)
{
}

Rig::Rig(std::uint32_t width, std::uint32_t height, const RfbWire::Start &start, bool colorMapped)
    : Rig(makeStream(), start)
{
    server.logIn(width, height, colorMapped);
}
}
