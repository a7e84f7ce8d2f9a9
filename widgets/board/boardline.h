// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/board/boardsight.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace Nightdesk
{
/// One line at the lower edge of the main window: whether the facility's board is reached, which SAs look, the call, unread
/// notes. Not there while there is no board. GUI thread. Made by ConsoleBoard, a child of the main window.
class BoardLine : public QFrame
{
    Q_OBJECT
public:
    explicit BoardLine(QWidget *parent = nullptr);

    void setSight(const BoardSight &sight);
    const BoardSight &sight() const;
    QString text() const; ///< all that is said, for tests and screen readers

Q_SIGNALS:
    void detailsRequested(); ///< what is told, and to whom
    void notesRequested();
    void callRequested(); ///< its state was clicked
    void loginRequested(); ///< the way asks something, and a person is there to answer

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    BoardSight m_sight;
    QLabel *m_light;
    QLabel *m_reach;
    QLabel *m_watchers;
    QToolButton *m_call;
    QToolButton *m_login;
    QToolButton *m_notes;
    QToolButton *m_details;
};
}
