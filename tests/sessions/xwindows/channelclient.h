// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/xwindows/protocol/cookietable.h"
#include "sessions/xwindows/protocol/xsetuprequest.h"
#include "tests/sessions/xwindows/octets.h"
#include "tests/support/waitfor.h"

#include <linux/sockios.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <chrono>
#include <span>

namespace Nightdesk::Test
{
/// The far end of an X channel, written by hand.
class ChannelClient
{
public:
    ChannelClient()
    {
        int pair[2] = {-1, -1};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0) {
            m_own.reset(pair[0]);
            m_channel.reset(pair[1]);
        }
    }
    SharedFd channel()
    {
        return shareFd(std::move(m_channel));
    }
    bool send(std::span<const std::uint8_t> bytes)
    {
        return ::send(m_own.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
    }
    /// The relay has read all that was sent, or has closed the channel.
    bool isTaken() const
    {
        int waiting = 0;
        return ::ioctl(m_own.get(), SIOCOUTQ, &waiting) != 0 || waiting == 0;
    }
    /// As much as fits without waiting, in requests.
    std::size_t push(std::size_t size)
    {
        const Octets bytes(65536, 7);
        std::size_t sent = 0;
        while (sent < size) {
            const ssize_t count = ::send(m_own.get(), bytes.data(), std::min(bytes.size(), size - sent), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (count <= 0) {
                break;
            }
            sent += static_cast<std::size_t>(count);
        }
        return sent;
    }
    Octets receive(std::size_t size, std::chrono::milliseconds limit = std::chrono::seconds(20))
    {
        Octets bytes;
        const auto deadline = std::chrono::steady_clock::now() + limit;
        while (bytes.size() < size && std::chrono::steady_clock::now() < deadline) {
            pollfd waiting = {.fd = m_own.get(), .events = POLLIN, .revents = 0};
            if (::poll(&waiting, 1, 100) == 1) {
                Octets part(size - bytes.size());
                const ssize_t count = ::recv(m_own.get(), part.data(), part.size(), 0);
                if (count <= 0) {
                    break;
                }
                bytes.insert(bytes.end(), part.begin(), part.begin() + count);
            }
        }
        return bytes;
    }
    bool reachesEnd()
    {
        return waitFor([this] {
            Octets part(65536);
            return ::recv(m_own.get(), part.data(), part.size(), MSG_DONTWAIT) == 0;
        });
    }
    void close()
    {
        m_own.reset();
    }

private:
    UniqueFd m_own;
    UniqueFd m_channel;
};

/// The first packet of an X client.
inline Octets hello(bool bigEndian, std::string_view cookie, std::string_view protocol = xCookieProtocol)
{
    return XSetupRequest{.bigEndian = bigEndian, .majorVersion = 11, .minorVersion = 0, .authorizationName = {}, .authorizationData = {}, .packetSize = 0}
        .withAuthorization(protocol, cookie);
}
}
