// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

#include <chrono>
#include <optional>

class QPainter;

namespace Nightdesk
{
/// A small curve of the last minutes, newest at the right; gaps where the value is not known. The scale starts at zero and grows with the largest
/// value. No axes, because the current number is shown next to it. Created by PaletteView, its parent.
class Sparkline : public QWidget
{
    Q_OBJECT
public:
    struct Point {
        std::chrono::milliseconds age{}; ///< age of the value, relative to now
        std::optional<double> value; ///< the value, at least 0; empty: a gap
    };

    Sparkline();

    void setPoints(const QList<Point> &points, std::chrono::milliseconds span);
    /// Draws a curve anywhere, for example in a table's cell; @p points: oldest first; @p scale: device pixels per unit of @p area.
    static void draw(QPainter *painter, const QRectF &area, const QList<Point> &points, std::chrono::milliseconds span, const QColor &color, qreal scale);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QList<Point> m_points;
    std::chrono::milliseconds m_shownDuration{1};
};
}
