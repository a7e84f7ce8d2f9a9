// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/netplot.h"

#include "widgets/common/accessiblerole.h"
#include "widgets/netplot/netplotwording.h"

#include <KLocalizedString>

#include <QAccessible>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
namespace
{
constexpr std::int64_t minimumSpan = 100; ///< microseconds: about as long as a local X server takes to answer
constexpr double zoomStep = 1.5;
constexpr qreal clickRoom = 4; ///< pixels that the pointer may move during a click

std::int64_t spanOf(const NetPlot::Range &range)
{
    return range.second - range.first;
}
}

NetPlot::NetPlot(QWidget *parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setCursor(Qt::CrossCursor);
    setAccessibleRole(this, QAccessible::Chart);
    setAccessibleName(i18nc("@info accessible name", "X messages over time"));
    setWhatsThis(i18nc("@info:whatsthis",
                       "Each mark is a message. The wheel, + and − zoom; arrows and dragging move; 0 shows everything. With Shift they choose a range, which "
                       "Return shows and Escape drops. Ctrl and an arrow step through messages."));
    updateAccessibleText();
}

void NetPlot::setIndex(const std::shared_ptr<const NetPlotIndex> &index)
{
    const bool isSame = m_plotIndex && index && m_plotIndex->trace().begin == index->trace().begin && m_plotIndex->trace().title == index->trace().title;
    const bool isFiltered = m_plotIndex && index && m_plotIndex->connection() != index->connection();
    const bool wasWhole = m_plotIndex && m_visibleRange == maxRange();
    const bool hadChosen = m_selectedRange.has_value();
    m_plotIndex = index;
    if (!isSame) {
        m_selectedMessage.reset();
        m_selectedRange.reset();
    } else if (isFiltered || (m_selectedMessage && *m_selectedMessage >= index->trace().size())) {
        m_selectedMessage.reset();
    }
    if (!isSame || (wasWhole && !m_isFollowMode)) {
        m_visibleRange = maxRange();
        Q_EMIT visibleRangeChanged();
    } else if (m_isFollowMode) {
        const std::int64_t end = maxRange().second;
        m_visibleRange = {end - spanOf(m_visibleRange), end};
        Q_EMIT visibleRangeChanged();
    }
    if (!isSame && hadChosen) {
        Q_EMIT selectedRangeChanged();
    }
    updateAccessibleText();
    update();
}

const std::shared_ptr<const NetPlotIndex> &NetPlot::index() const
{
    return m_plotIndex;
}

NetPlot::Range NetPlot::visibleRange() const
{
    return m_visibleRange;
}

std::optional<NetPlot::Range> NetPlot::selectedRange() const
{
    return m_selectedRange;
}

bool NetPlot::isFollowMode() const
{
    return m_isFollowMode;
}

std::optional<std::size_t> NetPlot::selectedMessage() const
{
    return m_selectedMessage;
}

NetPlot::Range NetPlot::maxRange() const
{
    if (!m_plotIndex) {
        return {0, 1'000'000};
    }
    const XTrace &trace = m_plotIndex->trace();
    // Some space, so that the last mark is not at the edge of the plot.
    const std::int64_t last = std::max({trace.endTime, trace.size() > 0 ? trace.at(trace.size() - 1).at : 0, std::int64_t{1000}});
    return {0, last + last / 50};
}

void NetPlot::setVisibleRange(Range range)
{
    const Range all = maxRange();
    const std::int64_t span = std::clamp(spanOf(range), minimumSpan, std::max(spanOf(all), minimumSpan));
    const std::int64_t from = std::clamp(range.first, all.first, std::max(all.first, all.second - span));
    range = {from, from + span};
    if (range != m_visibleRange) {
        m_visibleRange = range;
        Q_EMIT visibleRangeChanged();
        updateAccessibleText();
        update();
    }
}

void NetPlot::setSelectedRange(const std::optional<Range> &range)
{
    if (range != m_selectedRange) {
        m_selectedRange = range;
        Q_EMIT selectedRangeChanged();
        updateAccessibleText();
        update();
    }
}

void NetPlot::setFollowMode(bool isOn)
{
    if (isOn == m_isFollowMode) {
        return;
    }
    m_isFollowMode = isOn;
    if (isOn) {
        const std::int64_t end = maxRange().second;
        setVisibleRange({end - spanOf(m_visibleRange), end});
    }
    Q_EMIT followModeChanged(isOn);
}

void NetPlot::setSelectionMode(bool isOn)
{
    m_isSelectionMode = isOn;
}

void NetPlot::selectRange(std::int64_t fromUsec, std::int64_t toUsec)
{
    const Range all = maxRange();
    const auto [low, high] = std::minmax(fromUsec, toUsec);
    setSelectedRange(Range{std::clamp(low, all.first, all.second), std::clamp(high, all.first, all.second)});
}

void NetPlot::clearSelection()
{
    setSelectedRange({});
}

QSize NetPlot::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 110, fontMetrics().height() * 24};
}

QSize NetPlot::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 40, fontMetrics().height() * 7};
}

/// In a small window the plot gets the room of the legend: the tables and tooltips also name the kinds of messages.
bool NetPlot::hasLegend() const
{
    return height() > fontMetrics().height() * 14;
}

NetPlotPainter::PaintParameters NetPlot::paintParameters() const
{
    NetPlotPainter::PaintParameters view;
    view.area = rect();
    view.firstShownTraceUsec = m_visibleRange.first;
    view.lastShownTraceUsec = m_visibleRange.second;
    view.hasLegend = hasLegend();
    view.selectedRange = m_selectedRange;
    view.selectedMessageIndex = m_selectedMessage;
    return view;
}

NetPlotGeometry NetPlot::geometry() const
{
    return NetPlotPainter::geometry(paintParameters(), QFontMetricsF(font(), this));
}

void NetPlot::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const NetPlotColors look = NetPlotColors::of(palette());
    if (!m_plotIndex) {
        painter.fillRect(rect(), look.backgroundColor);
        painter.setPen(look.textColor);
        painter.drawText(rect().adjusted(12, 12, -12, -12),
                         Qt::AlignCenter | Qt::TextWordWrap,
                         i18nc("@info", "No X messages yet. Choose a program that is shown as x11, or open a recorded trace."));
    } else {
        NetPlotPainter(look).paint(painter, *m_plotIndex, paintParameters());
    }
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void NetPlot::showRange(Range range)
{
    setFollowMode(false);
    setVisibleRange(range);
}

void NetPlot::zoomAround(double factor, std::int64_t aroundUsec)
{
    const auto span = static_cast<double>(spanOf(m_visibleRange));
    const auto wanted = std::max<std::int64_t>(std::llround(span / factor), minimumSpan);
    const double share = static_cast<double>(aroundUsec - m_visibleRange.first) / span;
    const std::int64_t from = aroundUsec - std::llround(share * static_cast<double>(wanted));
    if (m_isFollowMode) { // the newest message remains at the right edge
        const std::int64_t end = maxRange().second;
        setVisibleRange({end - wanted, end});
    } else {
        setVisibleRange({from, from + wanted});
    }
}

void NetPlot::zoomIn()
{
    zoomAround(zoomStep, m_visibleRange.first + spanOf(m_visibleRange) / 2);
}

void NetPlot::zoomOut()
{
    zoomAround(1 / zoomStep, m_visibleRange.first + spanOf(m_visibleRange) / 2);
}

void NetPlot::showAll()
{
    showRange(maxRange());
}

void NetPlot::zoomToSelection()
{
    if (m_selectedRange) {
        const std::int64_t room = spanOf(*m_selectedRange) / 20;
        showRange({m_selectedRange->first - room, m_selectedRange->second + room});
    }
}

void NetPlot::panBy(std::int64_t byUsec)
{
    showRange({m_visibleRange.first + byUsec, m_visibleRange.second + byUsec});
}

void NetPlot::wheelEvent(QWheelEvent *event)
{
    const QPoint delta = event->angleDelta();
    if (delta.x() != 0 || event->modifiers() & Qt::ShiftModifier) {
        const int notch = delta.x() != 0 ? delta.x() : delta.y();
        panBy(-spanOf(m_visibleRange) / 10 * notch / 120);
    } else if (delta.y() != 0) {
        zoomAround(std::pow(zoomStep, delta.y() / 120.0), geometry().traceUsecAt(event->position().x()));
    }
    event->accept();
}

void NetPlot::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton) {
        return;
    }
    m_dragStartPosition = event->position();
    m_dragStartRange = m_visibleRange;
    m_dragKind = m_isSelectionMode || event->modifiers() & Qt::ShiftModifier ? DragKind::Select : DragKind::Pan;
}

void NetPlot::mouseMoveEvent(QMouseEvent *event)
{
    if (m_dragKind == DragKind::None) {
        showMessageAt(event->position());
        return;
    }
    if (std::abs(event->position().x() - m_dragStartPosition.x()) < clickRoom && m_visibleRange == m_dragStartRange) {
        return;
    }
    const NetPlotGeometry places = geometry();
    if (m_dragKind == DragKind::Select) {
        selectRange(places.traceUsecAt(m_dragStartPosition.x()), places.traceUsecAt(event->position().x()));
    } else {
        setCursor(Qt::ClosedHandCursor);
        const std::int64_t by = places.traceUsecAt(m_dragStartPosition.x()) - places.traceUsecAt(event->position().x());
        showRange({m_dragStartRange.first + by, m_dragStartRange.second + by});
    }
}

void NetPlot::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton) {
        return;
    }
    const bool isClick = std::abs(event->position().x() - m_dragStartPosition.x()) < clickRoom && m_visibleRange == m_dragStartRange;
    if (isClick && m_plotIndex) {
        if (m_dragKind == DragKind::Select) {
            clearSelection();
        }
        setSelectedMessage(NetPlotPainter::messageAt(*m_plotIndex, geometry(), event->position()));
    }
    m_dragKind = DragKind::None;
    setCursor(Qt::CrossCursor);
}

void NetPlot::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton) {
        zoomAround(zoomStep * zoomStep, geometry().traceUsecAt(event->position().x()));
    }
}

void NetPlot::leaveEvent(QEvent *)
{
    Q_EMIT pointedMessageChanged({});
}

void NetPlot::showMessageAt(QPointF place)
{
    const auto message = m_plotIndex ? NetPlotPainter::messageAt(*m_plotIndex, geometry(), place) : std::nullopt;
    const QString text = message ? NetPlotWording::message(m_plotIndex->trace().at(*message)) : QString();
    QToolTip::showText(mapToGlobal(place.toPoint()), text.toHtmlEscaped(), this); // an empty text hides the tool tip
    Q_EMIT pointedMessageChanged(text);
}

void NetPlot::setSelectedMessage(std::optional<std::size_t> message)
{
    m_selectedMessage = message;
    const QString text = message ? NetPlotWording::message(m_plotIndex->trace().at(*message)) : QString();
    if (!text.isEmpty()) {
        const std::int64_t at = m_plotIndex->trace().at(*message).at;
        if (at < m_visibleRange.first || at > m_visibleRange.second) {
            showRange({at - spanOf(m_visibleRange) / 2, at + spanOf(m_visibleRange) / 2});
        }
        QAccessibleAnnouncementEvent spoken(this, text);
        QAccessible::updateAccessibility(&spoken);
    }
    Q_EMIT pointedMessageChanged(text);
    updateAccessibleText();
    update();
}

void NetPlot::moveSelectedMessage(int by)
{
    if (!m_plotIndex || m_plotIndex->trace().size() == 0) {
        return;
    }
    const auto size = static_cast<std::ptrdiff_t>(m_plotIndex->trace().size());
    auto next = m_selectedMessage
        ? static_cast<std::ptrdiff_t>(*m_selectedMessage) + by
        : static_cast<std::ptrdiff_t>(m_plotIndex->trace().lowerBound(by > 0 ? m_visibleRange.first : m_visibleRange.second)) - (by < 0);
    while (next >= 0 && next < size && !m_plotIndex->belongsToConnection(static_cast<std::size_t>(next))) {
        next += by;
    }
    if (next >= 0 && next < size) {
        setSelectedMessage(static_cast<std::size_t>(next));
    }
}

void NetPlot::extendSelection(int direction)
{
    const std::int64_t by = std::max<std::int64_t>(spanOf(m_visibleRange) / 20, 1) * direction;
    if (m_selectedRange) {
        selectRange(m_selectedRange->first, std::max(m_selectedRange->second + by, m_selectedRange->first));
        return;
    }
    const std::int64_t start = m_selectedMessage ? m_plotIndex->trace().at(*m_selectedMessage).at : m_visibleRange.first + spanOf(m_visibleRange) / 2;
    selectRange(start, start + by);
}

void NetPlot::keyPressEvent(QKeyEvent *event)
{
    const Qt::KeyboardModifiers with = event->modifiers() & ~Qt::KeypadModifier;
    const int direction = event->key() == Qt::Key_Left ? -1 : 1;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (with & Qt::ControlModifier) {
            moveSelectedMessage(direction);
        } else if (with & Qt::ShiftModifier) {
            extendSelection(direction);
        } else {
            panBy(spanOf(m_visibleRange) / 10 * direction);
        }
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Up:
        zoomIn();
        return;
    case Qt::Key_Minus:
    case Qt::Key_Down:
        zoomOut();
        return;
    case Qt::Key_PageUp:
        panBy(-spanOf(m_visibleRange));
        return;
    case Qt::Key_PageDown:
        panBy(spanOf(m_visibleRange));
        return;
    case Qt::Key_Home:
        showRange({0, spanOf(m_visibleRange)});
        return;
    case Qt::Key_End:
        showRange({maxRange().second - spanOf(m_visibleRange), maxRange().second});
        return;
    case Qt::Key_0:
        showAll();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_selectedRange) {
            zoomToSelection();
            return;
        }
        break;
    case Qt::Key_Escape:
        if (m_selectedRange || m_selectedMessage) {
            setSelectedMessage({});
            clearSelection();
            return;
        }
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

/// Describes the plot for screen readers, in figures; the tables contain the rest.
void NetPlot::updateAccessibleText()
{
    if (!m_plotIndex) {
        setAccessibleDescription(i18nc("@info accessible description of a plot", "No X messages yet."));
        return;
    }
    const XTrace &trace = m_plotIndex->trace();
    const auto count = static_cast<qlonglong>(trace.lowerBound(m_visibleRange.second + 1) - trace.lowerBound(m_visibleRange.first));
    const std::int64_t waited = m_plotIndex->totalWaitUsecBefore(m_visibleRange.second) - m_plotIndex->totalWaitUsecBefore(m_visibleRange.first);
    QString text = i18ncp("@info accessible description of a plot; %2, %3: from and to in seconds, %4: a part of that time",
                          "%1 message from %2 s to %3 s; %4 % of that time waiting for answers (estimated).",
                          "%1 messages from %2 s to %3 s; %4 % of that time waiting for answers (estimated).",
                          count,
                          NetPlotWording::seconds(m_visibleRange.first, 1000),
                          NetPlotWording::seconds(m_visibleRange.second, 1000),
                          QString::number(waited * 100 / std::max<std::int64_t>(spanOf(m_visibleRange), 1)));
    if (m_selectedRange) {
        text += u' '
            + i18nc("@info accessible description of a plot; from and to in seconds",
                    "Chosen range: %1 s to %2 s.",
                    NetPlotWording::seconds(m_selectedRange->first, 1000),
                    NetPlotWording::seconds(m_selectedRange->second, 1000));
    }
    setAccessibleDescription(text);
}
}
