// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/networkreader.h"

#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>

#include <cstring>
#include <functional>
#include <optional>

namespace Nightdesk
{
namespace
{
/// Copies a struct from the beginning of @p bytes, which need not be aligned; empty: too few bytes.
template<typename Struct>
std::optional<Struct> structAtFront(QByteArrayView bytes)
{
    if (bytes.size() < static_cast<qsizetype>(sizeof(Struct))) {
        return std::nullopt;
    }
    Struct result;
    std::memcpy(&result, bytes.data(), sizeof result);
    return result;
}

/// Calls @p each for every message of a datagram; false: the datagram is malformed.
bool forEachMessage(QByteArrayView datagram, const std::function<void(const nlmsghdr &, QByteArrayView)> &each)
{
    while (!datagram.isEmpty()) {
        const auto header = structAtFront<nlmsghdr>(datagram);
        if (!header || header->nlmsg_len < NLMSG_HDRLEN || header->nlmsg_len > static_cast<std::size_t>(datagram.size())) {
            return false;
        }
        each(*header, datagram.sliced(NLMSG_HDRLEN, header->nlmsg_len - NLMSG_HDRLEN));
        datagram = datagram.sliced(std::min<qsizetype>(NLMSG_ALIGN(header->nlmsg_len), datagram.size()));
    }
    return true;
}

QByteArrayView bytesAfter(QByteArrayView bytes, std::size_t size)
{
    return bytes.sliced(std::min<qsizetype>(static_cast<qsizetype>(NLMSG_ALIGN(size)), bytes.size()));
}

/// The payload of the attribute of type @p wanted; null: none.
QByteArrayView attributePayload(QByteArrayView bytes, int wanted)
{
    while (const auto head = structAtFront<rtattr>(bytes)) {
        if (head->rta_len < RTA_LENGTH(0) || head->rta_len > bytes.size()) {
            break;
        }
        if ((head->rta_type & NLA_TYPE_MASK) == wanted) {
            return bytes.sliced(RTA_LENGTH(0), head->rta_len - RTA_LENGTH(0));
        }
        bytes = bytes.sliced(std::min<qsizetype>(RTA_ALIGN(head->rta_len), bytes.size()));
    }
    return {};
}

quint32 toNumber(QByteArrayView bytes, quint32 otherwise)
{
    return structAtFront<quint32>(bytes).value_or(otherwise);
}

std::optional<NetworkState::Address> parseAddress(QByteArrayView body)
{
    const auto head = structAtFront<ifaddrmsg>(body);
    if (!head || head->ifa_scope >= RT_SCOPE_LINK) {
        return std::nullopt;
    }
    const QByteArrayView attributes = bytesAfter(body, sizeof *head);
    const quint32 flags = toNumber(attributePayload(attributes, IFA_FLAGS), head->ifa_flags);
    // A tentative address is reported again once it is usable. IFA_F_SECONDARY is the same bit as IFA_F_TEMPORARY.
    const quint32 unusableFlags = IFA_F_TENTATIVE | IFA_F_DADFAILED | (head->ifa_family == AF_INET6 ? IFA_F_TEMPORARY : 0);
    QByteArrayView bytes = attributePayload(attributes, IFA_LOCAL); // for a tunnel, IFA_ADDRESS is the remote end
    if (bytes.isNull()) {
        bytes = attributePayload(attributes, IFA_ADDRESS);
    }
    if ((flags & unusableFlags) != 0 || bytes.isEmpty()) {
        return std::nullopt;
    }
    return NetworkState::Address{static_cast<int>(head->ifa_index), bytes.toByteArray()};
}

std::optional<NetworkState::Route> parseDefaultRoute(QByteArrayView body)
{
    const auto head = structAtFront<rtmsg>(body);
    if (!head || head->rtm_dst_len != 0 || head->rtm_type != RTN_UNICAST || (head->rtm_flags & RTM_F_CLONED)) {
        return std::nullopt;
    }
    const QByteArrayView attributes = bytesAfter(body, sizeof *head);
    NetworkState::Route route;
    route.networkInterface = static_cast<int>(toNumber(attributePayload(attributes, RTA_OIF), 0));
    route.family = head->rtm_family;
    route.table = toNumber(attributePayload(attributes, RTA_TABLE), head->rtm_table);
    route.metric = toNumber(attributePayload(attributes, RTA_PRIORITY), 0);
    QByteArrayView gateway = attributePayload(attributes, RTA_GATEWAY);
    if (gateway.isNull()) {
        gateway = attributePayload(attributes, RTA_VIA);
    }
    if (gateway.isNull()) {
        gateway = attributePayload(attributes, RTA_MULTIPATH); // the route has several gateways: their raw bytes are enough to detect a change
    }
    route.gateway = gateway.toByteArray();
    return route;
}
}

QByteArray NetworkReader::request() const
{
    struct {
        nlmsghdr header;
        rtgenmsg body;
    } message{};
    message.header.nlmsg_len = sizeof message;
    message.header.nlmsg_type = m_netlinkDumpStage == NetlinkDumpStage::Interfaces ? RTM_GETLINK
        : m_netlinkDumpStage == NetlinkDumpStage::Addresses                        ? RTM_GETADDR
                                                                                   : RTM_GETROUTE;
    message.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
    return QByteArray(reinterpret_cast<const char *>(&message), sizeof message);
}

NetworkReader::Progress NetworkReader::addDatagram(QByteArrayView datagram)
{
    Progress progress = Progress::Incomplete;
    const bool isWellFormed = forEachMessage(datagram, [this, &progress](const nlmsghdr &header, QByteArrayView body) {
        m_wasNetlinkDumpInterrupted = m_wasNetlinkDumpInterrupted || (header.nlmsg_flags & NLM_F_DUMP_INTR);
        if (header.nlmsg_type == NLMSG_ERROR) {
            progress = Progress::Restart;
        } else if (header.nlmsg_type != NLMSG_DONE) {
            read(header.nlmsg_type, body);
        } else if (m_netlinkDumpStage != NetlinkDumpStage::Done) {
            m_netlinkDumpStage = static_cast<NetlinkDumpStage>(static_cast<int>(m_netlinkDumpStage) + 1);
            progress = m_netlinkDumpStage == NetlinkDumpStage::Done ? Progress::Complete : Progress::ReadyForNextRequest;
        }
    });
    return !isWellFormed || (progress == Progress::Complete && m_wasNetlinkDumpInterrupted) ? Progress::Restart : progress;
}

void NetworkReader::read(quint16 type, QByteArrayView body)
{
    if (type == RTM_NEWLINK) {
        if (const auto head = structAtFront<ifinfomsg>(body)) {
            const QByteArrayView kind = attributePayload(attributePayload(bytesAfter(body, sizeof *head), IFLA_LINKINFO), IFLA_INFO_KIND);
            const auto is = [kind](QByteArrayView name) {
                return kind.startsWith(name) && (kind.size() == name.size() || kind[name.size()] == '\0');
            };
            m_interfaces[head->ifi_index] = {(head->ifi_flags & IFF_LOOPBACK) != 0,
                                             is("bridge") || is("veth") || is("dummy"),
                                             (head->ifi_flags & IFF_RUNNING) != 0};
        }
    } else if (type == RTM_NEWADDR) {
        if (const auto address = parseAddress(body)) {
            m_addresses.insert(*address);
        }
    } else if (type == RTM_NEWROUTE) {
        if (const auto route = parseDefaultRoute(body)) {
            m_routes.insert(*route);
        }
    }
}

NetworkState NetworkReader::networkState() const
{
    NetworkState result;
    result.defaultRoutes = m_routes;
    for (const NetworkState::Route &route : m_routes) {
        result.interfaceIndices.insert(route.networkInterface);
    }
    for (const NetworkState::Address &address : m_addresses) {
        const auto networkInterface = m_interfaces.find(address.networkInterface);
        const bool counts = networkInterface == m_interfaces.end() || (!networkInterface->second.isLoopback && !networkInterface->second.isVirtual)
            || result.interfaceIndices.contains(address.networkInterface);
        if (counts) {
            result.addresses.insert(address);
        }
    }
    for (const NetworkState::Address &address : result.addresses) {
        result.interfaceIndices.insert(address.networkInterface);
    }
    for (const int networkInterface : result.interfaceIndices) {
        const auto found = m_interfaces.find(networkInterface);
        if (found != m_interfaces.end() && found->second.hasCarrier) {
            result.interfaceIndicesWithCarrier.insert(networkInterface);
        }
    }
    return result;
}

bool NetworkReader::containsChange(QByteArrayView datagram, const NetworkState &known)
{
    bool mayBeChange = false;
    const bool isWellFormed = forEachMessage(datagram, [&mayBeChange, &known](const nlmsghdr &header, QByteArrayView body) {
        switch (header.nlmsg_type) {
        case RTM_NEWADDR:
            if (const auto address = parseAddress(body)) {
                mayBeChange = mayBeChange || !known.addresses.contains(*address);
            }
            break;
        case RTM_DELADDR:
            if (const auto address = parseAddress(body)) {
                mayBeChange = mayBeChange || known.addresses.contains(*address);
            }
            break;
        case RTM_NEWROUTE:
        case RTM_DELROUTE:
            if (const auto route = parseDefaultRoute(body)) {
                mayBeChange = mayBeChange || (header.nlmsg_type == RTM_DELROUTE) == known.defaultRoutes.contains(*route);
            }
            break;
        case RTM_NEWLINK:
        case RTM_DELLINK:
            if (const auto head = structAtFront<ifinfomsg>(body); head && known.interfaceIndices.contains(head->ifi_index)) {
                const bool hasCarrier = header.nlmsg_type == RTM_NEWLINK && (head->ifi_flags & IFF_RUNNING);
                mayBeChange = mayBeChange || hasCarrier != known.interfaceIndicesWithCarrier.contains(head->ifi_index);
            }
            break;
        default:
            break;
        }
    });
    return mayBeChange || !isWellFormed;
}
}
