// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/brokerfailure.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <mosquitto.h>
#include <mqtt_protocol.h>

namespace Nightdesk::BrokerFailure
{
namespace
{
QString brokerNameForUser()
{
    return i18nc("@info where something failed", "the facility’s message broker");
}

QString brokerWithUser(const BrokerCredential &credential)
{
    switch (credential.role) {
    case BrokerRole::Desk:
        return i18nc("@info where something failed; %1 is a workstation's name", "the facility’s message broker, as workstation %1", credential.name);
    case BrokerRole::SupportAstronomer:
        return i18nc("@info where something failed; %1 is a person's name", "the facility’s message broker, as support astronomer %1", credential.name);
    case BrokerRole::Service:
        return i18nc("@info where something failed", "the facility’s message broker, as the broker itself");
    }
    return brokerNameForUser();
}

QString credentialAdvice()
{
    return i18nc("@info", "The displays keep working. The credential may have been replaced or revoked: ask the message broker’s administrator for a new one.");
}

QString addressAdvice()
{
    return i18nc("@info keep [broker] and facility.toml untranslated",
                 "Retrying automatically. If this lasts, ask the facility staff to check the address in [broker] of facility.toml. The message broker "
                 "may also require TLS.");
}

QString retryAdvice()
{
    return i18nc("@info", "Retrying automatically. No action needed: only the status board, notes and calls are missing meanwhile.");
}

/// A failure that is retried automatically.
Failure transient(const QString &what, const QString &advice = retryAdvice())
{
    return {FailureKind::Transient, what, brokerNameForUser(), advice};
}

QString logAdvice()
{
    return i18nc("@info", "The displays keep working. Ask the message broker’s administrator to look up the reason in the broker’s log.");
}

QString accessAdvice()
{
    return i18nc("@info", "The displays keep working. Ask the message broker’s administrator to allow this topic for the credential.");
}

QString topicText(const QString &topic)
{
    return i18nc("@info where something failed; %1: an MQTT topic", "topic %1", displayText(topic));
}

/// The reason in the words of the MQTT standard, which can be looked up in a log.
QString codeText(int reason)
{
    return i18nc("@info %1: a number in hexadecimal, %2: its meaning, in English",
                 "reason %1: %2",
                 QStringLiteral("0x%1").arg(reason, 2, 16, QLatin1Char('0')),
                 QString::fromLatin1(mosquitto_reason_string(reason)));
}
}

bool isTakenOver(int reason)
{
    return reason == MQTT_RC_SESSION_TAKEN_OVER;
}

Failure loginRefused(int reason, const BrokerCredential &credential)
{
    switch (reason) {
    case MQTT_RC_BAD_USERNAME_OR_PASSWORD:
    case MQTT_RC_NOT_AUTHORIZED:
    case MQTT_RC_BAD_AUTHENTICATION_METHOD:
    case MQTT_RC_CLIENTID_NOT_VALID:
        return {FailureKind::Refused,
                i18nc("@info", "The message broker does not accept Nightdesk’s credential."),
                brokerWithUser(credential),
                credentialAdvice()};
    case MQTT_RC_BANNED:
        return {FailureKind::Refused,
                i18nc("@info", "The message broker has blocked Nightdesk’s credential."),
                brokerWithUser(credential),
                i18nc("@info", "Ask the message broker’s administrator for the reason, then press Retry.")};
    case MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION:
        return {FailureKind::Refused,
                i18nc("@info", "The message broker is too old: it does not support MQTT 5."),
                brokerNameForUser(),
                i18nc("@info", "The displays keep working. Ask the message broker’s administrator to install a newer one, for example mosquitto 2.")};
    case MQTT_RC_SERVER_UNAVAILABLE:
    case MQTT_RC_SERVER_BUSY:
    case MQTT_RC_QUOTA_EXCEEDED:
    case MQTT_RC_CONNECTION_RATE_EXCEEDED:
    case MQTT_RC_USE_ANOTHER_SERVER:
    case MQTT_RC_SERVER_MOVED:
        return transient(i18nc("@info", "The message broker accepts no more connections for now (%1).", codeText(reason)));
    default:
        return {FailureKind::Refused,
                i18nc("@info", "The message broker refused Nightdesk’s login (%1).", codeText(reason)),
                brokerWithUser(credential),
                logAdvice()};
    }
}

Failure disconnectedByBroker(int reason, const BrokerCredential &credential)
{
    switch (reason) {
    case MQTT_RC_SESSION_TAKEN_OVER:
        return {FailureKind::Refused,
                i18nc("@info", "Another Nightdesk logged in to the message broker with the same credential, so the message broker disconnected this one."),
                brokerWithUser(credential),
                i18nc("@info",
                      "Press Retry to connect this one again and disconnect the other. If you need both, ask the message broker’s administrator for a second "
                      "credential.")};
    case MQTT_RC_NOT_AUTHORIZED:
    case MQTT_RC_BANNED:
    case MQTT_RC_ADMINISTRATIVE_ACTION:
        return {FailureKind::Refused,
                i18nc("@info", "The message broker disconnected Nightdesk and may no longer accept its credential (%1).", codeText(reason)),
                brokerWithUser(credential),
                credentialAdvice()};
    case MQTT_RC_SERVER_SHUTTING_DOWN:
        return transient(i18nc("@info", "The message broker was shut down."));
    case MQTT_RC_KEEP_ALIVE_TIMEOUT:
        return transient(i18nc("@info", "The message broker closed the connection: it received nothing from Nightdesk for too long."));
    default:
        return transient(i18nc("@info", "The message broker closed the connection (%1).", codeText(reason)));
    }
}

Failure connectionLost(bool wasLoggedIn)
{
    return wasLoggedIn ? transient(i18nc("@info", "The connection to the message broker was lost."))
                       : transient(i18nc("@info", "The message broker closed the connection unexpectedly."), addressAdvice());
}

Failure brokerNotResponding(bool wasLoggedIn)
{
    Failure failure = transient(i18nc("@info", "The message broker is not responding."), wasLoggedIn ? retryAdvice() : addressAdvice());
    failure.hasPeerAnswered = false;
    return failure;
}

Failure notAnMqttBroker()
{
    return transient(
        i18nc("@info", "The server at the message broker’s address is not an MQTT broker."),
        i18nc("@info keep [broker] and facility.toml untranslated",
              "Retrying automatically; the displays keep working. If this lasts, ask the facility staff to correct the address in [broker] of facility.toml."));
}

Failure protocolViolated()
{
    return transient(
        i18nc("@info", "The message broker sent data that is not valid MQTT."),
        i18nc("@info keep [broker] and facility.toml untranslated",
              "Retrying automatically; the displays keep working. If this lasts, ask the facility staff whether [broker] in facility.toml names an "
              "MQTT 5 broker."));
}

Failure messageRefused(int reason, const QString &topic)
{
    if (reason == MQTT_RC_NOT_AUTHORIZED) {
        return {FailureKind::Refused,
                i18nc("@info", "The message broker did not accept a message: Nightdesk’s credential may not publish this topic."),
                topicText(topic),
                accessAdvice()};
    }
    return {FailureKind::Refused, i18nc("@info", "The message broker refused a message from Nightdesk (%1).", codeText(reason)), topicText(topic), logAdvice()};
}

Failure subscriptionRefused(int reason, const QString &filter)
{
    return {FailureKind::Refused,
            i18nc("@info", "The message broker refused Nightdesk’s subscription to status messages (%1).", codeText(reason)),
            topicText(filter),
            accessAdvice()};
}

Failure noLocalSocket(const QString &systemText)
{
    return {FailureKind::Internal,
            i18nc("@info", "This workstation cannot open a connection to the message broker: %1.", systemText),
            {},
            i18nc("@info", "Close other programs on this workstation, or log out and in again. Then press Retry.")};
}
}
