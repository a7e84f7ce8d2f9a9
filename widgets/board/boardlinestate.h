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
/// The state of this desk's connection to the facility's status board, as the board line shows it. A value: made by
/// ConsoleBoard, stored by BoardStatusLine.
struct BoardLineState {
    enum class ConnectionState {
        NothingToShow, ///< the board line is hidden: no broker, no credential, or nothing to share
        Waiting, ///< the ssh link to the broker is not connected yet
        Connecting,
        Connected,
        Lost, ///< the connection was lost, and Nightdesk retries
        Refused, ///< the broker refuses the login, or the credential cannot be read
        NeedsLogin ///< the ssh connection to the broker needs a login by the user
    };
    ConnectionState connectionState = ConnectionState::NothingToShow;
    /// The reason for Lost or Refused, or why the broker rejects some messages while Connected; translated.
    QString reason;
    bool isPublishing = true; ///< false: this desk only receives, because nothing is connected here
    QList<DeskWatchers::Watcher> watchers; ///< support astronomers (SAs) who have the board open
    std::optional<BoardWire::Call> call; ///< this desk's call for help to a support astronomer; empty: none
    int unreadCount = 0; ///< number of unread notes
    QHash<QString, QString> displayTitles; ///< titles of displays, by the displays' keys
    bool operator==(const BoardLineState &) const = default;

    /// @p needsLogin: the connection to the broker needs a login by the user.
    static ConnectionState connectionStateOf(BrokerState state, bool needsLogin);
};

/// The state of the board connection as text. Translated.
namespace BoardLineWording
{
QString connectionState(const BoardLineState &lineState); ///< the state of the connection in a few words, such as "On the status board"
/// Which support astronomers (SAs) have the board open and what they view; empty: none.
QString watchers(const BoardLineState &lineState);
QString watcher(const DeskWatchers::Watcher &watcher, const QHash<QString, QString> &displayTitles);
QString call(const BoardWire::Call &call); ///< the state of the call in a few words
/// The state of the call in full sentences, for a user who reads about it for the first time.
QString callInFull(const BoardWire::Call &call);
}
}
