// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardtopics.h"

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

/// Why a board shows nothing, or nothing new: the cause, and what the user can do. Translated.
struct BoardNotice {
    QString summary;
    QString advice;
    bool isProblem = false; ///< false: the board is still connecting, or is configured to show nothing
    bool canRetry = false;
    bool operator==(const BoardNotice &) const = default;
};

/// The status board with all desks of all sites: a table with a filter, and a page for each desk. This page only shows
/// the board and sends requests; BoardConsole connects, opens views and shares the status. GUI thread. Made by
/// BoardConsole, a child of its window.
class BoardPage : public QWidget
{
    Q_OBJECT
public:
    /// Returns why a display cannot be viewed from here, translated; empty: it can be viewed.
    using ViewObstacleFunction = std::function<QString(const DeskName &desk, const QString &display)>;

    explicit BoardPage(QWidget *parent = nullptr);

    void setBoard(Board *board); ///< @p board outlives this page, or is reset to null first
    /// @p notice: why the board shows nothing new; empty: no problem.
    void setNotice(const std::optional<BoardNotice> &notice);
    void setTimezone(const QTimeZone &zone);
    void setSiteNames(const QHash<QString, QString> &names);
    void setViewObstacleFunction(const ViewObstacleFunction &obstacle);
    /// Sets the widget below a desk's details; null: none. deskPageOpened() says for which desk the widget is shown.
    void setNotes(QWidget *notes);

    void setClocks(QWidget *clocks); ///< the clocks at the end of the first line; @p clocks becomes a child
    void addBar(QWidget *bar); ///< adds @p bar above everything else, for ringing calls; it becomes a child

    BoardView *view() const;
    DeskBoardPage *deskPage() const;
    std::optional<DeskName> shownDesk() const; ///< the desk whose page is open

public Q_SLOTS:
    void openDeskPage(const Nightdesk::DeskName &desk);
    void closeDeskPage(); ///< leaves the page of a desk and shows the table
    void focusFilter();

Q_SIGNALS:
    void deskPageOpened(const Nightdesk::DeskName &desk);
    void deskPageClosed(const Nightdesk::DeskName &desk);
    void viewDisplayRequested(const Nightdesk::DeskName &desk, const QString &display);
    void retryRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void showViewDisplayMenu(const DeskName &desk, const QPoint &global);
    void showContextMenu(const DeskName &desk, const QPoint &global);
    void addViewDisplayActions(QMenu *menu, const DeskName &desk);
    void refresh();
    void layOutMessage();

    Board *m_board = nullptr;
    BoardModel *m_boardModel;
    BoardView *m_boardView;
    QLineEdit *m_filterEdit;
    QComboBox *m_groupingBox;
    QLabel *m_countLabel;
    QLabel *m_unreadableLabel;
    KMessageWidget *m_messageWidget;
    QWidget *m_emptyBoardPage;
    QLabel *m_emptyBoardSummary;
    QLabel *m_emptyBoardAdvice;
    QWidget *m_retryButton;
    QHBoxLayout *m_headLayout;
    QStackedWidget *m_tableStack; ///< shows the table, or the page for an empty board
    QStackedWidget *m_pageStack; ///< shows the table, or the page of a desk
    DeskBoardPage *m_deskPage;
    ViewObstacleFunction m_viewObstacleFunction;
    std::optional<BoardNotice> m_notice;
    std::optional<DeskName> m_openDesk;
    QTimer m_refreshTimer;
};
}
