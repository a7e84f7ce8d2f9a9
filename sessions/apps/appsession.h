// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apporder.h"
#include "sessions/desktops/desktopsession.h"

#include <QIcon>

#include <memory>

namespace Nightdesk
{
class AppFinder;
class ProgramMarks;

/// An X program in a display of its own at the summit (topology vnc-app), seen through a view that is an ordinary window here:
/// a window to people (Kind::Window), a VNC desktop to everything below. Owned by the Desk, GUI thread.
///
/// The program is not ours to lose: a link that breaks, a console that crashes or is quit leaves it where it is, and the next
/// open() joins it by its name. It ends by itself, when a person ends it (stop(), close()), with its profile, or at the summit
/// when nobody has watched for a while.
class AppSession : public DesktopSession
{
    Q_OBJECT
public:
    /// @p marks: this desk's name, which becomes the order's owner where that is empty; null: it will not be found again.
    AppSession(const AppOrder &order, std::shared_ptr<ProgramMarks> marks, Link *link, QObject *parent = nullptr);
    ~AppSession() override;

    const WindowSpec &windowSpec() const;
    std::optional<AppPlace> place() const;
    QString programTitle() const; ///< what it calls its main window, display-safe; empty: not known
    QIcon programIcon() const; ///< null: not known
    /// Where its view belongs: the monitor's rectangle, in the toolkit's pixels.
    void setScreenArea(const QRect &area);
    QRect screenArea() const;
    /// The display is to be as large as its view: a person resized that. Asked at most a few times a second; a watcher never does.
    void setWantedSize(const QSize &size);
    bool isWatching() const; ///< somebody else started it; this desk looks on
    QStringList outputLines() const;
    std::optional<ProgramExit> lastExit() const;
    /// It was asked to end, and asks something itself, as whether to save: that has to be answered in its window.
    bool asksBack() const;

public Q_SLOTS:
    /// Stops, and the program runs on at the summit: the next console joins it.
    void leave();
    /// Its window is to come in front of the others, with the keyboard.
    void raise();

Q_SIGNALS:
    void programTitleChanged();
    void programIconChanged();
    void screenAreaChanged();
    void outputAdded(const QStringList &lines);
    void askedBack(); ///< asksBack() is true
    void raiseRequested();
    /// Its program was started and has got as far as it gets by itself: how long that took, its display's own start included, as far as
    /// is known here. Not of one that was joined.
    void startMeasured(std::chrono::milliseconds took);
    /// Something was done with it: how long, from the key or button to the quiet picture.
    void interactionMeasured(std::chrono::milliseconds took);

protected:
    void connectionEnded(const Failure &failure, Again again) override;
    bool askToEnd() override;
    void open() override;
    void drop() override;

private:
    AppSession(AppFinder *finder, Link *link, QObject *parent); ///< takes the finder

    class Private;
    std::unique_ptr<Private> d;
};
}
