// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokercredential.h"
#include "sessions/common/facts.h"

#include <QString>

namespace Nightdesk
{
/// Failures of the broker or libmosquitto, with texts for the user that say what happened, where, and what to do. Reason codes are those of MQTT 5.
namespace BrokerFailure
{
/// The broker refused the login.
Failure loginRefused(int reason, const BrokerCredential &credential);
/// The broker ended the session.
Failure disconnectedByBroker(int reason, const BrokerCredential &credential);
/// The stream to the broker ended. @p wasLoggedIn: the client was logged in.
Failure connectionLost(bool wasLoggedIn);
/// The broker stopped answering. @p wasLoggedIn: the client was logged in.
Failure brokerNotResponding(bool wasLoggedIn);
/// The program that answered is not an MQTT broker.
Failure notAnMqttBroker();
/// The broker violated the protocol.
Failure protocolViolated();
/// The broker refused a message.
Failure messageRefused(int reason, const QString &topic);
/// The broker refused a subscription.
Failure subscriptionRefused(int reason, const QString &filter);
Failure noLocalSocket(const QString &systemText);
/// Whether the broker ended the session because another console uses the same credential: reason 0x8E.
bool isTakenOver(int reason);
}
}
