// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/netplot/netplotindex.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace Nightdesk
{
class NetPlotGeometry;

/// A netplot to look around in: wheel and + - zoom, dragging and arrows pan, Shift and dragging choose a range, and Ctrl with an
/// arrow steps from message to message. While it follows, the newest is at the right. GUI thread. Owned by TrafficView.
class NetPlot : public QWidget
{
    Q_OBJECT
public:
    using Range = std::pair<std::int64_t, std::int64_t>; ///< microseconds of the trace, from and to

    explicit NetPlot(QWidget *parent = nullptr);

    /// Another picture of the same trace keeps what is seen; another trace is shown whole. Null: nothing.
    void setIndex(const std::shared_ptr<const NetPlotIndex> &index);
    const std::shared_ptr<const NetPlotIndex> &index() const;

    Range seen() const;
    void setSeen(Range range);
    std::optional<Range> chosen() const;
    void setChosen(const std::optional<Range> &range);
    bool isFollowing() const;
    std::optional<std::size_t> current() const; ///< the message that is looked at

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public Q_SLOTS:
    void zoomIn();
    void zoomOut();
    void showAll();
    void showChosen(); ///< the range, as wide as the plot
    void setFollowing(bool follows);
    void setChoosing(bool chooses); ///< dragging chooses a range without Shift
    void choose(std::int64_t from, std::int64_t to);
    void clearChosen();

Q_SIGNALS:
    void seenChanged();
    void chosenChanged();
    void followingChanged(bool follows);
    void pointedAt(const QString &message); ///< plain text; empty: at none

protected:
    void paintEvent(QPaintEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    enum class Drag {
        None,
        Pan,
        Choose
    };
    bool hasLegend() const;
    NetPlotGeometry geometry() const;
    Range bounds() const; ///< as far as one can go
    void zoom(double factor, std::int64_t around);
    void pan(std::int64_t by);
    void moveTo(Range range); ///< by a person: it does not follow any more
    void point(QPointF place);
    void step(int by);
    void extendChosen(int direction);
    void showMessage(std::optional<std::size_t> message);
    void describe();

    std::shared_ptr<const NetPlotIndex> m_index;
    Range m_seen{0, 1'000'000};
    std::optional<Range> m_chosen;
    std::optional<std::size_t> m_current;
    bool m_follows = false;
    bool m_chooses = false;
    Drag m_drag = Drag::None;
    QPointF m_dragFrom;
    Range m_dragSeen;
};
}
