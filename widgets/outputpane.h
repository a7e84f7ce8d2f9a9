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
class WindowSession;

/// What the X programs printed, one program at a time, and how each ended. GUI thread.
class OutputPane : public QWidget
{
    Q_OBJECT
public:
    explicit OutputPane(QWidget *parent = nullptr);

    void add(WindowSession *session);
    void remove(WindowSession *session); ///< while it is still there
    void show(WindowSession *session);

private:
    void showCurrent();
    void showExit();

    QList<WindowSession *> m_sessions;
    WindowSession *m_shown = nullptr;
    QComboBox *m_choice;
    QLabel *m_exit;
    QPlainTextEdit *m_text;
};
}
