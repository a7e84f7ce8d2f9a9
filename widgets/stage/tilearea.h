// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

class QSplitter;

namespace Nightdesk
{
/// The tiles of a stage, in rows with draggable splits, or one at a time as tabs are. A tile that comes or goes leaves the
/// others where they are as far as the rows allow. GUI thread. Owned by Stage.
class TileArea : public QWidget
{
    Q_OBJECT
public:
    explicit TileArea(QWidget *parent = nullptr);

    /// In this order. Those that are no longer among them are released, hidden: they are the caller's.
    void setTiles(const QList<QWidget *> &tiles);
    /// Shows the current one alone.
    void setTabbed(bool tabbed);
    bool isTabbed() const;
    void setCurrent(QWidget *tile);

    /// Of the rows, then of each row.
    /// Sizes of the rows, then of the tiles of each row. Empty lists: not known, as before the first layout.
    QList<QList<int>> splits() const;
    void restoreSplits(const QList<QList<int>> &splits);
    /// Whether somebody dragged or restored a split; they are even otherwise.
    bool isArranged() const;
    /// All tiles of a row as wide as each other, all rows as high.
    void evenOut();

Q_SIGNALS:
    void arranged(); ///< a split was dragged

private:
    QSplitter *row(int index);
    void showTiles();
    void splitMoved();
    QList<QSplitter *> splitters() const;

    QSplitter *m_rows;
    QList<QWidget *> m_tiles;
    QWidget *m_current = nullptr;
    bool m_isTabbed = false;
    bool m_isArranged = false;
    QList<QList<int>> m_keptSplits; ///< while tabbed
};
}
