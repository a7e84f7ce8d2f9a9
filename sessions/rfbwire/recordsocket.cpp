// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbwire/recordsocket.h"

#include "sessions/rfbwire/messages.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace Nightdesk::RfbWire
{
namespace
{
// Room for more descriptors than are allowed, so that surplus ones are noticed and closed instead of being discarded silently.
constexpr std::size_t fdRoom = 8;

SocketProblem socketProblemOf(int error)
{
    switch (error) {
    case EAGAIN:
    case ENOBUFS:
        return SocketProblem::WouldBlock;
    case EPIPE:
    case ECONNRESET:
    case ENOTCONN:
        return SocketProblem::Closed;
    case EMSGSIZE:
        return SocketProblem::TooLong;
    default:
        return SocketProblem::Failed;
    }
}

std::vector<UniqueFd> takeFds(msghdr &message)
{
    std::vector<UniqueFd> fds;
    for (cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) {
            continue;
        }
        const std::size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (std::size_t i = 0; i < count; ++i) {
            int fd = -1;
            std::memcpy(&fd, CMSG_DATA(header) + i * sizeof(int), sizeof(int));
            fds.emplace_back(fd);
        }
    }
    return fds;
}
}

std::expected<void, SocketProblem> sendRecord(int socket, std::span<const std::byte> record, int fd)
{
    if (record.empty() || record.size() > maxRecord) {
        return std::unexpected(SocketProblem::TooLong);
    }
    iovec part{const_cast<std::byte *>(record.data()), record.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (fd >= 0) {
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        std::memcpy(CMSG_DATA(header), &fd, sizeof(int));
    }
    ssize_t sent = -1;
    do {
        sent = ::sendmsg(socket, &message, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    if (sent < 0) {
        return std::unexpected(socketProblemOf(errno));
    }
    return {};
}

std::expected<Record, SocketProblem> receiveRecord(int socket)
{
    Record record;
    record.bytes.resize(maxRecord);
    iovec part{record.bytes.data(), record.bytes.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(fdRoom * sizeof(int))> control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    ssize_t size = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    // ECONNRESET: the peer closed its socket without reading all records sent to it. The kernel reports this once; records that the peer sent before
    // can still be received after that.
    while (size < 0 && (errno == EINTR || errno == ECONNRESET)) {
        size = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    }
    if (size < 0) {
        return std::unexpected(socketProblemOf(errno));
    }
    std::vector<UniqueFd> fds = takeFds(message);
    if (size == 0) {
        // The peer closed the socket. An empty record also gives size 0; it is not valid, so it is treated in the same way.
        return std::unexpected(SocketProblem::Closed);
    }
    if (fds.size() > 1 || (message.msg_flags & MSG_CTRUNC)) {
        return std::unexpected(SocketProblem::TooManyFds);
    }
    if (message.msg_flags & MSG_TRUNC) {
        return std::unexpected(SocketProblem::TooLong);
    }
    record.bytes.resize(static_cast<std::size_t>(size));
    if (!fds.empty()) {
        record.fd = std::move(fds.front());
    }
    return record;
}
}
