// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

class QComboBox;
class QLabel;
class QPlainTextEdit;

namespace Nightdesk
{
class Session;

/// What the X programs printed, one program at a time, and how each ended: of WindowSessions and AppSessions. GUI thread.
/// Owned by the page that ConsolePages puts it on.
class OutputPane : public QWidget
{
    Q_OBJECT
public:
    explicit OutputPane(QWidget *parent = nullptr);

    void add(Session *session); ///< of another kind it has no output, and is left out
    void remove(Session *session); ///< while it is still there
    void show(Session *session);

private:
    void showCurrent();
    void showExit();

    QList<Session *> m_sessions;
    Session *m_shown = nullptr;
    QComboBox *m_choice;
    QLabel *m_exit;
    QPlainTextEdit *m_text;
};
}
