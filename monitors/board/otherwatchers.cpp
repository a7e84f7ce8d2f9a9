// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/otherwatchers.h"

#include "sessions/boardwire/boardmessages.h"

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

OtherWatchers::OtherWatchers(BrokerClient *client, const QString &facility, const QString &own, QObject *parent)
    : QObject(parent)
    , m_brokerClient(client)
    , m_topics(facility)
    , m_ownName(own)
{
    // What others stopped viewing while this board was disconnected is not reported later. The broker sends again what they still view.
    connect(client, &BrokerClient::connected, this, [this] {
        m_namesByAstronomerAndRun.clear();
        Q_EMIT watchersChanged();
    });
}

QString OtherWatchers::topicFilter() const
{
    return m_topics.watchingTopic(u"+"_s, *m_watchedDesk, u"+"_s);
}

void OtherWatchers::setWatchedDesk(const std::optional<DeskName> &desk)
{
    if (desk == m_watchedDesk) {
        return;
    }
    if (m_watchedDesk) {
        m_brokerClient->unsubscribe({topicFilter()});
    }
    m_watchedDesk = desk;
    m_namesByAstronomerAndRun.clear();
    if (m_watchedDesk) {
        m_brokerClient->subscribe({topicFilter()});
    }
    Q_EMIT watchersChanged();
}

QList<BrokerMessage> OtherWatchers::applyMessages(const QList<BrokerMessage> &messages)
{
    QList<BrokerMessage> rest;
    bool isChanged = false;
    for (const BrokerMessage &message : messages) {
        const auto topic = BoardTopics::parse(message.topic);
        if (!topic || topic->kind != BoardTopics::MessageKind::Watching) {
            rest.append(message);
            continue;
        }
        if (!m_watchedDesk || topic->toDesk != m_watchedDesk || topic->sendingSa == m_ownName) {
            continue;
        }
        const auto read = BoardWire::read(message.topic, message.payload); // an empty payload withdraws the earlier message
        const auto *watching = read ? std::get_if<BoardWire::Watching>(&*read) : nullptr;
        if (watching && (watching->hasPageOpen || !watching->displays.isEmpty())) {
            m_namesByAstronomerAndRun[topic->sendingSa].insert(topic->boardRunId,
                                                               watching->astronomerName.isEmpty() ? topic->sendingSa : watching->astronomerName);
        } else {
            m_namesByAstronomerAndRun[topic->sendingSa].remove(topic->boardRunId);
        }
        isChanged = true;
    }
    if (isChanged) {
        Q_EMIT watchersChanged();
    }
    return rest;
}

QStringList OtherWatchers::names(const QList<BoardAstronomer> &present) const
{
    QStringList names;
    for (const BoardAstronomer &sa : present) {
        const QMap<QString, QString> looking = m_namesByAstronomerAndRun.value(sa.name);
        const auto board = std::ranges::find_if(sa.openBoardRunIds, [&looking](const QString &run) {
            return looking.contains(run);
        });
        if (board != sa.openBoardRunIds.end()) {
            names.append(looking.value(*board));
        }
    }
    return names;
}
}
