// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardtopics.h"
#include "widgets/board/boardnotice.h"

#include <QHash>
#include <QTimeZone>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>

class KMessageWidget;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QMenu;
class QStackedWidget;

namespace Nightdesk
{
class Board;
class BoardModel;
class BoardView;
class DeskBoardPage;

/// All desks of all sites: a table with a filter, and a page for each desk. It shows and asks; who made it connects, looks in and
/// tells. GUI thread. Made by BoardConsole, a child of its window.
class BoardPage : public QWidget
{
    Q_OBJECT
public:
    /// Whether a display can be looked at from here: empty, or translated why not.
    using Obstacle = std::function<QString(const DeskName &desk, const QString &display)>;

    explicit BoardPage(QWidget *parent = nullptr);
    ~BoardPage() override;

    void setBoard(Board *board); ///< outlives it, or null before that
    /// Empty: all is well.
    void setNotice(const std::optional<BoardNotice> &notice);
    void setTimezone(const QTimeZone &zone);
    void setSiteNames(const QHash<QString, QString> &names);
    void setObstacle(const Obstacle &obstacle);
    /// Below what a desk's page tells; it is told by deskOpened() whose page that is. Null: nothing.
    void setNotes(QWidget *notes);

    void setClocks(QWidget *clocks); ///< at the end of the head; it becomes a child
    void addBar(QWidget *bar); ///< above everything (calls that ring); it becomes a child

    BoardView *view() const;
    BoardModel *model() const;
    DeskBoardPage *deskPage() const;
    std::optional<DeskName> openDesk() const; ///< whose page is shown

public Q_SLOTS:
    void open(const Nightdesk::DeskName &desk);
    void closeDesk(); ///< back to the table
    void focusFilter();

Q_SIGNALS:
    void deskOpened(const Nightdesk::DeskName &desk);
    void deskClosed(const Nightdesk::DeskName &desk);
    void lookRequested(const Nightdesk::DeskName &desk, const QString &display);
    void retryRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void offerLook(const DeskName &desk, const QPoint &global);
    void offerMenu(const DeskName &desk, const QPoint &global);
    void fillLook(QMenu *menu, const DeskName &desk);
    void refresh();
    void layMessage();

    Board *m_board = nullptr;
    BoardModel *m_model;
    BoardView *m_view;
    QLineEdit *m_filter;
    QComboBox *m_grouping;
    QLabel *m_count;
    QLabel *m_quiet;
    KMessageWidget *m_message;
    QWidget *m_empty;
    QLabel *m_emptyWhat;
    QLabel *m_emptyAdvice;
    QWidget *m_retry;
    QHBoxLayout *m_head;
    QStackedWidget *m_table; ///< view or empty
    QStackedWidget *m_pages; ///< table or a desk's page
    DeskBoardPage *m_deskPage;
    Obstacle m_obstacle;
    std::optional<BoardNotice> m_notice;
    std::optional<DeskName> m_open;
    QTimer m_refresh;
};
}
