// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QPointer>

class QDialog;
class QWidget;

namespace Nightdesk
{
class DesktopSession;
class Link;

/// Turns the questions of links and desktops into dialogs and their answers back. Dialogs do not block; a question that is
/// withdrawn takes its dialog away. GUI thread; @p window is the dialogs' parent.
class Questions : public QObject
{
    Q_OBJECT
public:
    explicit Questions(QWidget *window);

    void watch(Link *link);
    void watch(DesktopSession *session);

private:
    QWidget *m_window;
    QHash<quint64, QPointer<QDialog>> m_linkDialogs; ///< by question; ids are unique in the process
};
}
