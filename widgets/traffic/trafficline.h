// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace Nightdesk
{
class Session;
class XTrafficWatch;

/// What a program says to this desk's X server, a line of its card; and while its start is going to take minutes, how long still,
/// with a button that shows it in a quicker way. Not there while there is nothing to say. GUI thread; goes before its session.
class TrafficLine : public QWidget
{
    Q_OBJECT
public:
    /// @p watch outlives it.
    TrafficLine(Session *session, XTrafficWatch *watch, QWidget *parent = nullptr);

    QPushButton *button() const;

private:
    void refresh();
    void showLabel();

    Session *m_session;
    XTrafficWatch *m_watch;
    QLabel *m_live;
    QLabel *m_start;
    QPushButton *m_showAs;
};
}
