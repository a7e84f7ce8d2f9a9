// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/bench/boardkit/simulateddesk.h"

namespace Nightdesk::Test
{
SimulatedDesk::SimulatedDesk(const BrokerCredential &credential, const std::variant<TcpAddress, UnixSocket> &broker, unsigned seed, const DeskNight::Pace &pace)
    : m_credential(credential)
    , m_name(DeskName::fromText(credential.name).value_or(DeskName{}))
    , m_night(m_name, seed, QDateTime::currentDateTimeUtc(), pace)
    , m_publisher(&m_client, credential.facility, m_name, [this] {
        DeskFigures figures = m_night.figures();
        figures.history = m_night.history();
        return figures;
    })
{
    auto way = std::make_unique<DirectTransport>(broker);
    m_transport = way.get();
    m_client.setTransport(std::move(way));
}

void SimulatedDesk::open()
{
    m_publisher.open(m_credential);
}

void SimulatedDesk::close()
{
    m_publisher.close();
}

void SimulatedDesk::playOn()
{
    const DeskNight::Change change = m_night.advanceTo(QDateTime::currentDateTimeUtc());
    if (change.isOfState) {
        m_publisher.publishStateSoon();
    }
    if (change.isOfHistory) {
        m_publisher.publishHistorySoon();
    }
}

const DeskName &SimulatedDesk::name() const
{
    return m_name;
}

BrokerClient &SimulatedDesk::client()
{
    return m_client;
}

DirectTransport &SimulatedDesk::way()
{
    return *m_transport;
}

DeskNight &SimulatedDesk::night()
{
    return m_night;
}
}
