// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/deskpublisher.h"
#include "sessions/broker/brokerclient.h"
#include "tests/support/straightway.h"
#include "tools/bench/boardkit/desknight.h"

namespace Nightdesk::Test
{
/// A desk without windows: the client and the publisher that a console has, with a played night for what is told. Main thread.
class SimulatedDesk
{
public:
    SimulatedDesk(const BrokerCredential &credential, const std::variant<TcpAddress, UnixSocket> &broker, unsigned seed, const DeskNight::Pace &pace);
    SimulatedDesk(const SimulatedDesk &) = delete;
    SimulatedDesk &operator=(const SimulatedDesk &) = delete;

    void open();
    void close(); ///< in order
    void playOn(); ///< until now

    const DeskName &name() const;
    BrokerClient &client();
    DirectTransport &way();
    DeskNight &night();

private:
    const BrokerCredential m_credential;
    const DeskName m_name;
    DeskNight m_night;
    BrokerClient m_client;
    DirectTransport *m_transport = nullptr; ///< the client's
    DeskPublisher m_publisher;
};
}
