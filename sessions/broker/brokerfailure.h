// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokercredential.h"
#include "sessions/common/facts.h"

#include <QString>

namespace Nightdesk
{
/// What the broker or libmosquitto said, in words for people: what, where, what to do. Reason codes are MQTT 5's.
namespace BrokerFailure
{
/// It did not let us in.
Failure accessRefused(int reason, const BrokerCredential &who);
/// It ended the session.
Failure sentAway(int reason, const BrokerCredential &who);
/// The stream ended. @p wasIn: after it had let us in.
Failure lost(bool wasIn);
/// It fell silent. @p wasIn: after it had let us in.
Failure silent(bool wasIn);
/// What answers speaks another language.
Failure noBroker();
/// It broke the rules of the protocol.
Failure broken();
/// A message was refused.
Failure notTaken(int reason, const QString &topic);
/// It does not tell us what we asked for.
Failure notConfirmed(int reason, const QString &filter);
Failure noSocket(const QString &systemText);
/// Another console uses the credential: reason 0x8E.
bool isTakenOver(int reason);
}
}
