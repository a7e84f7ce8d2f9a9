// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/session.h"

namespace Nightdesk
{
/// What a person can do with a display of the list, and why not. Pure; words are translated.
namespace DisplayCommands
{
enum class Command {
    Open, ///< starts, opens again, or tries again
    Show,
    Iconify,
    Restart,
    Close,
    Move,
    Traffic ///< what its program and the X server say to each other
};

struct Facts {
    Session::Kind kind = Session::Kind::Desktop;
    SessionState state = SessionState::Idle;
    bool hasFailed = false; ///< there is a failure to be tried again
    bool asks = false; ///< whether to start it again is asked already, in words of its own
    bool isOccupied = false; ///< it may run only once and does; what to do is asked in words of its own
    bool isWatching = false; ///< somebody else's program
    bool isIconified = false;
    bool isWarm = false; ///< what is put aside is covered and comes back as it was
    bool isClosing = false;
    bool showsX = false; ///< its program's X connections end at this desk
    int screens = 1; ///< of the site
};
Facts factsOf(const Session &session, int screens);

struct Verdict {
    QString text; ///< what it is called now
    bool isPossible = false;
    QString tip; ///< what it does, or why it cannot be done
};
Verdict judge(Command command, const Facts &facts);
}
}
