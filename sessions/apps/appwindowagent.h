// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apporder.h"
#include "sessions/links/hop/link.h"

#include <QIcon>
#include <QObject>

#include <memory>

namespace Nightdesk
{
/// Our own X client in a program's display of its own at the summit, by way of the link: knows the program's title and icon,
/// asks its windows to close, and stands in for a window manager where none runs (the main window fills the display, dialogs
/// stand in front of it, the keyboard goes to the uppermost). The display's server is not believed: what it says is bounded and
/// checked before libxcb sees it. Works on a thread of its own; the object, which its session owns, lives on the GUI thread, its functions return at
/// once, the destructor ends within a second. Owned by AppSession or SummitWindow.
class AppWindowAgent : public QObject
{
    Q_OBJECT
public:
    AppWindowAgent(Link *link, const AppPlace &place, QObject *parent = nullptr);
    ~AppWindowAgent() override;

    QString title() const; ///< display-safe, at most 200 characters; empty: it has none
    QIcon icon() const; ///< null: it has none
    int windowCount() const; ///< ordinary ones that are mapped

    /// Fills the display with the main window, where no manager does so, after the display's size changed; it follows that by itself, too.
    void fill();
    /// Asks the program's windows to go, as their close buttons do. cannotBeClosed() follows where none can be asked.
    void close();

Q_SIGNALS:
    void titleChanged(const QString &title);
    void iconChanged();
    void windowCountChanged(int count);
    /// No window was mapped for 3 s since the last one (or since the program's first): it has got as far as it gets by itself.
    void settled();
    void cannotBeClosed();
    void askedBack(); ///< after close(), a window came up
    /// The X connection could not be made, or ended: no titles then, nothing else is lost.
    void lost(const QString &why);

private:
    class Private;
    std::unique_ptr<Private> d;
};
}
