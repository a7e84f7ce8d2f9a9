// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokercredential.h"
#include "sessions/common/facts.h"

#include <QString>

namespace Nightdesk
{
/// Messages for the user about errors of the broker or libmosquitto: what, where, what to do. Reason codes are those of MQTT 5.
namespace BrokerFailure
{
/// The broker refused the login.
Failure accessRefused(int reason, const BrokerCredential &who);
/// The broker ended the session.
Failure disconnectedByBroker(int reason, const BrokerCredential &who);
/// The stream to the broker ended. @p wasIn: the client was logged in.
Failure lost(bool wasIn);
/// The broker stopped answering. @p wasIn: the client was logged in.
Failure silent(bool wasIn);
/// The program that answered is not an MQTT broker.
Failure noBroker();
/// The broker violated the protocol.
Failure broken();
/// The broker refused a message.
Failure notTaken(int reason, const QString &topic);
/// The broker refused a subscription.
Failure notConfirmed(int reason, const QString &filter);
Failure noSocket(const QString &systemText);
/// Whether the broker ended the session because another console uses the same credential: reason 0x8E.
bool isTakenOver(int reason);
}
}
