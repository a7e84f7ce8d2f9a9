// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <chrono>
#include <optional>

class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace Nightdesk
{
class Session;

/// On a viewer window without an open desktop: the displays that belong there, what each waits for, and a button that shows it again. Visible displays are
/// not listed. Child of the viewer window's tile area, which it fills; GUI thread.
class WaitingDisplayList : public QWidget
{
    Q_OBJECT
public:
    explicit WaitingDisplayList(QWidget *place);

    /// Each session is removed from this list before it is deleted. Desktops shown by their own view are not listed.
    void setSessions(const QList<Session *> &sessions);
    void setShownWhenNotEmpty(bool wanted); ///< true: shows the list, because the viewer window shows nothing else

    /// What a hidden display waits for; empty: it is visible.
    static QString waitingText(const Session &session);

Q_SIGNALS:
    void displayShowRequested(Nightdesk::Session *session); ///< the user wants to see the display

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Row {
        QPointer<Session> session;
        QWidget *rowWidget;
        QLabel *titleLabel;
        QLabel *stateLabel;
        QProgressBar *progressBar;
        QPushButton *showButton;
        std::optional<std::chrono::steady_clock::time_point> startedAt = {};
    };
    Row makeRow(Session *session);
    void refresh();

    QList<Row> m_sessionRows;
    QVBoxLayout *m_columnLayout;
    QLabel *m_headingLabel;
    QTimer m_refreshTimer; ///< updates the elapsed times
    bool m_isShownWhenNotEmpty = false;
};
}
