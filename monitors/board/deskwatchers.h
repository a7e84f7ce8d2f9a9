// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"

#include <QMap>

namespace Nightdesk
{
/// Which support astronomers (SAs) have a board open, and what each one views of this desk. An SA may have several boards; sequence numbers
/// of different boards are not compared. Outdated and repeated messages of a board are ignored. Pure. Owned by ConsoleBoard.
class DeskWatchers
{
public:
    struct Watcher {
        QString sa; ///< the SA's name in the topic, which the broker has authenticated
        QString name; ///< for display: "Ann", or "Ann (bob)" if the SA's own name "Ann" differs from the authenticated name "bob"
        bool hasPageOpen = false;
        QStringList displays; ///< keys of the viewed displays
        bool operator==(const Watcher &) const = default;
    };

    /// False: the message changed nothing.
    bool applyMessage(const QString &sa, const BoardWire::Presence &presence);
    bool applyMessage(const QString &sa, const BoardWire::Watching &watching);
    bool removeBoard(const QString &sa, const QString &run); ///< the SA's board with this run identifier was closed
    /// Call when the SA's board with this run identifier no longer views this desk.
    bool clearWatchedDisplays(const QString &sa, const QString &run);
    /// The broker is disconnected, so nothing is known.
    bool clear();

    QList<Watcher> onlineWatchers() const; ///< SAs with an open board, sorted by name
    /// Name to show for the SA that topics call @p sa: @p ownName from the SA's messages, if there is one.
    static QString nameOf(const QString &sa, const QString &ownName);

private:
    struct KnownBoards { // messages of one SA's boards, by the boards' run identifiers
        QMap<QString, BoardWire::Presence> presenceByRun;
        QMap<QString, BoardWire::Watching> watchingByRun; ///< a board's Watching may arrive before its Presence
    };
    KnownBoards *findOrAddBoards(const QString &sa); ///< finds or creates the entry of an SA; null: there are too many SAs
    static Watcher watcherOf(const QString &sa, const KnownBoards &known);

    QMap<QString, KnownBoards> m_boardsBySa;
};
}
