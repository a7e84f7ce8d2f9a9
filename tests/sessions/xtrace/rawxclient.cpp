// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rawxclient.h"

#include "sessions/xwindows/protocol/xmessage.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

namespace Nightdesk::Test
{
RawXClient::RawXClient(const std::string &socket, bool bigEndian, const XStreamReader::Sink &sink)
    : m_bigEndian(bigEndian)
    , m_make(bigEndian)
    , m_reader(sink)
    , m_socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (socket.size() >= sizeof(address.sun_path)) {
        return;
    }
    std::memcpy(address.sun_path, socket.data(), socket.size());
    if (::connect(m_socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof(address)) != 0 || !write(m_make.setup()) || !need(8)) {
        return;
    }
    const std::size_t size = 8 + std::size_t(XBytes::read16(&m_told[6], bigEndian)) * 4;
    if (m_told[0] != 1 || !need(size)) {
        return;
    }
    const Octets setup = take(size);
    m_base = number(setup, 12);
    const std::size_t screen = 40 + XBytes::padded(XBytes::read16(&setup[24], bigEndian)) + std::size_t(setup[29]) * 8;
    m_root = number(setup, screen);
    m_visual = number(setup, screen + 32);
    m_open = true;
}

bool RawXClient::isOpen() const
{
    return m_open;
}

const XStreamMaker &RawXClient::make() const
{
    return m_make;
}

std::uint32_t RawXClient::root() const
{
    return m_root;
}

std::uint32_t RawXClient::visual() const
{
    return m_visual;
}

std::uint32_t RawXClient::newResourceId()
{
    return m_base + ++m_ids;
}

std::uint32_t RawXClient::number(const Octets &bytes, std::size_t at) const
{
    return XBytes::read32(&bytes[at], m_bigEndian);
}

bool RawXClient::write(const Octets &bytes)
{
    m_reader.readBytesFromProgram(bytes, 0);
    for (std::size_t at = 0; at < bytes.size();) {
        const ssize_t written = ::send(m_socket.get(), &bytes[at], bytes.size() - at, MSG_NOSIGNAL);
        if (written <= 0) {
            return false;
        }
        at += static_cast<std::size_t>(written);
    }
    return true;
}

bool RawXClient::need(std::size_t count)
{
    while (m_told.size() < count) {
        pollfd fd{.fd = m_socket.get(), .events = POLLIN, .revents = 0};
        std::uint8_t bytes[4096];
        const ssize_t got = ::poll(&fd, 1, 20000) == 1 ? ::recv(m_socket.get(), bytes, sizeof(bytes), 0) : -1;
        if (got <= 0) {
            return false;
        }
        m_told.insert(m_told.end(), bytes, bytes + got);
        m_reader.readBytesToProgram(std::span(bytes).first(static_cast<std::size_t>(got)), 0);
    }
    return true;
}

Octets RawXClient::take(std::size_t count)
{
    const auto end = m_told.begin() + static_cast<std::ptrdiff_t>(count);
    Octets taken(m_told.begin(), end);
    m_told.erase(m_told.begin(), end);
    return taken;
}

std::uint32_t RawXClient::say(const Octets &request)
{
    m_open &= write(request);
    return ++m_sequence;
}

Octets RawXClient::answer(std::uint32_t sequence)
{
    while (need(XMessage::unit)) {
        const std::size_t size = XMessage::size(m_told, m_bigEndian);
        if (!need(size)) {
            break;
        }
        Octets message = take(size);
        const bool isAnswer = message[0] == XMessage::reply || message[0] == XMessage::error;
        if (isAnswer && XBytes::read16(&message[2], m_bigEndian) == (sequence & 0xffff)) {
            return message;
        }
    }
    m_open = false;
    return {};
}

std::uint8_t RawXClient::extension(std::string_view name)
{
    const Octets told = answer(say(m_make.queryExtension(name)));
    return !told.empty() && told[0] == XMessage::reply && told[8] != 0 ? told[9] : 0;
}

std::string_view RawXClient::problem() const
{
    return m_reader.problem();
}

void RawXClient::close()
{
    m_socket.reset();
}
}
