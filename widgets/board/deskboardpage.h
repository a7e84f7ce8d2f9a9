// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardtopics.h"

#include <QTimeZone>
#include <QWidget>

#include <functional>
#include <optional>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace Nightdesk
{
class Board;
class BoardDisplayList;
class BoardHistoryList;
class BoardLinkList;
struct BoardDesk;

/// One desk of the board: its observers, its state, the night so far, and its displays to view. GUI thread. Owned by BoardPage.
class DeskBoardPage : public QWidget
{
    Q_OBJECT
public:
    using ViewObstacleFunction = std::function<QString(const DeskName &desk, const QString &display)>;

    explicit DeskBoardPage(QWidget *parent = nullptr);

    void setBoard(Board *board);
    void setDesk(const std::optional<DeskName> &desk); ///< empty: no desk is shown
    void setTimezone(const QTimeZone &zone);
    void setViewObstacleFunction(const ViewObstacleFunction &obstacle);
    void setOtherWatchers(const QStringList &names); ///< names of other support astronomers (SAs) who view this desk
    /// Sets the widget for notes and calls, below everything else; it becomes a child. Null: none.
    void setNotes(QWidget *notes);

public Q_SLOTS:
    void refresh();

Q_SIGNALS:
    void backRequested();
    void viewDisplayRequested(const Nightdesk::DeskName &desk, const QString &display);

protected:
    void changeEvent(QEvent *event) override;

private:
    void showHeader(const BoardDesk &desk, const QDateTime &now);
    QString factsText(const BoardDesk &desk, const QDateTime &now) const;

    Board *m_board = nullptr;
    std::optional<DeskName> m_shownDesk;
    QTimeZone m_zone;
    QStringList m_otherWatcherNames;
    ViewObstacleFunction m_viewObstacleFunction;
    QPushButton *m_backButton;
    QLabel *m_healthIcon;
    QLabel *m_nameLabel;
    QLabel *m_stateLabel;
    QLabel *m_reasonLabel;
    QLabel *m_factsLabel;
    QPushButton *m_viewButton;
    BoardDisplayList *m_displayList;
    BoardLinkList *m_linkList;
    BoardHistoryList *m_historyList;
    QWidget *m_notesArea;
    QVBoxLayout *m_notesLayout;
    QWidget *m_notesWidget = nullptr;
};
}
