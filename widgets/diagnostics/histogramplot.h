// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/figures/figurehistogram.h"

#include <QWidget>

#include <optional>

namespace Nightdesk
{
struct PlotColors;

/// One distribution as bars over a logarithmic axis, with lines at what people feel: 50 and 150 ms. The bucket under the pointer, or the
/// one that the arrow keys choose, is written out. GUI thread. Owned by HistogramsPanel.
class HistogramPlot : public QWidget
{
    Q_OBJECT
public:
    explicit HistogramPlot(FigureDistributions::Kind kind, QWidget *parent = nullptr);

    void setHistogram(const FigureHistogram &histogram);
    /// What is written beside the title: the chosen bucket, or the whole.
    QString readout() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QStringList lines() const; ///< of readout(), as they are written
    QString text(double value) const;
    QRectF area() const;
    /// A person feels it: the borders of what is felt are always within the axis.
    bool isFelt() const;
    int bucketOf(double value) const;
    int firstBucket() const;
    int lastBucket() const;
    double xOf(double value) const; ///< of a place on the axis
    void setBucket(std::optional<int> bucket);
    void drawAxes(QPainter &painter, const QRectF &area, const PlotColors &colors, double top) const;
    void describe();

    const FigureDistributions::Kind m_kind;
    FigureHistogram m_histogram;
    std::optional<int> m_bucket; ///< chosen
};
}
