// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/path/socketaddress.h"

#include <netdb.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace Nightdesk
{
QString SocketAddress::numericHost() const
{
    char host[NI_MAXHOST] = {};
    ::getnameinfo(reinterpret_cast<const sockaddr *>(&storage), size, host, sizeof host, nullptr, 0, NI_NUMERICHOST);
    return QString::fromLatin1(host);
}

bool SocketAddress::operator==(const SocketAddress &other) const
{
    return size == other.size && std::memcmp(&storage, &other.storage, size) == 0;
}

std::vector<SocketAddress> alternateFamilies(const std::vector<SocketAddress> &addresses)
{
    std::vector<SocketAddress> first;
    std::vector<SocketAddress> second;
    for (const SocketAddress &address : addresses) {
        (address.storage.ss_family == addresses.front().storage.ss_family ? first : second).push_back(address);
    }
    std::vector<SocketAddress> result;
    for (std::size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
        if (i < first.size()) {
            result.push_back(first[i]);
        }
        if (i < second.size()) {
            result.push_back(second[i]);
        }
    }
    return result;
}

std::expected<UniqueFd, int> connectToUnixSocket(const QByteArray &path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (static_cast<std::size_t>(path.size()) >= sizeof address.sun_path) {
        return std::unexpected(ENAMETOOLONG);
    }
    std::memcpy(address.sun_path, path.constData(), static_cast<std::size_t>(path.size()));
    UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd.isValid() || ::connect(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0) {
        return std::unexpected(errno);
    }
    return fd;
}
}
