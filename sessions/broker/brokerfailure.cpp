// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/brokerfailure.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <mqtt_protocol.h>

namespace Nightdesk::BrokerFailure
{
namespace
{
QString broker()
{
    return i18nc("@info where something failed", "the facility's message broker");
}

QString brokerAs(const BrokerCredential &who)
{
    switch (who.role) {
    case BrokerRole::Desk:
        return i18nc("@info where something failed; %1 is a desk's name", "the facility's message broker, as desk %1", who.name);
    case BrokerRole::SupportAstronomer:
        return i18nc("@info where something failed; %1 is a person's name", "the facility's message broker, as support astronomer %1", who.name);
    case BrokerRole::Service:
        return i18nc("@info where something failed", "the facility's message broker, as the broker itself");
    }
    return broker();
}

QString askForCredential()
{
    return i18nc("@info", "Ask whoever looks after the broker for a new credential; it may have been made anew or taken away.");
}

QString itComesBack()
{
    return i18nc("@info", "Nothing else depends on it, and it is tried again by itself.");
}

/// As the standard calls it, for those whom a code tells something.
QString codeText(int reason)
{
    return i18nc("@info a number in hexadecimal", "reason %1", QStringLiteral("0x%1").arg(reason, 2, 16, QLatin1Char('0')));
}
}

bool isTakenOver(int reason)
{
    return reason == MQTT_RC_SESSION_TAKEN_OVER;
}

Failure notLetIn(int reason, const BrokerCredential &who)
{
    switch (reason) {
    case MQTT_RC_BAD_USERNAME_OR_PASSWORD:
    case MQTT_RC_NOT_AUTHORIZED:
    case MQTT_RC_BAD_AUTHENTICATION_METHOD:
    case MQTT_RC_CLIENTID_NOT_VALID:
        return {FailureKind::Refused, i18nc("@info", "The broker does not accept this credential."), brokerAs(who), askForCredential()};
    case MQTT_RC_BANNED:
        return {FailureKind::Refused,
                i18nc("@info", "The broker has shut this credential out."),
                brokerAs(who),
                i18nc("@info", "Ask whoever looks after the broker why, then press Retry.")};
    case MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION:
        return {FailureKind::Refused,
                i18nc("@info", "The broker is too old: it does not speak MQTT 5."),
                broker(),
                i18nc("@info", "Whoever looks after it has to install a newer one, for example mosquitto 2.")};
    case MQTT_RC_SERVER_UNAVAILABLE:
    case MQTT_RC_SERVER_BUSY:
    case MQTT_RC_QUOTA_EXCEEDED:
    case MQTT_RC_CONNECTION_RATE_EXCEEDED:
    case MQTT_RC_USE_ANOTHER_SERVER:
    case MQTT_RC_SERVER_MOVED:
        return {FailureKind::Transient, i18nc("@info", "The broker takes nobody more at present (%1).", codeText(reason)), broker(), itComesBack()};
    default:
        return {FailureKind::Refused,
                i18nc("@info", "The broker did not let us in (%1).", codeText(reason)),
                brokerAs(who),
                i18nc("@info", "Whoever looks after the broker finds the reason in its log.")};
    }
}

Failure sentAway(int reason, const BrokerCredential &who)
{
    switch (reason) {
    case MQTT_RC_SESSION_TAKEN_OVER:
        return {FailureKind::Refused,
                i18nc("@info", "Another console has logged in with this credential, and only one can be on the board."),
                brokerAs(who),
                i18nc("@info", "If both are meant to be there, ask for a credential for each. Retry brings this one back and sends the other away.")};
    case MQTT_RC_NOT_AUTHORIZED:
    case MQTT_RC_BANNED:
    case MQTT_RC_ADMINISTRATIVE_ACTION:
        return {FailureKind::Refused, i18nc("@info", "The broker has sent us away (%1).", codeText(reason)), brokerAs(who), askForCredential()};
    case MQTT_RC_SERVER_SHUTTING_DOWN:
        return {FailureKind::Transient, i18nc("@info", "The broker was shut down."), broker(), itComesBack()};
    case MQTT_RC_KEEP_ALIVE_TIMEOUT:
        return {FailureKind::Transient, i18nc("@info", "The broker has not heard of us for too long."), broker(), itComesBack()};
    default:
        return {FailureKind::Transient, i18nc("@info", "The broker has ended the connection (%1).", codeText(reason)), broker(), itComesBack()};
    }
}

Failure lost(bool wasIn)
{
    if (wasIn) {
        return {FailureKind::Transient, i18nc("@info", "The connection to the broker was lost."), broker(), itComesBack()};
    }
    return {FailureKind::Transient,
            i18nc("@info", "The broker closed the connection without a word."),
            broker(),
            i18nc("@info", "If that stays so, check that the address leads to the broker, and whether it wants TLS there.")};
}

Failure silent(bool wasIn)
{
    Failure failure{FailureKind::Transient, i18nc("@info", "The broker does not answer."), broker(), itComesBack(), false};
    if (!wasIn) {
        failure.advice = i18nc("@info", "If that stays so, check that the address leads to the broker, and whether it wants TLS there.");
    }
    return failure;
}

Failure noBroker()
{
    return {FailureKind::Transient,
            i18nc("@info", "What answers at the broker's address is no MQTT broker."),
            broker(),
            i18nc("@info", "Check the address in [broker] of the facility's file.")};
}

Failure broken()
{
    return {FailureKind::Transient,
            i18nc("@info", "The broker said what cannot be understood."),
            broker(),
            i18nc("@info", "If that stays so, check that the address leads to an MQTT 5 broker.")};
}

Failure notTaken(int reason, const QString &topic)
{
    if (reason == MQTT_RC_NOT_AUTHORIZED) {
        return {FailureKind::Refused,
                i18nc("@info", "The broker does not let this credential write there."),
                displayText(topic),
                i18nc("@info", "Its access list and the credential do not agree: whoever looks after the broker has to compare them.")};
    }
    return {FailureKind::Transient,
            i18nc("@info", "The broker did not take a message (%1).", codeText(reason)),
            displayText(topic),
            i18nc("@info", "Whoever looks after the broker finds the reason in its log.")};
}

Failure notTold(int reason, const QString &filter)
{
    return {reason == MQTT_RC_NOT_AUTHORIZED ? FailureKind::Refused : FailureKind::Transient,
            i18nc("@info", "The broker does not tell this credential what is asked for (%1).", codeText(reason)),
            displayText(filter),
            i18nc("@info", "Its access list and the credential do not agree: whoever looks after the broker has to compare them.")};
}

Failure noSocket(const QString &systemText)
{
    return {FailureKind::Internal,
            i18nc("@info", "No connection can be made on this machine: %1.", systemText),
            {},
            i18nc("@info", "Close some programs, or log out and in again.")};
}
}
