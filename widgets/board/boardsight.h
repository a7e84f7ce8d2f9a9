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
/// What a desk's people are shown of the facility's board. A value: ConsoleBoard makes it, BoardLine keeps the last one.
struct BoardSight {
    enum class Reach {
        None, ///< no broker, no credential, or nothing to tell: nothing is shown
        Waiting, ///< its link is not there
        Connecting,
        Connected,
        Lost, ///< it is tried again
        Refused, ///< the broker says no, or the credential cannot be read
        NeedsPerson ///< the way there asks something that somebody has to answer
    };
    Reach reach = Reach::None;
    QString why; ///< translated; of Lost and Refused, and of Connected if not all that is said is taken
    bool isTelling = true; ///< false: it only listens, for nothing is connected here
    QList<DeskWatchers::Watcher> watchers; ///< those whose board is open
    std::optional<BoardWire::Call> call; ///< empty: none is open
    int unread = 0; ///< notes
    QHash<QString, QString> titles; ///< of displays, by their keys
    bool operator==(const BoardSight &) const = default;

    /// @p needsPerson: the way there does.
    static Reach reachBy(BrokerState state, bool needsPerson);
};

/// The same in words. Translated.
namespace BoardSightWording
{
QString reach(const BoardSight &sight); ///< "The board is reached"
/// Whose board is open and what they look at; empty: nobody's.
QString watchers(const BoardSight &sight);
QString watcher(const DeskWatchers::Watcher &watcher, const QHash<QString, QString> &titles);
QString call(const BoardWire::Call &call); ///< "Ann has heard your call"
QString callInFull(const BoardWire::Call &call); ///< the same for who reads of a call for the first time: whole sentences
}
}
