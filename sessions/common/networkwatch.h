// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/common/networkreader.h"
#include "sessions/common/networkstate.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

class QSocketNotifier;

namespace Nightdesk
{
/// Detects changes of this computer's network: an address removed or added, another default route, a cable unplugged or
/// plugged in. Listens to the kernel (netlink), so it needs no network manager. GUI thread; never blocks. Owned by Desk.
class NetworkWatch : public QObject
{
    Q_OBJECT
public:
    explicit NetworkWatch(QObject *parent = nullptr);
    ~NetworkWatch() override;

    /// The state of the network; empty until the first reading is complete.
    const std::optional<NetworkState> &networkState() const;

Q_SIGNALS:
    void networkChanged();

private:
    void readNotifications();
    void readNetworkState();
    void requestStateDump();
    void readDumpAnswer();
    void closeNetlinkDumpSocket();

    UniqueFd m_notificationSocket;
    std::unique_ptr<QSocketNotifier> m_notificationNotifier;
    UniqueFd m_netlinkDumpSocket; ///< netlink socket for reading the whole state; valid only during a reading
    std::unique_ptr<QSocketNotifier> m_netlinkDumpNotifier;
    NetworkReader m_netlinkDumpReader;
    std::optional<NetworkState> m_networkState;
    QTimer m_netlinkDumpStartTimer;
};
}
