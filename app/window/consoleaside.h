// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <functional>

namespace Nightdesk
{
class Console;
class Session;

/// Minimizes the main window when all that was connected is live and it lies over a desktop: the image is what was wanted. Only
/// once for each Connect, never while somebody uses the window, and not while it has something to say. The key that leaves a
/// desktop brings it back. The console owns it. GUI thread.
class ConsoleAside : public QObject
{
    Q_OBJECT
public:
    /// @p isNeeded: the window shows a message or a question.
    ConsoleAside(Console &console, std::function<bool()> isNeeded);

    /// Something was connected: from now on it looks for its moment.
    void begin();
    /// A person called the window: it is wanted until the next Connect.
    void stay();

Q_SIGNALS:
    void steppedAside(Nightdesk::Session *covered); ///< the desktop that it lay over

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void moveAsideWhenLive();
    bool isAllLive() const;
    Session *covered() const;

    Console &m_console;
    const std::function<bool()> m_isNeeded;
    QTimer m_quiet; ///< since the last input into the window
    bool m_isArmed = false;
};
}
