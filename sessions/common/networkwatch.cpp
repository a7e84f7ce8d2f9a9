// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/networkwatch.h"

#include "sessions/common/logging.h"

#include <QSocketNotifier>

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>

using namespace std::chrono_literals;

namespace Nightdesk
{
namespace
{
// A change is reported in several messages (address, its route, the default route), some milliseconds apart.
constexpr auto settleTime = 150ms;
// Delay after a reading that was interrupted by another change.
constexpr auto rereadDelay = 500ms;
// The buffer size recommended by netlink(7): a smaller buffer would truncate the longest datagrams.
using Buffer = std::array<char, 32768>;

UniqueFd openNetlink(unsigned groups)
{
    UniqueFd fd(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE));
    sockaddr_nl address{};
    address.nl_family = AF_NETLINK;
    address.nl_groups = groups;
    if (fd.isValid() && ::bind(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0) {
        fd.reset();
    }
    return fd;
}
}

NetworkWatch::NetworkWatch(QObject *parent)
    : QObject(parent)
    , m_notificationSocket(openNetlink(RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_IFADDR | RTMGRP_IPV6_ROUTE))
{
    m_netlinkDumpStartTimer.setSingleShot(true);
    connect(&m_netlinkDumpStartTimer, &QTimer::timeout, this, &NetworkWatch::readNetworkState);
    if (!m_notificationSocket.isValid()) {
        qCWarning(LogLink, "changes of the network will not be noticed: no netlink socket");
        return;
    }
    m_notificationNotifier = std::make_unique<QSocketNotifier>(m_notificationSocket.get(), QSocketNotifier::Read);
    connect(m_notificationNotifier.get(), &QSocketNotifier::activated, this, &NetworkWatch::readNotifications);
    readNetworkState();
}

NetworkWatch::~NetworkWatch() = default;

const std::optional<NetworkState> &NetworkWatch::networkState() const
{
    return m_networkState;
}

void NetworkWatch::readNotifications()
{
    Buffer buffer;
    bool mayBeChange = false;
    while (true) {
        const ssize_t size = ::recv(m_notificationSocket.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (size < 0) {
            // ENOBUFS: notifications were lost because the socket's buffer was full, so read the state again.
            mayBeChange = mayBeChange || errno == ENOBUFS;
            if (errno == ENOBUFS || errno == EINTR) {
                continue;
            }
            break;
        }
        // During a reading, m_networkState is older than what is being read: a change back to it would not look like a change.
        mayBeChange = mayBeChange || !m_networkState || m_netlinkDumpSocket.isValid() || NetworkReader::containsChange({buffer.data(), size}, *m_networkState);
    }
    if (mayBeChange && !m_netlinkDumpStartTimer.isActive()) {
        m_netlinkDumpStartTimer.start(settleTime);
    }
}

void NetworkWatch::readNetworkState()
{
    m_netlinkDumpReader = {};
    m_netlinkDumpNotifier.reset();
    m_netlinkDumpSocket = openNetlink(0);
    if (!m_netlinkDumpSocket.isValid()) {
        m_netlinkDumpStartTimer.start(rereadDelay);
        return;
    }
    m_netlinkDumpNotifier = std::make_unique<QSocketNotifier>(m_netlinkDumpSocket.get(), QSocketNotifier::Read);
    connect(m_netlinkDumpNotifier.get(), &QSocketNotifier::activated, this, &NetworkWatch::readDumpAnswer);
    requestStateDump();
}

void NetworkWatch::requestStateDump()
{
    const QByteArray request = m_netlinkDumpReader.request();
    if (::send(m_netlinkDumpSocket.get(), request.constData(), static_cast<std::size_t>(request.size()), MSG_DONTWAIT) != request.size()) {
        m_netlinkDumpStartTimer.start(rereadDelay);
    }
}

void NetworkWatch::readDumpAnswer()
{
    Buffer buffer;
    const ssize_t size = ::recv(m_netlinkDumpSocket.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    }
    switch (size <= 0 ? NetworkReader::Progress::Restart : m_netlinkDumpReader.addDatagram({buffer.data(), size})) {
    case NetworkReader::Progress::Incomplete:
        return;
    case NetworkReader::Progress::ReadyForNextRequest:
        requestStateDump();
        return;
    case NetworkReader::Progress::Restart:
        closeNetlinkDumpSocket();
        m_netlinkDumpStartTimer.start(rereadDelay);
        return;
    case NetworkReader::Progress::Complete:
        break;
    }
    closeNetlinkDumpSocket();
    const std::optional<NetworkState> before = std::exchange(m_networkState, m_netlinkDumpReader.networkState());
    if (before && before != m_networkState) {
        qCInfo(LogLink,
               "this computer's network changed: %zu addresses, %zu default routes",
               m_networkState->addresses.size(),
               m_networkState->defaultRoutes.size());
        Q_EMIT networkChanged();
    }
}

void NetworkWatch::closeNetlinkDumpSocket()
{
    m_netlinkDumpNotifier->setEnabled(false);
    // Deleted later, because a signal of this notifier may be calling this function.
    m_netlinkDumpNotifier.release()->deleteLater();
    m_netlinkDumpSocket.reset();
}
}
