// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <functional>

class QWidget;

namespace Nightdesk
{
class Desk;
class Session;
class Stages;

/// Minimizes the main window when all that was connected is live and it lies over a desktop: the image is what was wanted. Only
/// once for each Connect, never while somebody uses the window, and not while it has something to say. The key that leaves a
/// desktop brings it back. Child of the window, GUI thread.
class ConsoleAside : public QObject
{
    Q_OBJECT
public:
    struct Parts {
        QWidget *window;
        Desk *desk;
        Stages *stages;
        std::function<bool()> isNeeded; ///< the window shows a message or a question
    };
    explicit ConsoleAside(const Parts &parts);

    /// Something was connected: from now on it looks for its moment.
    void begin();

Q_SIGNALS:
    void steppedAside(Nightdesk::Session *covered); ///< the desktop that it lay over

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void look();
    bool isAllLive() const;
    Session *covered() const;

    const Parts m_parts;
    QTimer m_quiet; ///< since the last input into the window
    bool m_isArmed = false;
};
}
