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
    , m_client(client)
    , m_topics(facility)
    , m_own(own)
{
}

QString OtherWatchers::filter() const
{
    return m_topics.watching(u"+"_s, *m_desk, u"+"_s);
}

void OtherWatchers::setWatchedDesk(const std::optional<DeskName> &desk)
{
    if (desk == m_desk) {
        return;
    }
    if (m_desk) {
        m_client->unsubscribe({filter()});
    }
    m_desk = desk;
    m_others.clear();
    if (m_desk) {
        m_client->subscribe({filter()});
    }
    Q_EMIT changed();
}

QList<BrokerMessage> OtherWatchers::applyMessages(const QList<BrokerMessage> &messages)
{
    QList<BrokerMessage> rest;
    bool isChanged = false;
    for (const BrokerMessage &message : messages) {
        const auto topic = BoardTopics::parse(message.topic);
        if (!topic || topic->sort != BoardTopics::Sort::Watching) {
            rest.append(message);
            continue;
        }
        if (!m_desk || topic->to != m_desk || topic->fromSa == m_own) {
            continue;
        }
        const auto read = BoardWire::read(message.topic, message.payload); // an empty payload withdraws the earlier message
        const auto *watching = read ? std::get_if<BoardWire::Watching>(&*read) : nullptr;
        if (watching && (watching->opensPage || !watching->displays.isEmpty())) {
            m_others[topic->fromSa].insert(topic->run, watching->name.isEmpty() ? topic->fromSa : watching->name);
        } else {
            m_others[topic->fromSa].remove(topic->run);
        }
        isChanged = true;
    }
    if (isChanged) {
        Q_EMIT changed();
    }
    return rest;
}

QStringList OtherWatchers::names(const QList<BoardSa> &present) const
{
    QStringList names;
    for (const BoardSa &sa : present) {
        const QMap<QString, QString> looking = m_others.value(sa.name);
        const auto board = std::ranges::find_if(sa.boards, [&looking](const QString &run) {
            return looking.contains(run);
        });
        if (board != sa.boards.end()) {
            names.append(looking.value(*board));
        }
    }
    return names;
}
}
