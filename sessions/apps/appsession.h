// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apporder.h"
#include "sessions/desktops/desktopsession.h"

#include <QIcon>

#include <memory>

namespace Nightdesk
{
/// An X program in a display of its own at the summit (topology vnc-app), seen through a view that is an ordinary window here:
/// a window to people (Kind::Window), a VNC desktop to everything below. GUI thread.
class AppSession : public DesktopSession
{
    Q_OBJECT
public:
    AppSession(const AppOrder &order, Link *link, QObject *parent = nullptr);
    ~AppSession() override;

    const WindowSpec &windowSpec() const;
    std::optional<AppPlace> place() const;
    QString programTitle() const; ///< what it calls its main window, display-safe; empty: not known
    QIcon programIcon() const; ///< null: not known
    /// Where its view belongs: the monitor's rectangle.
    void setScreenArea(const QRect &area);
    QRect screenArea() const;
    /// The display is to be as large as its view: a person resized that. Asked at most a few times a second; a watcher never does.
    void setWantedSize(const QSize &size);
    bool isWatching() const; ///< somebody else started it; this desk looks on
    QStringList outputLines() const;

Q_SIGNALS:
    void programTitleChanged();
    void programIconChanged();
    void screenAreaChanged();
    void outputAdded(const QStringList &lines);

private:
    class Private;
    std::unique_ptr<Private> d;
};
}
