// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/broker/brokerclient.h"
#include "tests/support/straightway.h"
#include "tests/support/testbroker.h"

namespace Nightdesk::Test
{
/// A client under test with everything it said, and ways to wait for what it should say.
class BrokerProbe : public QObject
{
    Q_OBJECT
public:
    /// Straight to @p broker, with a will and a farewell at willTopic().
    BrokerProbe(const TestBroker &broker, const BrokerCredential &who);
    BrokerProbe(const BrokerSpec &broker, const BrokerCredential &who);

    BrokerClient &client();
    DirectTransport *way() const; ///< null: another one was set
    void open();
    bool connectNow();
    bool waitFor(BrokerState state, std::chrono::milliseconds limit = std::chrono::seconds(30));
    QString willTopic() const; ///< the presence below its own name
    QByteArray newest(const QString &topic) const; ///< the newest payload of what arrived; empty: nothing did
    QString why() const; ///< the failure in words, for messages
    QString said() const; ///< the payloads of what arrived, for messages

    QList<BrokerState> states;
    /// Each time it began to retry or was refused: the state and why. By the time that somebody looks, a pause may be over.
    QList<std::pair<BrokerState, Failure>> failures;
    int connections = 0;
    int ends = 0; ///< closed()
    QList<BrokerMessage> messages;
    QList<std::pair<QString, Failure>> refusals;
    QList<std::pair<QString, BrokerDeliveryResult>> receipts;

private:
    const BrokerCredential m_who;
    BrokerClient m_client;
};

/// Lets this process open as many files as it may: hundreds of clients need more than shells allow.
void allowManyFiles();
}
