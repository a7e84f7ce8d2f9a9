// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardtopics.h"

#include <QTreeView>

namespace Nightdesk
{
class BoardModel;
class BoardSortModel;

/// The table of desks: as many columns as fit, no horizontal scroll bar, and rows that do not move while the user points or types. GUI thread. Owned
/// by BoardPage.
class BoardView : public QTreeView
{
    Q_OBJECT
public:
    explicit BoardView(BoardModel *model, QWidget *parent = nullptr);

    BoardSortModel *sortModel() const;
    std::optional<DeskName> currentDesk() const;
    void setCurrentDesk(const DeskName &desk);

Q_SIGNALS:
    void openRequested(const Nightdesk::DeskName &desk); ///< the user pressed Enter or double-clicked
    /// The user pressed the key L; @p global: position for a menu.
    void viewDisplayMenuRequested(const Nightdesk::DeskName &desk, const QPoint &global);
    void filterFocusRequested(); ///< the user pressed the key /
    void menuRequested(const Nightdesk::DeskName &desk, const QPoint &global);

protected:
    void drawRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void keyPressEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void updateGeometries() override;

private:
    void fitColumns();
    QPoint menuPosition(const QModelIndex &index) const; ///< the position for a menu on the screen

    BoardModel *m_boardModel;
    BoardSortModel *m_sortModel;
    int m_fittedWidth = -1; ///< the width for which the columns were laid out
};
}
