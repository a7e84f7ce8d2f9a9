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

/// On a stage without a desktop: which displays belong there, what each waits for, and a button that brings it back. A display
/// that is to be seen is not listed. Child of the stage's tile area, which it fills; GUI thread.
class WaitingList : public QWidget
{
    Q_OBJECT
public:
    explicit WaitingList(QWidget *place);

    /// They leave this list before they are deleted. Shown by the desktop's own view: not here.
    void setSessions(const QList<Session *> &sessions);
    void setWanted(bool wanted); ///< nothing else stands in the place

    /// What a display that is not to be seen waits for; empty: it is to be seen.
    static QString words(const Session &session);

Q_SIGNALS:
    void wanted(Nightdesk::Session *session); ///< it is to come (back)

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Row {
        QPointer<Session> session;
        QWidget *box;
        QLabel *title;
        QLabel *state;
        QProgressBar *progress;
        QPushButton *button;
        std::optional<std::chrono::steady_clock::time_point> startedAt = {};
    };
    Row makeRow(Session *session);
    void refresh();

    QList<Row> m_rows;
    QVBoxLayout *m_column;
    QLabel *m_heading;
    QTimer m_second; ///< how long it takes already
    bool m_isWanted = false;
};
}
