// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktoppalette.h"

#include <QTimer>
#include <QWidget>

namespace Nightdesk
{
/// The cells of a color map, 16 in a row, each in its color. Cells that changed within the last second are framed.
/// Arrow keys and clicks choose a cell, which currentCellChanged() reports. GUI thread. Owned by PaletteView.
class PaletteGrid : public QWidget
{
    Q_OBJECT
public:
    static constexpr int columnCount = 16;

    PaletteGrid();

    void setColors(const DesktopPalette &palette);
    /// number of the chosen cell, 0 to 255
    int currentCell() const
    {
        return m_currentCell;
    }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void currentCellChanged(int cell);

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    void chooseCell(int cell);
    int cellSize() const; ///< side length of a cell in pixels
    QRect cellRect(int cell) const;

    DesktopPalette m_colors;
    int m_currentCell = 0;
    QTimer m_highlightRepaintTimer; ///< repaints while a cell is framed
};
}
