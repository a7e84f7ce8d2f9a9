// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apprequest.h"
#include "sessions/desktops/desktopsession.h"

#include <QIcon>

#include <memory>

namespace Nightdesk
{
class AppFinder;
class ProgramMarks;

/// An X program on a private X server at the summit (topology vnc-app), shown in a view that is an ordinary local window:
/// a window to the user (Kind::Window), but a VNC desktop to the lower layers. Owned by the Desk, GUI thread.
///
/// The program outlives this session: if the link is lost, or the console crashes or quits, the program continues to run, and the next
/// open() joins it by its name. It ends when it exits, when the user ends it (stop(), close()), with its profile, or at the summit
/// after a time without a viewer.
class AppSession : public DesktopSession
{
    Q_OBJECT
public:
    /// @p marks: supplies this desk's name as the request's owner if that is empty; null: the program cannot be found again.
    AppSession(const AppRequest &request, std::shared_ptr<ProgramMarks> marks, Link *link, QObject *parent = nullptr);
    ~AppSession() override;

    const WindowSpec &windowSpec() const;
    std::optional<AppDisplayFacts> displayFacts() const;
    QString programTitle() const; ///< title of its main window, display-safe; empty: not known
    QIcon programIcon() const; ///< icon of the program; null: not known
    /// @p area: the monitor for the program's view, as a rectangle in logical pixels.
    void setScreenArea(const QRect &area);
    QRect screenArea() const;
    /// Requests a size for the display: the size of its view, which the user resized. Sent at most a few times a
    /// second; ignored while watching.
    void requestDesktopSize(const QSize &size);
    bool isWatchingOtherDesk() const; ///< this desk views a program that another desk started
    QStringList outputLines() const;
    std::optional<ProgramExit> lastExit() const;
    /// The program was asked to close and asks the user something, such as whether to save; the user has to answer in its window.
    bool isAskingUser() const;

public Q_SLOTS:
    /// Stops the session, but the program continues to run at the summit, where the next console joins it.
    void leaveProgramRunning();
    /// Raises the program's window and gives it the keyboard focus.
    void raise();

Q_SIGNALS:
    void programTitleChanged();
    void programIconChanged();
    void screenAreaChanged();
    void outputAdded(const QStringList &lines);
    void userQuestionAsked(); ///< the program now asks the user something, as isAskingUser() reports
    void raiseRequested();
    /// The program was started and is ready for input. @p took includes the start of its display, as far as known here.
    /// Not emitted for a program that was already running.
    void startTimeMeasured(std::chrono::milliseconds took);
    /// An interaction was measured: @p took is the time from a key or button until the image stopped changing.
    void interactionTimeMeasured(std::chrono::milliseconds took);

protected:
    void connectionEnded(const Failure &failure, RetryTiming again) override;
    bool requestProgramClose() override;
    bool hasQuestionThatOutlivesLink() const override;
    void open() override;
    void drop() override;

private:
    AppSession(AppFinder *finder, Link *link, QObject *parent); ///< takes ownership of @p finder

    class Private;
    std::unique_ptr<Private> d;
};
}
