// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/linkemu/netsetup.h"

#include "tools/linkemu/descriptor.h"

#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <linux/ethtool.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <linux/veth.h>
#include <net/if.h>
#include <span>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <vector>

namespace Nightdesk
{
namespace
{
constexpr int transmitQueue = 10000; // packets; the queue of the link is ours, the kernel's must not be the bottleneck
constexpr int prefixLength = 30;

ifreq requestFor(const std::string &name)
{
    ifreq request{};
    name.copy(request.ifr_name, IFNAMSIZ - 1);
    return request;
}

std::expected<void, SystemError> doIoctl(unsigned long number, ifreq &request, const std::string &what)
{
    const Descriptor socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (!socket || ::ioctl(socket.get(), number, &request) < 0) {
        return std::unexpected(systemError(what, errno));
    }
    return {};
}

std::expected<void, SystemError> addFlags(const std::string &name, int flags)
{
    ifreq request = requestFor(name);
    return doIoctl(SIOCGIFFLAGS, request, "cannot read the flags of " + name).and_then([&] {
        request.ifr_flags = static_cast<short>(request.ifr_flags | flags);
        return doIoctl(SIOCSIFFLAGS, request, "cannot bring up " + name);
    });
}

std::expected<void, SystemError> setAddress(const std::string &name, unsigned long number, in_addr address)
{
    ifreq request = requestFor(name);
    sockaddr_in value{};
    value.sin_family = AF_INET;
    value.sin_addr = address;
    std::memcpy(&request.ifr_addr, &value, sizeof value);
    return doIoctl(number, request, "cannot set the address of " + name);
}

bool writeSetting(const std::string &path, const std::string &value)
{
    const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    return file && ::write(file.get(), value.data(), value.size()) == static_cast<ssize_t>(value.size());
}

/// A netlink message about an interface as it grows: attributes are appended, nested ones closed by their start.
class NetlinkMessage
{
public:
    NetlinkMessage(const std::string &name, int flags)
    {
        nlmsghdr header{};
        header.nlmsg_type = RTM_NEWLINK;
        header.nlmsg_flags = static_cast<std::uint16_t>(NLM_F_REQUEST | NLM_F_ACK | flags);
        append(header);
        append(ifinfomsg{});
        attribute(IFLA_IFNAME, name);
        attribute(IFLA_MTU, static_cast<std::uint32_t>(linkMtu));
        attribute(IFLA_TXQLEN, static_cast<std::uint32_t>(transmitQueue));
    }
    template<typename Part>
    void append(const Part &part)
    {
        appendBytes(&part, sizeof part);
    }
    std::size_t begin(int type)
    {
        const std::size_t start = m_bytes.size();
        rtattr attribute{};
        attribute.rta_type = static_cast<unsigned short>(type);
        append(attribute);
        return start;
    }
    void end(std::size_t start)
    {
        const auto length = static_cast<unsigned short>(m_bytes.size() - start);
        std::memcpy(m_bytes.data() + start + offsetof(rtattr, rta_len), &length, sizeof length);
        m_bytes.resize(NLMSG_ALIGN(m_bytes.size()));
    }
    void attribute(int type, const void *data, std::size_t size)
    {
        const std::size_t start = begin(type);
        appendBytes(data, size);
        m_bytes.resize(start + RTA_LENGTH(size));
        end(start);
    }
    void attribute(int type, const std::string &text)
    {
        attribute(type, text.c_str(), text.size() + 1);
    }
    void attribute(int type, std::uint32_t number)
    {
        attribute(type, &number, sizeof number);
    }
    std::span<char> finished()
    {
        const auto length = static_cast<std::uint32_t>(m_bytes.size());
        std::memcpy(m_bytes.data() + offsetof(nlmsghdr, nlmsg_len), &length, sizeof length);
        return m_bytes;
    }

private:
    void appendBytes(const void *data, std::size_t size)
    {
        const auto *bytes = static_cast<const char *>(data);
        m_bytes.insert(m_bytes.end(), bytes, bytes + size);
        m_bytes.resize(NLMSG_ALIGN(m_bytes.size()));
    }
    std::vector<char> m_bytes;
};

std::expected<void, SystemError> askKernel(std::span<const char> message, const std::string &what)
{
    const Descriptor socket(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE));
    if (!socket || ::send(socket.get(), message.data(), message.size(), 0) < 0) {
        return std::unexpected(systemError(what, errno));
    }
    alignas(nlmsghdr) std::array<char, 8192> answer{};
    if (::recv(socket.get(), answer.data(), answer.size(), 0) < static_cast<ssize_t>(NLMSG_LENGTH(sizeof(nlmsgerr)))) {
        return std::unexpected(what + ": no answer from the kernel");
    }
    nlmsgerr error{};
    std::memcpy(&error, answer.data() + NLMSG_HDRLEN, sizeof error);
    if (error.error != 0) {
        return std::unexpected(systemError(what, -error.error));
    }
    return {};
}
}

SystemError systemError(const std::string &what, int number)
{
    return what + ": " + std::strerror(number);
}

std::expected<void, SystemError> bringUpLoopback()
{
    return addFlags("lo", IFF_UP);
}

std::expected<void, SystemError> bringUpBare(const std::string &name)
{
    writeSetting("/proc/sys/net/ipv6/conf/" + name + "/disable_ipv6", "1");
    return addFlags(name, IFF_UP | IFF_NOARP);
}

namespace
{
/// By netlink, since the ioctl for the queue's length asks for rights over the whole machine.
std::expected<void, SystemError> setMtuAndQueue(const std::string &name)
{
    NetlinkMessage message(name, 0);
    return askKernel(message.finished(), "cannot set MTU and queue of " + name);
}
}

std::expected<void, SystemError> bringUpInterface(const std::string &name, const std::string &address)
{
    in_addr own{};
    in_addr mask{};
    ::inet_pton(AF_INET, address.c_str(), &own);
    mask.s_addr = htonl(~0U << (32 - prefixLength));
    return setMtuAndQueue(name)
        .and_then([&] {
            return bringUpBare(name);
        })
        .and_then([&] {
            return setAddress(name, SIOCSIFADDR, own);
        })
        .and_then([&] {
            return setAddress(name, SIOCSIFNETMASK, mask);
        });
}

void allowPing()
{
    // Only groups known in the user namespace may be named: all of them, or else just our own.
    if (!writeSetting("/proc/sys/net/ipv4/ping_group_range", "0 2147483647")) {
        const std::string group = std::to_string(::getegid());
        writeSetting("/proc/sys/net/ipv4/ping_group_range", group + ' ' + group);
    }
}

std::expected<void, SystemError> makeVethPair(const std::string &name, const std::string &peerName, const MacAddress &peerAddress, int peerNamespace)
{
    NetlinkMessage message(name, NLM_F_CREATE | NLM_F_EXCL);
    const std::size_t info = message.begin(IFLA_LINKINFO);
    message.attribute(IFLA_INFO_KIND, std::string("veth"));
    const std::size_t data = message.begin(IFLA_INFO_DATA);
    const std::size_t peer = message.begin(VETH_INFO_PEER);
    message.append(ifinfomsg{});
    message.attribute(IFLA_IFNAME, peerName);
    message.attribute(IFLA_ADDRESS, peerAddress.data(), peerAddress.size());
    message.attribute(IFLA_NET_NS_FD, static_cast<std::uint32_t>(peerNamespace));
    message.end(peer);
    message.end(data);
    message.end(info);
    return askKernel(message.finished(), "cannot make a veth pair");
}

std::expected<void, SystemError> switchOffloadsOff(const std::string &name)
{
    // Without checksum offload the kernel also drops scatter-gather and TCP segmentation, which need it; generic
    // segmentation and receive merging have switches of their own.
    for (const std::uint32_t command : {ETHTOOL_STXCSUM, ETHTOOL_SSG, ETHTOOL_STSO, ETHTOOL_SGSO, ETHTOOL_SGRO}) {
        ethtool_value value{};
        value.cmd = command;
        value.data = 0;
        ifreq request = requestFor(name);
        request.ifr_data = reinterpret_cast<char *>(&value);
        const auto done = doIoctl(SIOCETHTOOL, request, "cannot switch offloads of " + name + " off");
        if (!done && (command == ETHTOOL_STXCSUM || command == ETHTOOL_SGSO)) {
            return done;
        }
    }
    return {};
}
}
