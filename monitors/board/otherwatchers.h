// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/board.h"
#include "sessions/boardwire/boardtopics.h"
#include "sessions/broker/brokerclient.h"

#include <QMap>
#include <QObject>

namespace Nightdesk
{
/// Which other support astronomers (SAs) view a desk, from retained messages: so two SAs do not call the same people. GUI thread; @p client
/// outlives it. Owned by BoardConsole.
class OtherWatchers : public QObject
{
    Q_OBJECT
public:
    /// @p own: the name of the SA who uses this board.
    OtherWatchers(BrokerClient *client, const QString &facility, const QString &own, QObject *parent = nullptr);

    void setWatchedDesk(const std::optional<DeskName> &desk); ///< the desk to observe from now on; empty: none
    /// Applies those messages that are about viewers of the desk; returns all others in their order.
    QList<BrokerMessage> applyMessages(const QList<BrokerMessage> &messages);
    /// Names of the other SAs who view the desk. SAs without an open board in @p present are left out: their board crashed, and its last
    /// message is still retained by the broker.
    QStringList names(const QList<BoardAstronomer> &present) const;

Q_SIGNALS:
    void watchersChanged();

private:
    QString topicFilter() const;

    BrokerClient *m_brokerClient;
    const BoardTopics m_topics;
    const QString m_ownName;
    std::optional<DeskName> m_watchedDesk;
    /// the SA's own name, by the SA's authenticated name and the board's run
    QMap<QString, QMap<QString, QString>> m_namesByAstronomerAndRun;
};
}
