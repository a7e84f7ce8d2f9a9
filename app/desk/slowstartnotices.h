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

/// Shows in the message bar that the start of a program will take minutes, with the remaining time, and offers a faster display mode. Once for each
/// start; the program's card shows the same. GUI thread. Owned by ConsoleFeatures.
class SlowStartNotices : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object.
    SlowStartNotices(Desk *desk, XTrafficWatch *watch, MessageBar *message, QObject *parent);

private:
    void updateNotice(Session *session);
    void acceptOffer(const QString &topic);

    Desk *m_desk;
    XTrafficWatch *m_trafficWatch;
    MessageBar *m_messageBar;
    QSet<QString> m_reportedSessionKeys; ///< Session::key() of programs whose slow start was reported
};
}
