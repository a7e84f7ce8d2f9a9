// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/netplot/netplotpainter.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace Nightdesk
{
/// An interactive netplot: wheel and + - zoom, dragging and arrow keys pan, Shift and dragging select a range, and Ctrl with an arrow key moves from
/// message to message. In follow mode the newest message is at the right. GUI thread. Owned by TrafficView.
class NetPlot : public QWidget
{
    Q_OBJECT
public:
    using Range = std::pair<std::int64_t, std::int64_t>; ///< from and to, in microseconds since the start of the trace

    explicit NetPlot(QWidget *parent = nullptr);

    /// A newer version of the same trace keeps the visible range; another trace is shown as a whole. Null: no trace.
    void setIndex(const std::shared_ptr<const NetPlotIndex> &index);
    const std::shared_ptr<const NetPlotIndex> &index() const;

    Range visibleRange() const;
    void setVisibleRange(Range range);
    std::optional<Range> selectedRange() const;
    void setSelectedRange(const std::optional<Range> &range);
    bool isFollowMode() const;
    std::optional<std::size_t> selectedMessage() const; ///< the selected message

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public Q_SLOTS:
    void zoomIn();
    void zoomOut();
    void showAll();
    void zoomToSelection(); ///< zooms so that the selected range fills the width of the plot
    void setFollowMode(bool isOn);
    void setSelectionMode(bool isOn); ///< dragging selects a range even without Shift
    void selectRange(std::int64_t fromUsec, std::int64_t toUsec);
    void clearSelection();

Q_SIGNALS:
    void visibleRangeChanged();
    void selectedRangeChanged();
    void followModeChanged(bool isOn);
    void pointedMessageChanged(const QString &message); ///< plain text; empty: the pointer is at no message

protected:
    void paintEvent(QPaintEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    enum class DragKind {
        None,
        Pan,
        Select
    };
    bool hasLegend() const;
    NetPlotPainter::PaintParameters paintParameters() const;
    NetPlotGeometry geometry() const;
    Range maxRange() const; ///< the largest range that can be shown
    void zoomAround(double factor, std::int64_t aroundUsec);
    void panBy(std::int64_t byUsec);
    void showRange(Range range); ///< shows @p range at the user's request, which ends follow mode
    void showMessageAt(QPointF place);
    void moveSelectedMessage(int by);
    void extendSelection(int direction);
    void setSelectedMessage(std::optional<std::size_t> message);
    void updateAccessibleText();

    std::shared_ptr<const NetPlotIndex> m_plotIndex;
    Range m_visibleRange{0, 1'000'000};
    std::optional<Range> m_selectedRange;
    std::optional<std::size_t> m_selectedMessage;
    bool m_isFollowMode = false;
    bool m_isSelectionMode = false;
    DragKind m_dragKind = DragKind::None;
    QPointF m_dragStartPosition;
    Range m_dragStartRange;
};
}
