// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apprequest.h"
#include "sessions/links/hop/link.h"

#include <QObject>

#include <memory>

namespace Nightdesk
{
/// One program on a private X server at the summit (topology vnc-app), as seen by this desk: starts the display over the link, or finds
/// it again by name and joins it. The display outlives link and console; it ends with its program, by endProgram(), or when it
/// has had no viewer for the request's linger time. GUI thread. Owned by AppFinder.
class AppDisplay : public QObject
{
    Q_OBJECT
public:
    explicit AppDisplay(Link *link, QObject *parent = nullptr);
    ~AppDisplay() override; ///< disconnects like leaveRunning()

    /// Call this when the link is live, initially or after leaveRunning(). found(), displayFailed() or programAlreadyRunning() follows, then
    /// outputReceived() and programFinished().
    void open(const AppRequest &request);
    /// Like open(), for a display that this object found before. If that display is gone, displayFailed() follows, and nothing
    /// is started.
    void join(const AppRequest &request);
    /// Like open(), for a display of another desk that programAlreadyRunning() reported with canWatch: found(), displayFailed() or
    /// programFinished() follows. Its X server cannot be used, its size cannot be changed, and endProgram() has no effect.
    void watch(const AppRequest &request, const AppHolder &holder);
    /// Disconnects from the display, which continues to run at the summit. No further signals are emitted.
    void leaveRunning();
    /// Ends program and display at the summit: TERM, and KILL 5 s later. endCompleted() follows, and programFinished() too if the link
    /// delivers the report. False: there is nothing to end, or the link is not live; neither signal follows.
    bool endProgram();
    std::optional<AppDisplayFacts> displayFacts() const; ///< how to reach the display; set while it runs

Q_SIGNALS:
    void found(const Nightdesk::AppDisplayFacts &displayFacts);
    /// The program may run only once and already runs elsewhere, for @p holder: nothing was started.
    void programAlreadyRunning(const Nightdesk::AppHolder &holder);
    void displayFailed(const Nightdesk::Failure &failure);
    void outputReceived(const QByteArray &bytes, Nightdesk::OutputKind kind); ///< the program's output
    /// The program and its display ended. Not emitted when the link is lost, because the display may still run.
    void programFinished(const Nightdesk::ProgramExit &exit);
    void endCompleted(); ///< the summit has completed endProgram(), or the summit cannot be reached

private:
    class Private;
    std::unique_ptr<Private> d;
};
}
