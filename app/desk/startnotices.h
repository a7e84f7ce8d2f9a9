// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSet>
#include <QString>

namespace Nightdesk
{
class Desk;
class MessageBar;
class Session;
class XTrafficWatch;

/// Says across the window that a program is going to take minutes to start, with the time left, and offers to show it in a quicker
/// way. Once for each start; what it says is on the program's card as well. GUI thread. Owned by ConsoleFeatures.
class StartNotices : public QObject
{
    Q_OBJECT
public:
    /// All of them outlive this.
    StartNotices(Desk *desk, XTrafficWatch *watch, MessageBar *message, QObject *parent);

private:
    void changed(Session *session);
    void taken(const QString &about);

    Desk *m_desk;
    XTrafficWatch *m_watch;
    MessageBar *m_message;
    QSet<QString> m_shownKeys; ///< Session::key() of those whose start was spoken of
};
}
