// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaType>

#include <optional>

namespace Nightdesk
{
/// The life of a display while it is being shown.
enum class SessionState {
    Idle, ///< not asked for
    WaitingForLink, ///< wanted; its link is not live (yet)
    Opening, ///< the channel to its server is being opened, or its program started
    Starting, ///< RFB handshake until the first picture; program runs, no window yet
    Live,
    Retrying, ///< its own server, worker or program went away; tries again after a pause
    Failed, ///< a person has to act: shows why, offers Retry
    Ended, ///< ended as wished, or its program exited
};

enum class SessionEvent {
    Wanted, ///< start(), retry()
    LinkLive,
    LinkLost,
    Opened, ///< channel open, program started
    Appeared, ///< first picture, first window
    Lost, ///< a transient failure of its own
    PauseOver, ///< the back-off's pause is over
    Refused, ///< a failure that only a person can mend
    Forbidden, ///< wanted, but it cannot be shown at all
    Ended, ///< its program exited, or it is not wanted any more
};

/// The table of a session's life. Empty: this pair means nothing (events arrive late or twice): log and ignore.
std::optional<SessionState> nextState(SessionState from, SessionEvent on);
}

Q_DECLARE_METATYPE(Nightdesk::SessionState)
