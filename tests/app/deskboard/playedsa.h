// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"
#include "sessions/broker/brokerclient.h"
#include "tests/support/testbroker.h"

#include <QHash>

namespace Nightdesk::Test
{
/// An SA's side of the broker, no more of it than the tests of a console need.
class PlayedSa : public QObject
{
    Q_OBJECT
public:
    PlayedSa(const TestBroker &broker, const BrokerCredential &credential, const QString &run = QStringLiteral("00000000000000aa"));

    BoardWire::MessageStamp stamp();
    bool tellPresence();
    QString watching(const DeskName &desk) const; ///< topics
    QString to(const DeskName &desk, BoardTopics::MessageKind sort) const;
    template<typename Message>
    bool tell(const QString &topic, Message message, bool isRetained = true)
    {
        message.stamp = stamp();
        return client.publish(topic, BoardWire::write(message), {.qos = 1, .shouldRetain = isRetained, .expiry = {}});
    }
    template<typename Message>
    std::optional<Message> heard(const QString &topic) const
    {
        const auto read = BoardWire::read(topic, arrived.value(topic));
        const auto *message = read ? std::get_if<Message>(&*read) : nullptr;
        return message ? std::optional(*message) : std::nullopt;
    }

    BrokerClient client;
    QHash<QString, QByteArray> arrived; ///< the newest of each topic

private:
    BoardTopics m_topics;
    QString m_name;
    BoardWire::MessageStamp m_stamp;
};
}
