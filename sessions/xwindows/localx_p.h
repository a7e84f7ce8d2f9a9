// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/localx.h"
#include "sessions/xwindows/programmarks.h"
#include "sessions/xwindows/relay/xrelay.h"
#include "sessions/xwindows/server/programwindowcontroller.h"

#include <QHash>

#include <chrono>
#include <expected>

namespace Nightdesk
{
class Link;

/// The part of LocalX that WindowSession and WindowRun use. GUI thread.
class LocalX::Private
{
public:
    Private(const QString &display, const QString &authorityFile);

    /// Reserves the time of the next program start on @p link: starts are some time apart. Returns how long the caller must wait until then.
    std::chrono::milliseconds reserveNextStart(const Link *link, std::chrono::steady_clock::time_point now);

    /// Ends the connections of @p program, then revokes its authorization at the X server.
    void disconnectAndRevokeProgram(quint32 program);

    const std::expected<LocalDisplay, Failure> display;
    quint32 lastProgramNumber = 0; ///< last number given to a start of a program
    QHash<const Link *, quint32> linkNumbers; ///< numbers of the followed links, from 1 on
    quint32 lastLinkNumber = 0;
    std::unique_ptr<ProgramWindowController> windowController; ///< null without a display
    std::unique_ptr<XRelay> relay; ///< declared after the member that it calls, so that it is destroyed first
    std::shared_ptr<ProgramMarks> programMarks; ///< if there is no local X server: null until LocalX::programMarks() is called
    QHash<const Link *, std::chrono::steady_clock::time_point> earliestStartByLink; ///< when the next program may be started on each link
};
}
