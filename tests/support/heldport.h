// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>

namespace Nightdesk::Test
{
/// A TCP port of 127.0.0.1 that the system gives to nobody who asks for a free one, as long as this object exists. Nobody listens at it: a server that
/// sets SO_REUSEADDR can, and again when it has ended. Plain C++, any thread.
class HeldPort
{
public:
    HeldPort()
        : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        const int on = 1;
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof(address);
        if (::setsockopt(m_socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) == 0
            && ::bind(m_socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof(address)) == 0
            && ::getsockname(m_socket.get(), reinterpret_cast<sockaddr *>(&address), &size) == 0) {
            m_number = ntohs(address.sin_port);
        }
    }

    std::uint16_t number() const ///< 0: there is none
    {
        return m_number;
    }
    /// For the test itself to listen there.
    void release()
    {
        m_socket.reset();
    }

private:
    UniqueFd m_socket;
    std::uint16_t m_number = 0;
};
}
