// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/displaycommands.h"

#include "sessions/display/preloadstate.h"
#include "sessions/xwindows/windowsession.h"

#include <KLocalizedString>

namespace Nightdesk::DisplayCommands
{
namespace
{
bool isClosed(const DisplayFacts &facts)
{
    return facts.state == SessionState::Idle || facts.state == SessionState::Ended;
}

QString notOpenReason(const DisplayFacts &facts)
{
    if (facts.kind == Session::Kind::Desktop) {
        return facts.state == SessionState::Idle ? i18nc("@info:tooltip why not", "The desktop is not open yet")
                                                 : i18nc("@info:tooltip why not", "The desktop is closed");
    }
    return facts.state == SessionState::Idle ? i18nc("@info:tooltip why not", "The program has not been started yet")
                                             : i18nc("@info:tooltip why not", "The program is not running");
}

CommandState openCommandState(const DisplayFacts &facts)
{
    const bool isDesktop = facts.kind == Session::Kind::Desktop;
    if (isClosed(facts)) {
        return isDesktop
            ? CommandState{facts.state == SessionState::Idle ? i18nc("@action:button opens a desktop", "Open")
                                                             : i18nc("@action:button opens a desktop that was closed", "Reopen"),
                           true,
                           i18nc("@info:tooltip", "Shows the desktop on its screen")}
            : CommandState{i18nc("@action:button starts a display", "Start"), true, i18nc("@info:tooltip", "Starts the program on the remote host")};
    }
    const QString text = i18nc("@action:button", "Retry");
    if (facts.isRestartQuestionShown) {
        return {text, false, i18nc("@info:tooltip why not", "Choose below whether to start the program again")};
    }
    if (facts.runsElsewhere) {
        return {text, false, i18nc("@info:tooltip why not", "The program is already running; choose below")};
    }
    if (facts.state == SessionState::Failed || facts.state == SessionState::Retrying) {
        return {text, true, i18nc("@info:tooltip", "Retries now, including the connection")};
    }
    if (facts.state == SessionState::WaitingForLink && facts.hasFailed) {
        return {text, true, i18nc("@info:tooltip", "Retries the connection now")};
    }
    return {text,
            false,
            facts.state == SessionState::Live ? i18nc("@info:tooltip why not", "The display is live")
                                              : i18nc("@info:tooltip why not", "The display is being opened")};
}

CommandState showCommandState(const DisplayFacts &facts)
{
    const QString text = i18nc("@action:button brings the display to the front", "Show");
    if (facts.isIconified) {
        return {text, true, i18nc("@info:tooltip", "Brings the display back to its screen")};
    }
    if (isClosed(facts)) {
        return {text, false, notOpenReason(facts)};
    }
    return {text,
            facts.state == SessionState::Live,
            facts.state == SessionState::Live ? i18nc("@info:tooltip", "Brings the display to the front and gives it the keyboard")
                                              : i18nc("@info:tooltip why not", "The display is not live")};
}

CommandState iconifyCommandState(const DisplayFacts &facts)
{
    const QString text = i18nc("@action:button minimizes a display", "Minimize");
    if (facts.isIconified) {
        return {text, false, i18nc("@info:tooltip why not", "Already minimized; Show brings the display back")};
    }
    if (isClosed(facts)) {
        return {text, false, notOpenReason(facts)};
    }
    if (facts.kind == Session::Kind::Desktop) {
        return {text, true, i18nc("@info:tooltip", "Removes the desktop from its screen but keeps it connected; Show brings it back")};
    }
    return {text,
            facts.state == SessionState::Live,
            facts.state != SessionState::Live ? i18nc("@info:tooltip why not", "The program has no windows yet")
                : facts.isPreloaded           ? i18nc("@info:tooltip", "Hides the program’s windows; Show brings them back at once, unchanged")
                                              : i18nc("@info:tooltip", "Minimizes the program’s windows; Show brings them back")};
}

CommandState restartCommandState(const DisplayFacts &facts)
{
    const QString text = i18nc("@action:button ends a display and starts it again", "Restart");
    if (isClosed(facts)) {
        return {text, false, notOpenReason(facts)};
    }
    if (facts.runsElsewhere) {
        return {text, false, i18nc("@info:tooltip why not", "The program is already running; choose below")};
    }
    if (facts.isOtherUsersProgram) {
        return {text, false, i18nc("@info:tooltip why not", "Only the person who started the program may restart it")};
    }
    if (facts.state == SessionState::Failed || facts.isRestartQuestionShown) {
        return {text, false, i18nc("@info:tooltip why not", "The display has failed; Retry starts it again")};
    }
    if (facts.isClosing) {
        return {text, false, i18nc("@info:tooltip why not", "The display is being closed")};
    }
    return {text,
            true,
            facts.kind == Session::Kind::Desktop ? i18nc("@info:tooltip", "Reconnects; the desktop itself keeps running on the remote host")
                                                 : i18nc("@info:tooltip", "Ends the program and starts it again")};
}

CommandState closeCommandState(const DisplayFacts &facts)
{
    const QString text = facts.isClosing ? i18nc("@action:button ends a program that was asked to", "End Now") : i18nc("@action:button", "Close");
    if (isClosed(facts)) {
        return {text, false, notOpenReason(facts)};
    }
    if (facts.isClosing) {
        return {text, true, i18nc("@info:tooltip", "Ends the program at once; its unsaved data is lost")};
    }
    if (facts.isOtherUsersProgram) {
        return {text, true, i18nc("@info:tooltip", "Closes this view only; the program keeps running for the person who started it")};
    }
    if (facts.runsElsewhere) {
        return {text, true, i18nc("@info:tooltip", "Leaves the program to the person who started it")};
    }
    return {text,
            true,
            facts.kind == Session::Kind::Desktop ? i18nc("@info:tooltip", "Closes this view only; the desktop keeps running on the remote host")
                                                 : i18nc("@info:tooltip", "Ends the program on the remote host")};
}

CommandState moveCommandState(const DisplayFacts &facts)
{
    const bool isPossible = facts.screenCount > 1;
    return {i18nc("@action:inmenu a submenu of screens", "Move to Screen"),
            isPossible,
            isPossible ? i18nc("@info:tooltip", "Moves the display to another screen for this night")
                       : i18nc("@info:tooltip why not", "This site has only one screen")};
}

CommandState trafficCommandState(const DisplayFacts &facts)
{
    const QString text = i18nc("@action:inmenu what a program and its X server send each other", "Show X Traffic");
    if (facts.hasLocalXConnections) {
        return {text, true, i18nc("@info:tooltip", "Shows what the program and the X server send each other, and why the program is slow")};
    }
    if (facts.kind == Session::Kind::Desktop) {
        return {text, false, i18nc("@info:tooltip why not", "X traffic is only available for X programs")};
    }
    return {text, true, i18nc("@info:tooltip", "No X traffic in this display mode; shows the trace recorded while the program was shown as x11")};
}
}

DisplayFacts factsOf(const Session &session, int screenCount)
{
    const auto *window = qobject_cast<const WindowSession *>(&session);
    return {.kind = session.kind(),
            .state = session.state(),
            .hasFailed = session.failure().has_value(),
            .isRestartQuestionShown = window && window->asksToStartAgain(),
            .runsElsewhere = session.occupancy().holder().has_value(),
            .isOtherUsersProgram = session.occupancy().watchedHolder().has_value(),
            .isIconified = session.isIconified(),
            .isPreloaded = PreloadState::of(&session) != nullptr,
            .isClosing = session.isClosing(),
            .hasLocalXConnections = window != nullptr,
            .screenCount = screenCount};
}

CommandState stateOf(Command command, const DisplayFacts &facts)
{
    switch (command) {
    case Command::Open:
        return openCommandState(facts);
    case Command::Show:
        return showCommandState(facts);
    case Command::Iconify:
        return iconifyCommandState(facts);
    case Command::Restart:
        return restartCommandState(facts);
    case Command::Close:
        return closeCommandState(facts);
    case Command::Move:
        return moveCommandState(facts);
    case Command::Traffic:
        return trafficCommandState(facts);
    }
    return {};
}
}
