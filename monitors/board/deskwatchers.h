// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"

#include <QMap>

namespace Nightdesk
{
/// Who of the SAs has a board open and what each of them looks at here, as a desk hears it. An SA may have several boards, whose runs are
/// not compared. Older and repeated messages of one lose. Pure. Owned by ConsoleBoard.
class DeskWatchers
{
public:
    struct Watcher {
        QString sa; ///< by the topic: what the broker vouches for
        QString name; ///< as people read it: "Ann", or "Ann (bob)" where the SA calls itself otherwise
        bool opensPage = false;
        QStringList displays; ///< keys
        bool operator==(const Watcher &) const = default;
    };

    /// False: nothing changed by it.
    bool applyMessage(const QString &sa, const BoardWire::Presence &presence);
    bool applyMessage(const QString &sa, const BoardWire::Watching &watching);
    bool leave(const QString &sa, const QString &run); ///< that board was closed
    bool withdraw(const QString &sa, const QString &run); ///< with that board it looks at nothing here any more
    /// Nothing is known any more: the broker is away.
    bool clear();

    QList<Watcher> online() const; ///< by name; those whose board is open
    QStringList lookingAt(const QString &display) const; ///< names
    /// Of @p sa, who calls themself @p told.
    static QString nameOf(const QString &sa, const QString &told);

private:
    struct Known { // by the boards' runs
        QMap<QString, BoardWire::Presence> open;
        QMap<QString, BoardWire::Watching> watching; ///< also of boards of which the presence has not come yet
    };
    Known *knownOf(const QString &sa); ///< null: there are too many
    static Watcher watcherOf(const QString &sa, const Known &known);

    QMap<QString, Known> m_known;
};
}
