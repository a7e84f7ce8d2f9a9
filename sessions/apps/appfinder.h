// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/appdisplay.h"
#include "sessions/apps/appfinderstate.h"
#include "sessions/display/finder.h"
#include "sessions/xwindows/programmarks.h"

#include <QTimer>

#include <chrono>

namespace Nightdesk
{
/// Finds a program's private X server at the summit, or starts it there, each time that the link is live; and stays connected
/// until its session releases it. Wraps an AppDisplay as a AddressOrCommandFinder, and adds this desk's name to the display's name.
/// Owned by an AppSession, GUI thread.
class AppFinder : public QObject, public AddressOrCommandFinder<DesktopAddress>
{
    Q_OBJECT
public:
    /// @p marks: supplies the desk's name; null: the desk has none.
    AppFinder(const AppRequest &request, std::shared_ptr<ProgramMarks> marks, Link *link);

    void find(const FoundCallback &callback) override;
    /// Disconnects from the display, which continues to run at the summit.
    void cancel() override;
    /// Ends the display at the summit, if the link is live and the display belongs to this desk: never one that is only watched, nor a
    /// program that may run only once and belongs to another desk. The next find() waits until the end is completed.
    void endRemoteDisplay();
    /// The next find() may start or find another run. Without this call, find() joins the run that it found earlier, and starts no new one
    /// unless the profile's restart policy says so.
    void allowNewRun();
    /// The next find() views the program of @p watched instead; empty: its own.
    void setWatchedProgram(const std::optional<AppHolder> &watched);
    const AppRequest &request() const;
    /// Whether the display is connected and has not reported its end. That report gives the reason why the VNC
    /// connection ended.
    bool isDisplayConnected() const;

Q_SIGNALS:
    void displayFound(const Nightdesk::AppDisplayFacts &displayFacts); ///< the display was found; emitted before the callback of find() is called
    void programAlreadyRunning(const Nightdesk::AppHolder &holder);
    void outputReceived(const QByteArray &bytes, Nightdesk::OutputKind kind);
    void programFinished(const Nightdesk::ProgramExit &exit);
    void displayFailed(const Nightdesk::Failure &failure); ///< the display failed after find() had reported it

private:
    void beginSearch();
    void reportResult(const std::expected<DesktopAddress, Failure> &found);
    void handleEvent(AppFinderEvent event);
    bool isEnding() const;
    void handleProgramEnded();

    AppRequest m_request;
    const std::shared_ptr<ProgramMarks> m_programMarks;
    AppDisplay m_appDisplay;
    FoundCallback m_foundCallback;
    std::optional<AppHolder> m_watchedProgram;
    QTimer m_deskNameCheckTimer; ///< checks again whether the desk's name is known
    QTimer m_endTimer;
    std::chrono::steady_clock::time_point m_searchBeganAt;
    AppFinderState m_finderState = AppFinderState::NotConnected;
    bool m_isDisplayOfThisDesk = false; ///< the display with that name belongs to this desk and may be ended
    bool m_hasFoundProgramRun = false; ///< find() found a run of the program; reset by allowNewRun()
};
}
