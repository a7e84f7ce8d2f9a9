// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaType>

#include <optional>

namespace Nightdesk
{
/// The states of a session.
enum class SessionState {
    Idle, ///< the session was not requested
    WaitingForLink, ///< the session was requested; its link is not live
    Opening, ///< the channel to its server is being opened, or its program is being started
    Starting, ///< RFB handshake until the first image; or the program runs but has no window yet
    Live,
    Retrying, ///< the session's server, worker or program was lost; the session retries after a pause
    Failed, ///< the user has to act: shows the reason, offers Retry
    Ended, ///< the user ended the session, or its program exited
};

enum class SessionEvent {
    StartRequested, ///< start() or retry() was called
    LinkLive,
    LinkLost,
    Opened, ///< channel open, or program started
    ContentAppeared, ///< first image or first window
    FailedTransiently, ///< a transient failure of the session itself
    PauseOver, ///< the back-off pause is over
    FailedPermanently, ///< a failure that only the user can fix
    Ended, ///< its program exited, or the user ended the session
};

/// The transition table of a session. Empty: the pair is not in the table, because events may arrive late or twice: log and ignore it.
std::optional<SessionState> nextState(SessionState from, SessionEvent on);
}

Q_DECLARE_METATYPE(Nightdesk::SessionState)
