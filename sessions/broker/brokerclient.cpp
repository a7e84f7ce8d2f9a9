// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/brokerclient.h"

#include "sessions/broker/brokerclientprivate.h"

namespace Nightdesk
{
BrokerClient::BrokerClient(QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this))
{
}

BrokerClient::~BrokerClient() = default;

void BrokerClient::setWay(std::unique_ptr<BrokerWay> way)
{
    d->setWay(std::move(way));
}

BrokerWay *BrokerClient::way() const
{
    return d->way.get();
}

void BrokerClient::open(const BrokerCredential &credential, const std::function<BrokerWill()> &will)
{
    d->open(credential, will);
}

void BrokerClient::close(const std::optional<BrokerWill> &farewell)
{
    d->close(farewell);
}

void BrokerClient::retry()
{
    d->retry();
}

BrokerState BrokerClient::state() const
{
    return d->state;
}

std::optional<Failure> BrokerClient::failure() const
{
    return d->state == BrokerState::Retrying || d->state == BrokerState::Refused ? d->failure : std::nullopt;
}

std::optional<Failure> BrokerClient::refusal() const
{
    return d->state == BrokerState::Connected ? d->refusal : std::nullopt;
}

BrokerCounters BrokerClient::counters() const
{
    return d->counters();
}

void BrokerClient::subscribe(const QStringList &filters)
{
    d->subscribe(filters);
}

void BrokerClient::unsubscribe(const QStringList &filters)
{
    d->unsubscribe(filters);
}

bool BrokerClient::publish(const QString &topic, const QByteArray &payload, const BrokerDelivery &delivery)
{
    return d->publish(topic, payload, delivery);
}
}
