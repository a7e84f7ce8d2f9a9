// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokerstream.h"
#include "sessions/broker/brokerway.h"
#include "sessions/profiles/profile.h"

#include <memory>

namespace Nightdesk::Test
{
/// Straight to a broker on this machine, without a thread: for hundreds of clients, and for what happens on a way. The thread
/// of its owner; connecting waits, which on loopback is no time.
class DirectBrokerWay : public BrokerWay
{
    Q_OBJECT
public:
    explicit DirectBrokerWay(const BrokerSpec &broker, QObject *parent = nullptr);

    bool isOpenable() const override;
    void open(UniqueFd end) override;
    void close() override;

    void setOpenable(bool openable); ///< a stream that is open stays
    void setFrozen(bool frozen); ///< nothing moves any more, and nobody is told; also of streams to come
    void cut(); ///< both ends are closed

private:
    void join(BrokerStream &from, BrokerStream &to);

    BrokerSpec m_broker;
    std::unique_ptr<BrokerStream> m_near;
    std::unique_ptr<BrokerStream> m_far;
    bool m_isOpenable = true;
    bool m_isFrozen = false;
};
}
