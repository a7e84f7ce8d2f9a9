// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/hubpager.h"

#include "app/hubpassword.h"
#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"
#include "sessions/broker/linkbrokerway.h"

#include <KLocalizedString>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
BrokerSpec specOf(const HubListeners &listeners)
{
    BrokerSpec spec;
    if (listeners.port) {
        spec.address = TcpPort{.host = u"127.0.0.1"_s, .port = *listeners.port};
    } else {
        spec.address = UnixSocket{listeners.socket};
    }
    return spec;
}
}

HubPager::HubPager(const QStringList &command, const QString &facility, const HubListeners &listeners, QObject *parent)
    : QObject(parent)
    , m_credential{.facility = facility, .role = BrokerRole::Hub, .name = {}, .password = HubPassword::make()}
    , m_filter(u"nightdesk/1/"_s + facility + u"/desk/+/+/call"_s)
    , m_link(LinkTarget())
    , m_pager(command)
{
    m_client.setWay(std::make_unique<LinkBrokerWay>(&m_link, specOf(listeners)));
    m_client.subscribe({m_filter});
    connect(&m_pager, &Pager::said, this, &HubPager::said);
    connect(&m_client, &BrokerClient::arrived, this, &HubPager::take);
    connect(&m_client, &BrokerClient::stateChanged, this, &HubPager::tellState);
}

HubPager::~HubPager() = default;

QString HubPager::user() const
{
    return m_credential.user();
}

QString HubPager::hash() const
{
    return HubPassword::hash(m_credential.password);
}

void HubPager::begin()
{
    m_link.open();
    m_client.open(m_credential, {}); // it has nothing to say, also when it is gone
}

void HubPager::stop()
{
    m_client.close();
}

void HubPager::take(const QList<BrokerMessage> &messages)
{
    for (const BrokerMessage &message : messages) {
        const auto topic = BoardTopics::parse(message.topic);
        if (!topic || !topic->fromDesk || topic->sort != BoardTopics::Sort::Call) {
            continue;
        }
        if (message.payload.isEmpty()) { // the desk took it back
            m_pager.take(*topic->fromDesk,
                         {.stamp = {}, .id = {}, .since = {}, .text = {}, .caller = {}, .state = BoardWire::CallState::Over, .acknowledgedBy = {}});
            continue;
        }
        const auto read = BoardWire::read(message.topic, message.payload);
        const auto *call = read ? std::get_if<BoardWire::Call>(&*read) : nullptr;
        if (call) {
            m_pager.take(*topic->fromDesk, *call);
        }
    }
}

void HubPager::tellState(BrokerState state)
{
    if (state == BrokerState::Connected) {
        Q_EMIT said(i18nc("@info:shell", "The pager listens for calls"));
    } else if (state == BrokerState::Refused) {
        const auto failure = m_client.failure();
        Q_EMIT said(i18nc("@info:shell %1: why", "The pager hears nothing: %1", failure ? failure->what : QString()));
    }
}
}
