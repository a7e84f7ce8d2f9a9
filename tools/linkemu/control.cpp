// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/linkemu/control.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

namespace Nightdesk
{
namespace
{
constexpr std::size_t recordSize = 4096;
constexpr std::size_t mostClients = 16;
constexpr std::size_t mostDescriptors = 2;
constexpr int answerLimit = 10; // s

std::expected<sockaddr_un, SystemError> addressOf(const std::string &path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) {
        return std::unexpected(path + ": too long for a socket; expected at most " + std::to_string(sizeof address.sun_path - 1) + " bytes");
    }
    path.copy(address.sun_path, path.size());
    return address;
}

/// Makes the directory, or sees that nobody else may use it. True when it was made.
std::expected<bool, SystemError> privateDirectory(const std::string &directory)
{
    if (::mkdir(directory.c_str(), 0700) == 0) {
        return true;
    }
    struct stat found{};
    if (::stat(directory.c_str(), &found) < 0 || !S_ISDIR(found.st_mode)) {
        return std::unexpected(systemError("cannot make the directory " + directory, errno));
    }
    if (found.st_uid != ::geteuid() || (found.st_mode & 077) != 0) {
        return std::unexpected(directory + ": expected a directory that is yours alone (mode 0700)");
    }
    return false;
}

bool isAbandoned(const sockaddr_un &address)
{
    const Descriptor probe(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    return ::connect(probe.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) < 0 && errno == ECONNREFUSED;
}

/// One record out, with descriptors.
bool sendRecord(int fd, std::string_view text, const std::vector<int> &descriptors)
{
    iovec data{const_cast<char *>(text.data()), text.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(mostDescriptors * sizeof(int))> space{};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    if (!descriptors.empty()) {
        message.msg_control = space.data();
        message.msg_controllen = CMSG_SPACE(descriptors.size() * sizeof(int));
        cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(descriptors.size() * sizeof(int));
        std::memcpy(CMSG_DATA(header), descriptors.data(), descriptors.size() * sizeof(int));
    }
    return ::sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0;
}

/// One record in; empty at the end of the connection or after an error.
std::optional<ControlReply> receiveRecord(int fd)
{
    std::array<char, recordSize> bytes;
    iovec data{bytes.data(), bytes.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(mostDescriptors * sizeof(int))> space{};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = space.data();
    message.msg_controllen = space.size();
    errno = 0; // the end of the connection is no error of an earlier call
    const ssize_t size = ::recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
    if (size <= 0) {
        return std::nullopt;
    }
    ControlReply reply{.text = std::string(bytes.data(), static_cast<std::size_t>(size)), .descriptors = {}};
    const cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header != nullptr && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
        std::array<int, mostDescriptors> fds{};
        const std::size_t length = header->cmsg_len - CMSG_LEN(0);
        std::memcpy(fds.data(), CMSG_DATA(header), length);
        for (std::size_t i = 0; i < length / sizeof(int); ++i) {
            reply.descriptors.emplace_back(fds[i]);
        }
    }
    return reply;
}
}

std::expected<ControlServer, SystemError> ControlServer::listen(const std::string &path)
{
    std::error_code ignored;
    const std::filesystem::path full = std::filesystem::absolute(path, ignored);
    const auto address = addressOf(full.string());
    if (!address) {
        return std::unexpected(address.error());
    }
    const auto made = privateDirectory(full.parent_path().string());
    if (!made) {
        return std::unexpected(made.error());
    }
    ControlServer server;
    server.m_file.path = full.string();
    server.m_file.madeDirectory = *made ? full.parent_path().string() : std::string();
    server.m_listening = Descriptor(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (isAbandoned(*address)) {
        ::unlink(address->sun_path);
    }
    struct stat found{};
    if (!server.m_listening || ::bind(server.m_listening.get(), reinterpret_cast<const sockaddr *>(&*address), sizeof *address) < 0
        || ::listen(server.m_listening.get(), mostClients) < 0 || ::lstat(address->sun_path, &found) < 0) {
        const SystemError error = systemError("cannot make the socket " + full.string(), errno);
        if (*made) {
            ::rmdir(full.parent_path().c_str());
        }
        return std::unexpected(error);
    }
    server.m_file.device = found.st_dev;
    server.m_file.inode = found.st_ino;
    return server;
}

const ControlFile &ControlServer::file() const
{
    return m_file;
}

void ControlServer::addTo(std::vector<pollfd> &waits) const
{
    waits.push_back({m_listening.get(), POLLIN, 0});
    for (const Descriptor &client : m_clients) {
        waits.push_back({client.get(), POLLIN, 0});
    }
}

void ControlServer::serve(const Handler &handler)
{
    while (true) {
        Descriptor client(::accept4(m_listening.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!client) {
            break;
        }
        if (m_clients.size() < mostClients) {
            m_clients.push_back(std::move(client));
        }
    }
    std::erase_if(m_clients, [&handler](const Descriptor &client) {
        const auto request = receiveRecord(client.get());
        if (!request) {
            return errno != EAGAIN;
        }
        const ControlAnswer answer = handler(request->text);
        return !sendRecord(client.get(), answer.text, answer.descriptors);
    });
}

std::expected<ControlReply, SystemError> askControl(const std::string &path, const std::string &request)
{
    const auto address = addressOf(path);
    if (!address) {
        return std::unexpected(address.error());
    }
    if (request.size() > recordSize) {
        return std::unexpected(std::string("too many arguments for one request"));
    }
    const Descriptor socket(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
    const timeval limit{.tv_sec = answerLimit, .tv_usec = 0};
    ::setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    if (::connect(socket.get(), reinterpret_cast<const sockaddr *>(&*address), sizeof *address) < 0) {
        return std::unexpected(systemError("no emulator at " + path, errno));
    }
    std::optional<ControlReply> reply;
    if (sendRecord(socket.get(), request, {})) {
        reply = receiveRecord(socket.get());
    }
    if (!reply) {
        return std::unexpected("the emulator at " + path + " does not answer");
    }
    if (reply->text.starts_with("error: ")) {
        return std::unexpected(reply->text.substr(7));
    }
    return std::move(*reply);
}
}
