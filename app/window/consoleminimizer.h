// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/applicationeventfilter.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace Nightdesk
{
class Console;
class Session;

/// Minimizes the main window when all displays are live and the window covers a desktop, so that the user sees the desktop. Only once after each
/// Connect, and not while the user uses the window or it shows a message or a question. The key that leaves a desktop restores the window. Owned by
/// the console. GUI thread.
class ConsoleMinimizer : public QObject, private ApplicationEventHandler
{
    Q_OBJECT
public:
    /// @p isNeeded: returns true if the window shows a message or a question.
    ConsoleMinimizer(Console &console, std::function<bool()> isNeeded);

    /// Call when something was connected: the window may be minimized from now on.
    void allowMinimizing();
    /// Call when the user raised the main window: it then stays until the next Connect, instead of being minimized automatically.
    void preventMinimizing();

Q_SIGNALS:
    /// The window was minimized; @p coveredDesktop: the desktop that it covered.
    void minimized(Nightdesk::Session *coveredDesktop);

private:
    bool handleEvent(QObject *watched, QEvent *event) override;
    void minimizeIfLive();
    bool isEverythingLive() const;
    Session *desktopUnderConsole() const;

    Console &m_console;
    const std::function<bool()> m_isWindowNeeded;
    QTimer m_idleTimer; ///< runs since the last input to the window
    bool m_mayMinimizeConsole = false;
};
}
