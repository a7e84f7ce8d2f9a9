// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/netplot.h"

#include "widgets/common/accessiblerole.h"
#include "widgets/netplot/netplotpainter.h"
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
    describe();
}

void NetPlot::setIndex(const std::shared_ptr<const NetPlotIndex> &index)
{
    const bool isSame = m_index && index && m_index->trace().begin == index->trace().begin && m_index->trace().title == index->trace().title;
    const bool isFiltered = m_index && index && m_index->connection() != index->connection();
    const bool wasWhole = m_index && m_seen == bounds();
    const bool hadChosen = m_chosen.has_value();
    m_index = index;
    if (!isSame) {
        m_current.reset();
        m_chosen.reset();
    } else if (isFiltered || (m_current && *m_current >= index->trace().size())) {
        m_current.reset();
    }
    if (!isSame || (wasWhole && !m_follows)) {
        m_seen = bounds();
        Q_EMIT seenChanged();
    } else if (m_follows) {
        const std::int64_t end = bounds().second;
        m_seen = {end - spanOf(m_seen), end};
        Q_EMIT seenChanged();
    }
    if (!isSame && hadChosen) {
        Q_EMIT chosenChanged();
    }
    describe();
    update();
}

const std::shared_ptr<const NetPlotIndex> &NetPlot::index() const
{
    return m_index;
}

NetPlot::Range NetPlot::seen() const
{
    return m_seen;
}

std::optional<NetPlot::Range> NetPlot::chosen() const
{
    return m_chosen;
}

bool NetPlot::isFollowing() const
{
    return m_follows;
}

std::optional<std::size_t> NetPlot::current() const
{
    return m_current;
}

NetPlot::Range NetPlot::bounds() const
{
    if (!m_index) {
        return {0, 1'000'000};
    }
    const XTrace &trace = m_index->trace();
    // Some space, so that the last mark is not at the edge of the plot.
    const std::int64_t last = std::max({trace.end, trace.size() > 0 ? trace.at(trace.size() - 1).at : 0, std::int64_t{1000}});
    return {0, last + last / 50};
}

void NetPlot::setSeen(Range range)
{
    const Range all = bounds();
    const std::int64_t span = std::clamp(spanOf(range), minimumSpan, std::max(spanOf(all), minimumSpan));
    const std::int64_t from = std::clamp(range.first, all.first, std::max(all.first, all.second - span));
    range = {from, from + span};
    if (range != m_seen) {
        m_seen = range;
        Q_EMIT seenChanged();
        describe();
        update();
    }
}

void NetPlot::setChosen(const std::optional<Range> &range)
{
    if (range != m_chosen) {
        m_chosen = range;
        Q_EMIT chosenChanged();
        describe();
        update();
    }
}

void NetPlot::setFollowing(bool follows)
{
    if (follows == m_follows) {
        return;
    }
    m_follows = follows;
    if (follows) {
        const std::int64_t end = bounds().second;
        setSeen({end - spanOf(m_seen), end});
    }
    Q_EMIT followingChanged(follows);
}

void NetPlot::setChoosing(bool chooses)
{
    m_chooses = chooses;
}

void NetPlot::choose(std::int64_t from, std::int64_t to)
{
    const Range all = bounds();
    const auto [low, high] = std::minmax(from, to);
    setChosen(Range{std::clamp(low, all.first, all.second), std::clamp(high, all.first, all.second)});
}

void NetPlot::clearChosen()
{
    setChosen({});
}

QSize NetPlot::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 110, fontMetrics().height() * 24};
}

QSize NetPlot::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 40, fontMetrics().height() * 7};
}

/// A small window has room for the plot only; the tables and tool tips also name the kinds of messages.
bool NetPlot::hasLegend() const
{
    return height() > fontMetrics().height() * 14;
}

NetPlotGeometry NetPlot::geometry() const
{
    NetPlotPainter::View view;
    view.area = rect();
    view.from = m_seen.first;
    view.to = m_seen.second;
    view.hasLegend = hasLegend();
    return NetPlotPainter::geometry(view, QFontMetricsF(font(), this));
}

void NetPlot::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const NetPlotLook look = NetPlotLook::of(palette());
    if (!m_index) {
        painter.fillRect(rect(), look.ground);
        painter.setPen(look.text);
        painter.drawText(rect().adjusted(12, 12, -12, -12),
                         Qt::AlignCenter | Qt::TextWordWrap,
                         i18nc("@info", "No X messages yet. Choose a program that is shown as x11, or open a recorded trace."));
    } else {
        NetPlotPainter::View view;
        view.area = rect();
        view.from = m_seen.first;
        view.to = m_seen.second;
        view.hasLegend = hasLegend();
        view.chosen = m_chosen;
        view.current = m_current;
        NetPlotPainter(look).paint(painter, *m_index, view);
    }
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void NetPlot::moveTo(Range range)
{
    setFollowing(false);
    setSeen(range);
}

void NetPlot::zoom(double factor, std::int64_t around)
{
    const auto span = static_cast<double>(spanOf(m_seen));
    const auto wanted = std::max<std::int64_t>(std::llround(span / factor), minimumSpan);
    const double share = static_cast<double>(around - m_seen.first) / span;
    const std::int64_t from = around - std::llround(share * static_cast<double>(wanted));
    if (m_follows) { // the newest message remains at the right edge
        const std::int64_t end = bounds().second;
        setSeen({end - wanted, end});
    } else {
        setSeen({from, from + wanted});
    }
}

void NetPlot::zoomIn()
{
    zoom(zoomStep, m_seen.first + spanOf(m_seen) / 2);
}

void NetPlot::zoomOut()
{
    zoom(1 / zoomStep, m_seen.first + spanOf(m_seen) / 2);
}

void NetPlot::showAll()
{
    moveTo(bounds());
}

void NetPlot::showChosen()
{
    if (m_chosen) {
        const std::int64_t room = spanOf(*m_chosen) / 20;
        moveTo({m_chosen->first - room, m_chosen->second + room});
    }
}

void NetPlot::pan(std::int64_t by)
{
    moveTo({m_seen.first + by, m_seen.second + by});
}

void NetPlot::wheelEvent(QWheelEvent *event)
{
    const QPoint delta = event->angleDelta();
    if (delta.x() != 0 || event->modifiers() & Qt::ShiftModifier) {
        const int notch = delta.x() != 0 ? delta.x() : delta.y();
        pan(-spanOf(m_seen) / 10 * notch / 120);
    } else if (delta.y() != 0) {
        zoom(std::pow(zoomStep, delta.y() / 120.0), geometry().time(event->position().x()));
    }
    event->accept();
}

void NetPlot::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton) {
        return;
    }
    m_dragFrom = event->position();
    m_dragSeen = m_seen;
    m_drag = m_chooses || event->modifiers() & Qt::ShiftModifier ? Drag::Choose : Drag::Pan;
}

void NetPlot::mouseMoveEvent(QMouseEvent *event)
{
    if (m_drag == Drag::None) {
        point(event->position());
        return;
    }
    if (std::abs(event->position().x() - m_dragFrom.x()) < clickRoom && m_seen == m_dragSeen) {
        return;
    }
    const NetPlotGeometry places = geometry();
    if (m_drag == Drag::Choose) {
        choose(places.time(m_dragFrom.x()), places.time(event->position().x()));
    } else {
        setCursor(Qt::ClosedHandCursor);
        const std::int64_t by = places.time(m_dragFrom.x()) - places.time(event->position().x());
        moveTo({m_dragSeen.first + by, m_dragSeen.second + by});
    }
}

void NetPlot::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton) {
        return;
    }
    const bool isClick = std::abs(event->position().x() - m_dragFrom.x()) < clickRoom && m_seen == m_dragSeen;
    if (isClick && m_index) {
        if (m_drag == Drag::Choose) {
            clearChosen();
        }
        showMessage(NetPlotPainter::messageAt(*m_index, geometry(), event->position()));
    }
    m_drag = Drag::None;
    setCursor(Qt::CrossCursor);
}

void NetPlot::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton) {
        zoom(zoomStep * zoomStep, geometry().time(event->position().x()));
    }
}

void NetPlot::leaveEvent(QEvent *)
{
    Q_EMIT pointedAt({});
}

void NetPlot::point(QPointF place)
{
    const auto message = m_index ? NetPlotPainter::messageAt(*m_index, geometry(), place) : std::nullopt;
    const QString text = message ? NetPlotWording::message(m_index->trace().at(*message)) : QString();
    QToolTip::showText(mapToGlobal(place.toPoint()), text.toHtmlEscaped(), this); // an empty text hides the tool tip
    Q_EMIT pointedAt(text);
}

void NetPlot::showMessage(std::optional<std::size_t> message)
{
    m_current = message;
    const QString text = message ? NetPlotWording::message(m_index->trace().at(*message)) : QString();
    if (!text.isEmpty()) {
        const std::int64_t at = m_index->trace().at(*message).at;
        if (at < m_seen.first || at > m_seen.second) {
            moveTo({at - spanOf(m_seen) / 2, at + spanOf(m_seen) / 2});
        }
        QAccessibleAnnouncementEvent spoken(this, text);
        QAccessible::updateAccessibility(&spoken);
    }
    Q_EMIT pointedAt(text);
    describe();
    update();
}

void NetPlot::step(int by)
{
    if (!m_index || m_index->trace().size() == 0) {
        return;
    }
    const auto size = static_cast<std::ptrdiff_t>(m_index->trace().size());
    auto next = m_current ? static_cast<std::ptrdiff_t>(*m_current) + by
                          : static_cast<std::ptrdiff_t>(m_index->trace().lowerBound(by > 0 ? m_seen.first : m_seen.second)) - (by < 0);
    while (next >= 0 && next < size && !m_index->shows(static_cast<std::size_t>(next))) {
        next += by;
    }
    if (next >= 0 && next < size) {
        showMessage(static_cast<std::size_t>(next));
    }
}

void NetPlot::extendChosen(int direction)
{
    const std::int64_t by = std::max<std::int64_t>(spanOf(m_seen) / 20, 1) * direction;
    if (m_chosen) {
        choose(m_chosen->first, std::max(m_chosen->second + by, m_chosen->first));
        return;
    }
    const std::int64_t start = m_current ? m_index->trace().at(*m_current).at : m_seen.first + spanOf(m_seen) / 2;
    choose(start, start + by);
}

void NetPlot::keyPressEvent(QKeyEvent *event)
{
    const Qt::KeyboardModifiers with = event->modifiers() & ~Qt::KeypadModifier;
    const int direction = event->key() == Qt::Key_Left ? -1 : 1;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (with & Qt::ControlModifier) {
            step(direction);
        } else if (with & Qt::ShiftModifier) {
            extendChosen(direction);
        } else {
            pan(spanOf(m_seen) / 10 * direction);
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
        pan(-spanOf(m_seen));
        return;
    case Qt::Key_PageDown:
        pan(spanOf(m_seen));
        return;
    case Qt::Key_Home:
        moveTo({0, spanOf(m_seen)});
        return;
    case Qt::Key_End:
        moveTo({bounds().second - spanOf(m_seen), bounds().second});
        return;
    case Qt::Key_0:
        showAll();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_chosen) {
            showChosen();
            return;
        }
        break;
    case Qt::Key_Escape:
        if (m_chosen || m_current) {
            showMessage({});
            clearChosen();
            return;
        }
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

/// Describes the plot for screen readers, in figures; the tables contain the rest.
void NetPlot::describe()
{
    if (!m_index) {
        setAccessibleDescription(i18nc("@info accessible description of a plot", "No X messages yet."));
        return;
    }
    const XTrace &trace = m_index->trace();
    const auto count = static_cast<qlonglong>(trace.lowerBound(m_seen.second + 1) - trace.lowerBound(m_seen.first));
    const std::int64_t waited = m_index->waitedBefore(m_seen.second) - m_index->waitedBefore(m_seen.first);
    QString text = i18ncp("@info accessible description of a plot; %2, %3: from and to in seconds, %4: a part of that time",
                          "%1 message from %2 s to %3 s; %4 % of that time waiting for answers (estimated).",
                          "%1 messages from %2 s to %3 s; %4 % of that time waiting for answers (estimated).",
                          count,
                          NetPlotWording::seconds(m_seen.first, 1000),
                          NetPlotWording::seconds(m_seen.second, 1000),
                          QString::number(waited * 100 / std::max<std::int64_t>(spanOf(m_seen), 1)));
    if (m_chosen) {
        text += u' '
            + i18nc("@info accessible description of a plot; from and to in seconds",
                    "Chosen range: %1 s to %2 s.",
                    NetPlotWording::seconds(m_chosen->first, 1000),
                    NetPlotWording::seconds(m_chosen->second, 1000));
    }
    setAccessibleDescription(text);
}

void NetPlot::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        update();
    }
    QWidget::changeEvent(event);
}

void NetPlot::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    update();
}

void NetPlot::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    update();
}
}
