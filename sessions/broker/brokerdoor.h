// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <QByteArray>

#include <optional>

namespace Nightdesk
{
/// Where libmosquitto finds its broker: it insists on connecting by itself, and what it connects to is a socket of ours in a
/// directory that nobody else may enter. Through it goes one connection, and then it is gone. Nothing here waits. Owned by who
/// connects, for as long as that takes.
class BrokerDoor
{
public:
    /// Empty: the system gives no socket, or no directory whose name is short enough for one; errno tells.
    static std::optional<BrokerDoor> make();
    BrokerDoor(BrokerDoor &&other) noexcept;
    BrokerDoor &operator=(BrokerDoor &&) = delete;
    ~BrokerDoor();

    const QByteArray &path() const;
    /// Our end of what connected meanwhile, from this very process; invalid: nobody did, or another process.
    UniqueFd accept();

private:
    BrokerDoor();
    bool listenIn(const QByteArray &parent);

    QByteArray m_directory;
    QByteArray m_path;
    UniqueFd m_listener;
};
}
