// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/figures/figurehistogram.h"

#include <QWidget>

#include <optional>

namespace Nightdesk
{
struct PlotColors;

/// One distribution as bars over a logarithmic axis, with lines at the perception limits of 50 and 150 ms. The values of the bucket under the
/// pointer, or chosen by the arrow keys, are shown as text. GUI thread. Owned by HistogramsPanel.
class HistogramPlot : public QWidget
{
    Q_OBJECT
public:
    explicit HistogramPlot(FigureDistributions::Kind kind, QWidget *parent = nullptr);

    void setHistogram(const FigureHistogram &histogram);
    /// The text next to the title: the chosen bucket, or the whole distribution.
    QString valueText() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    QStringList valueTextLines() const; ///< the parts of valueText(), one per line
    QString axisValueText(double value) const;
    QRectF plotArea() const;
    /// True: the plot shows delays that users notice. Its axis then always contains the perception limits.
    bool showsUserDelay() const;
    int bucketOf(double value) const;
    int firstBucket() const;
    int lastBucket() const;
    double xOf(double value) const; ///< x position of a value on the axis
    void setChosenBucket(std::optional<int> bucket);
    void drawAxes(QPainter &painter, const QRectF &plotArea, const PlotColors &colors, double top) const;
    void updateAccessibleText();

    const FigureDistributions::Kind m_figureKind;
    FigureHistogram m_histogram;
    std::optional<int> m_chosenBucket; ///< the bucket that the user chose; empty: none
};
}
