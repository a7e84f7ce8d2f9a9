// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/diagnostics/plotdata.h"

#include <QColor>
#include <QTimeZone>
#include <QWidget>

#include <optional>

namespace Nightdesk
{
struct PlotColors;

/// One plot over time with its axes: values at the left, UT and the site's time below. Draws the given data and reports
/// what the user wants to see: a time, chosen by pointer or arrow keys, or another span, chosen by Ctrl+wheel,
/// dragging, or + and -. GUI thread. Owned by DiagnosticsView.
class TimePlot : public QWidget
{
    Q_OBJECT
public:
    explicit TimePlot(QWidget *parent = nullptr);

    void setData(const PlotData &data, const FigureTimeRange &span);
    void setTimeZone(const QTimeZone &zone); ///< @p zone: time zone of the site
    /// Sets the time whose values are shown as text; empty: the newest column.
    void setCursorTime(std::optional<quint32> at);
    int pixelColumnCount() const; ///< number of pixel columns of the drawing area
    QString valueText() const; ///< the values at the cursor, as text

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void cursorTimeRequested(std::optional<quint32> at);
    void zoomRequested(double factor, quint32 center);
    void timeRangeRequested(const Nightdesk::FigureTimeRange &span);
    void panRequested(double part); ///< @p part: distance as a fraction of the span; 1: one span later

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QRectF plotArea() const; ///< the drawing area
    int leftMargin() const;
    quint32 timeAt(double x) const;
    double xOf(double at) const;
    int columnAtTime(quint32 at) const;
    QString timeText(quint32 at, bool withSeconds) const;
    void drawGrid(QPainter &painter, const QRectF &plotArea, const PlotColors &colors, double top) const;
    void drawCurves(QPainter &painter, const QRectF &plotArea, const PlotColors &colors, double top) const;
    void drawBands(QPainter &painter, const QRectF &plotArea, const PlotColors &colors) const;
    int pixelColumnOfShownValues() const; ///< column at the cursor, else the newest column with a value; -1: no column has a value
    QString cursorTimeText() const; ///< the time of the cursor as text; empty: there is no cursor
    void drawLegend(QPainter &painter, const QRectF &plotArea, const PlotColors &colors) const;
    void updateAccessibleText();

    PlotData m_plotData;
    FigureTimeRange m_shownTimeRange;
    QTimeZone m_zone;
    std::optional<quint32> m_cursorTime;
    std::optional<double> m_dragStartX; ///< x position where a drag began; empty: no drag
    double m_currentDragX = 0; ///< x position of the pointer during a drag
};
}
