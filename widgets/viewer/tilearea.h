// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

class QSplitter;

namespace Nightdesk
{
/// The tiles of a viewer window, in rows with draggable splits, or one at a time like tabs. When a tile is added or removed, the others keep their places as
/// far as the rows allow. GUI thread. Owned by ViewerWindow.
class TileArea : public QWidget
{
    Q_OBJECT
public:
    TileArea();

    /// Sets the tiles, in this order. Removed tiles are hidden and have no parent: the caller owns them.
    void setTiles(const QList<QWidget *> &tiles);
    /// True: shows only the current tile.
    void setTabbed(bool tabbed);
    bool isTabbed() const
    {
        return m_isTabbed;
    }
    void setCurrent(QWidget *tile);

    /// Heights of the rows, then widths of each row's tiles. Empty lists: not known, as before the first layout.
    QList<QList<int>> tileSizes() const;
    void restoreTileSizes(const QList<QList<int>> &splits);
    /// Whether a split was dragged or restored; otherwise all tiles are equally large.
    bool isArrangedByUser() const;
    /// Makes all tiles of a row equally wide and all rows equally high.
    void equalizeTiles();

Q_SIGNALS:
    void arrangementChanged(); ///< a split was dragged

private:
    QSplitter *splitterOfRow(int index);
    void updateTileVisibility();
    void handleSplitMoved();
    QList<QSplitter *> splitters() const;

    QSplitter *m_rowsSplitter;
    QList<QWidget *> m_tiles;
    QWidget *m_currentTile = nullptr;
    bool m_isTabbed = false;
    bool m_isArrangedByUser = false;
    QList<QList<int>> m_savedTileSizes; ///< the sizes of the tiles to restore when the tiles are no longer shown as tabs
};
}
