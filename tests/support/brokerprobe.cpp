// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/brokerprobe.h"

#include "tests/support/waitfor.h"

#include <sys/resource.h>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
BrokerProbe::BrokerProbe(const TestBroker &broker, const BrokerCredential &who)
    : BrokerProbe(broker.spec(), who)
{
}

BrokerProbe::BrokerProbe(const BrokerSpec &broker, const BrokerCredential &who)
    : m_who(who)
{
    m_client.setTransport(std::make_unique<DirectTransport>(broker.address));
    connect(&m_client, &BrokerClient::stateChanged, this, [this](BrokerState state) {
        states << state;
        if (const std::optional<Failure> failure = m_client.failure()) {
            failures.append({state, *failure});
        }
    });
    connect(&m_client, &BrokerClient::connected, this, [this] {
        ++connections;
    });
    connect(&m_client, &BrokerClient::connectionClosed, this, [this] {
        ++ends;
    });
    connect(&m_client, &BrokerClient::messagesArrived, this, [this](const QList<BrokerMessage> &arrived) {
        messages << arrived;
    });
    connect(&m_client, &BrokerClient::messageRefused, this, [this](const QString &topic, const Failure &failure) {
        refusals.append({topic, failure});
    });
    connect(&m_client, &BrokerClient::messageDelivered, this, [this](const QString &mark, BrokerDeliveryResult receipt) {
        receipts.append({mark, receipt});
    });
}

BrokerClient &BrokerProbe::client()
{
    return m_client;
}

DirectTransport *BrokerProbe::way() const
{
    return qobject_cast<DirectTransport *>(m_client.transport());
}

QString BrokerProbe::willTopic() const
{
    return u"nightdesk/1/%1/%2/%3/presence"_s.arg(m_who.facility, m_who.role == BrokerRole::Desk ? u"desk"_s : u"sa"_s, m_who.name);
}

void BrokerProbe::open()
{
    m_client.open(m_who, [topic = willTopic()] {
        return BrokerWill{topic, "lost"};
    });
}

bool BrokerProbe::connectNow()
{
    open();
    return waitFor(BrokerState::Connected);
}

bool BrokerProbe::waitFor(BrokerState state, std::chrono::milliseconds limit)
{
    return WAIT_FOR(m_client.state() == state, limit);
}

QByteArray BrokerProbe::newest(const QString &topic) const
{
    for (auto message = messages.rbegin(); message != messages.rend(); ++message) {
        if (message->topic == topic) {
            return message->payload;
        }
    }
    return {};
}

QString BrokerProbe::why() const
{
    const std::optional<Failure> failure = m_client.failure();
    return failure ? failure->what : QString();
}

QString BrokerProbe::said() const
{
    QStringList payloads;
    for (const BrokerMessage &message : messages) {
        payloads << QString::fromUtf8(message.payload.first(std::min<qsizetype>(message.payload.size(), 100)));
    }
    return payloads.join(u" | "_s);
}

void allowManyFiles()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
}
}
