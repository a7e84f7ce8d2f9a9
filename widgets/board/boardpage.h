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

/// All desks of all sites: a table with a filter, and a page for each desk. This page only shows and sends requests; BoardConsole connects, opens
/// views and shares the status. GUI thread. Made by BoardConsole, a child of its window.
class BoardPage : public QWidget
{
    Q_OBJECT
public:
    /// Whether a display can be viewed from here: empty, or the translated reason why not.
    using Obstacle = std::function<QString(const DeskName &desk, const QString &display)>;

    explicit BoardPage(QWidget *parent = nullptr);
    ~BoardPage() override;

    void setBoard(Board *board); ///< outlives this page, or is reset to null first
    /// Empty: no problem.
    void setNotice(const std::optional<BoardNotice> &notice);
    void setTimezone(const QTimeZone &zone);
    void setSiteNames(const QHash<QString, QString> &names);
    void setObstacle(const Obstacle &obstacle);
    /// The widget below a desk's details; deskOpened() says for which desk it is. Null: none.
    void setNotes(QWidget *notes);

    void setClocks(QWidget *clocks); ///< at the end of the head line; becomes a child
    void addBar(QWidget *bar); ///< above everything (for ringing calls); becomes a child

    BoardView *view() const;
    BoardModel *model() const;
    DeskBoardPage *deskPage() const;
    std::optional<DeskName> openDesk() const; ///< the desk whose page is open

public Q_SLOTS:
    void open(const Nightdesk::DeskName &desk);
    void closeDesk(); ///< returns to the table
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
    void layOutMessage();

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
    QStackedWidget *m_table; ///< the table or the empty page
    QStackedWidget *m_pages; ///< the table or a desk's page
    DeskBoardPage *m_deskPage;
    Obstacle m_obstacle;
    std::optional<BoardNotice> m_notice;
    std::optional<DeskName> m_open;
    QTimer m_refresh;
};
}
