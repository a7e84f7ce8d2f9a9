// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/session.h"

namespace Nightdesk
{
/// The commands for a display of the list: whether each is possible, or why it is not. Pure; texts are translated.
namespace DisplayCommands
{
enum class Command {
    Open, ///< starts the display, opens it again, or retries
    Show,
    Iconify,
    Restart,
    Close,
    Move,
    Traffic ///< shows the messages between the display's program and the X server
};

struct DisplayFacts {
    Session::Kind kind = Session::Kind::Desktop;
    SessionState state = SessionState::Idle;
    bool hasFailed = false; ///< the display has a failure, also while Nightdesk retries
    bool isRestartQuestionShown = false; ///< the display's card already asks whether to start it again
    bool runsElsewhere = false; ///< the program may run only once and already runs elsewhere; the card asks what to do
    bool isOtherUsersProgram = false; ///< the display shows another user's program, view-only
    bool isIconified = false;
    bool isPreloaded = false; ///< the program was preloaded: it can be hidden and returns unchanged
    bool isClosing = false;
    bool hasLocalXConnections = false; ///< the X connections of the display's program end at this workstation
    int screenCount = 1; ///< number of screens of the site
};
DisplayFacts factsOf(const Session &session, int screenCount);

struct CommandState {
    QString text; ///< current text of the action
    bool isPossible = false;
    QString toolTipText; ///< what the command does, or why it is not possible
};
CommandState stateOf(Command command, const DisplayFacts &facts);
}
}
