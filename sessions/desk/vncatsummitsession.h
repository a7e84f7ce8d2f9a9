// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apprequest.h"
#include "sessions/xwindows/windowsession.h"

#include <QTimer>

#include <memory>
#include <optional>

namespace Nightdesk
{
class AppWindowAgent;
class ProgramMarks;
class ProgramViewerFinder;

/// An X program in a private X server at the summit, shown by a viewer that also runs there (topology vnc-at-summit). The viewer's window appears
/// here as that of an X program. The program is found or started first, and continues to run without link and console. Close asks the program to
/// close. Closing the viewer's window leaves the program running, and Start finds it again. GUI thread. Owned by ConnectedProfile.
class VncAtSummitSession : public WindowSession
{
    Q_OBJECT
public:
    /// @p link: the program's link. @p marks: marks programs with this desk's name; null: the program cannot be found
    /// again later.
    VncAtSummitSession(const AppRequest &order, std::shared_ptr<ProgramMarks> marks, Link *link, Link *viewerLink, LocalX *localX, QObject *parent = nullptr);
    ~VncAtSummitSession() override;

    /// Call when the console ends but the program must continue: ending this session then does not end the program.
    void leaveProgramRunning();
    int programWindowCount() const; ///< number of ordinary windows in the private X server; 0: none, or not known

protected:
    bool requestProgramClose() override;
    bool handleExit(const ProgramExit &exit) override;
    void drop() override;

private:
    VncAtSummitSession(ProgramViewerFinder *finder, Link *viewerLink, LocalX *localX, QObject *parent); ///< takes ownership of @p finder
    void displayFound(const AppDisplayFacts &displayFacts);
    void handleProgramFinished(const ProgramExit &exit);

    ProgramViewerFinder *const m_finder; ///< owned by the base class
    std::unique_ptr<AppWindowAgent> m_windowAgent;
    std::optional<ProgramExit> m_programExit;
    std::optional<ProgramExit> m_viewerExit;
    bool m_leavesProgramRunning = false; ///< keep the program running: only the viewer was closed
    QTimer m_closeTimer; ///< runs since the program's windows were asked to close
    QTimer m_endReasonWaitTimer;
};
}
