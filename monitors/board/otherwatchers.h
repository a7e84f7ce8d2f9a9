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
/// Which other SAs look at a desk, as the broker keeps it: so that two do not call the same people. GUI thread; @p client outlives it. Owned by BoardConsole.
class OtherWatchers : public QObject
{
    Q_OBJECT
public:
    /// @p own: the SA whose board this is.
    OtherWatchers(BrokerClient *client, const QString &facility, const QString &own, QObject *parent = nullptr);

    void setWatchedDesk(const std::optional<DeskName> &desk); ///< from now on; empty: none
    /// What is meant for a desk's watchers; the rest is given back, in its order.
    QList<BrokerMessage> applyMessages(const QList<BrokerMessage> &messages);
    /// Of those whose boards are open: what a board that died said last is kept at the broker.
    QStringList names(const QList<BoardSa> &present) const;

Q_SIGNALS:
    void changed();

private:
    QString filter() const;

    BrokerClient *m_client;
    const BoardTopics m_topics;
    const QString m_own;
    std::optional<DeskName> m_desk;
    QMap<QString, QMap<QString, QString>> m_others; ///< by the name that the broker vouches for and the board's run: as they call themselves
};
}
