// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;
class QPlainTextEdit;

namespace Nightdesk
{
class Session;

/// The output of X programs, one program at a time, and how each ended: for WindowSessions and AppSessions. GUI thread. Owned by the page that
/// ConsolePages puts it on.
class OutputPane : public QWidget
{
    Q_OBJECT
public:
    OutputPane();

    void add(Session *session); ///< @p session: sessions other than X programs have no output and are ignored
    void remove(Session *session); ///< to be called before the session is deleted
    void showOutputOf(Session *session);

private:
    void showCurrentSession();
    void showExitStatus();

    QList<Session *> m_sessions;
    Session *m_shownSession = nullptr;
    QComboBox *m_sessionBox;
    QLabel *m_exitLabel;
    QPlainTextEdit *m_outputView;
};
}
