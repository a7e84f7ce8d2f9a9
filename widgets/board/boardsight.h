// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/deskwatchers.h"
#include "sessions/boardwire/boardmessages.h"
#include "sessions/broker/brokerclient.h"

#include <QHash>

#include <optional>

namespace Nightdesk
{
/// What this desk shows about the facility's board. A value: ConsoleBoard makes it, BoardLine keeps the latest.
struct BoardSight {
    enum class Reach {
        None, ///< no broker, no credential, or nothing to share: nothing is shown
        Waiting, ///< its ssh link is not connected
        Connecting,
        Connected,
        Lost, ///< Nightdesk retries
        Refused, ///< the broker refuses the login, or the credential cannot be read
        NeedsPerson ///< the ssh connection to the broker needs a login by the user
    };
    Reach reach = Reach::None;
    QString why; ///< translated; for Lost and Refused, and for Connected if the broker rejects some of the messages
    bool isPublishing = true; ///< false: this desk only receives, because nothing is connected here
    QList<DeskWatchers::Watcher> watchers; ///< SAs who have the board open
    std::optional<BoardWire::Call> call; ///< empty: no call
    int unread = 0; ///< number of unread notes
    QHash<QString, QString> titles; ///< titles of displays, by the displays' keys
    bool operator==(const BoardSight &) const = default;

    /// @p needsPerson: the connection to the broker needs a login by the user.
    static Reach reachBy(BrokerState state, bool needsPerson);
};

/// The same as text. Translated.
namespace BoardSightWording
{
QString reach(const BoardSight &sight); ///< "On the status board"
/// Which SAs have the board open and what they view; empty: none.
QString watchers(const BoardSight &sight);
QString watcher(const DeskWatchers::Watcher &watcher, const QHash<QString, QString> &titles);
QString call(const BoardWire::Call &call); ///< the state of the call in a few words
QString callInFull(const BoardWire::Call &call); ///< the same in full sentences, for a user who reads about the call for the first time
}
}
