// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/deskboard/playedsa.h"

#include "tests/support/straightway.h"

namespace Nightdesk::Test
{
using namespace Qt::StringLiterals;

PlayedSa::PlayedSa(const TestBroker &broker, const BrokerCredential &credential, const QString &run)
    : m_topics(broker.facility())
    , m_name(credential.name)
{
    m_stamp.runId = run;
    m_stamp.runBeganAt = QDateTime::currentDateTimeUtc();
    client.setTransport(std::make_unique<DirectTransport>(broker.spec().address));
    client.subscribe(m_topics.boardFilters());
    connect(&client, &BrokerClient::messagesArrived, this, [this](const QList<BrokerMessage> &messages) {
        for (const BrokerMessage &message : messages) {
            arrived.insert(message.topic, message.payload);
        }
    });
    client.open(credential, {});
}

BoardWire::MessageStamp PlayedSa::stamp()
{
    ++m_stamp.sequence;
    m_stamp.sentAt = QDateTime::currentDateTimeUtc();
    return m_stamp;
}

bool PlayedSa::tellPresence()
{
    BoardWire::Presence presence;
    presence.isOnline = true;
    presence.people = {u"Ann"_s};
    presence.programVersion = u"1"_s;
    return tell(m_topics.saPresenceTopic(m_name, m_stamp.runId), presence);
}

QString PlayedSa::watching(const DeskName &desk) const
{
    return m_topics.watchingTopic(m_name, desk, m_stamp.runId);
}

QString PlayedSa::to(const DeskName &desk, BoardTopics::MessageKind sort) const
{
    return m_topics.saToDeskTopic(m_name, desk, sort);
}
}
