// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/connectionhistorygraph.h"

#include "monitors/link/linkmonitor.h"
#include "sessions/links/hop/link.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QPainter>

#include <algorithm>
#include <iterator>

namespace Nightdesk
{
namespace
{
// A pixel column covers several seconds: repainting more often would show no movement.
constexpr std::chrono::seconds repaintInterval{4};

bool hasValue(const ConnectionHistory::TimeSlot &column)
{
    return column.isOutage || column.roundTrip;
}
}

ConnectionHistoryGraph::ConnectionHistoryGraph()
    : m_visibilityWatch(this)
{
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    setAccessibleName(i18nc("@info accessible name", "Round-trip time and outages of the last 10 minutes"));
    setToolTip(i18nc("@info:tooltip", "Round-trip time of the last 10 minutes; red bars are outages"));
    connect(&m_refreshTimer, &QTimer::timeout, this, &ConnectionHistoryGraph::refresh);
    connect(&m_visibilityWatch, &VisibilityWatch::visibilityChanged, this, [this](bool isSeen) {
        isSeen ? m_refreshTimer.start(repaintInterval) : m_refreshTimer.stop();
        refresh();
    });
}

void ConnectionHistoryGraph::setLink(Link *link)
{
    if (m_link == link) {
        return;
    }
    if (m_link) {
        m_link->disconnect(this);
    }
    m_link = link;
    if (link) {
        LinkMonitor::of(link); // creates the monitor, which records the connection from now on
        connect(link, &Link::stateChanged, this, &ConnectionHistoryGraph::refresh);
    }
    refresh();
}

QSize ConnectionHistoryGraph::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 20, fontMetrics().height()};
}

QSize ConnectionHistoryGraph::minimumSizeHint() const
{
    return {1, fontMetrics().height()}; // narrow, because the window must not become wider than its monitor
}

void ConnectionHistoryGraph::refresh()
{
    const int outageCount = m_link ? LinkMonitor::of(m_link)->connectionHistory().outageCount(std::chrono::steady_clock::now()) : 0;
    setAccessibleDescription(outageCount == 0 ? i18nc("@info accessible description of the last 10 minutes", "No outage")
                                              : i18ncp("@info accessible description of the last 10 minutes", "%1 outage", "%1 outages", outageCount));
    update();
}

void ConnectionHistoryGraph::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QRectF area = QRectF(rect()).adjusted(0, 2, 0, -2);
    painter.fillRect(area, palette().color(QPalette::Base));
    if (!m_link) {
        return;
    }
    const QList<ConnectionHistory::TimeSlot> columns =
        LinkMonitor::of(m_link)->connectionHistory().timeSlots(std::chrono::steady_clock::now(), std::max(1, width() / 2));
    const double wide = area.width() / static_cast<double>(columns.size());
    // The scale ends at 500 ms or more. On a smaller scale, small variations would look like large ones.
    std::chrono::microseconds highest = RoundTripLevel::degradedEntryLimit.absoluteLimit / 4;
    for (const ConnectionHistory::TimeSlot &column : columns) {
        highest = std::max(highest, column.roundTrip.value_or(std::chrono::microseconds(0)));
    }
    const QColor out = Wording::color(Wording::StatusTone::Bad);
    QPolygonF run;
    const auto drawRun = [&painter, &run] {
        painter.drawPolyline(run);
        run.clear();
    };
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1.5));
    painter.setRenderHint(QPainter::Antialiasing);
    for (qsizetype i = 0; i < columns.size(); ++i) {
        const double left = area.left() + wide * static_cast<double>(i);
        if (columns[i].isOutage) {
            drawRun();
            painter.fillRect(QRectF(left, area.top(), wide + 0.5, area.height()), out);
        } else if (columns[i].roundTrip) {
            const double high = std::chrono::duration<double>(*columns[i].roundTrip) / std::chrono::duration<double>(highest);
            run.append({left + wide / 2, area.bottom() - area.height() * 0.95 * high});
        } else {
            drawRun(); // ends the curve, because the connection was down at this time
        }
    }
    drawRun();
    drawTimeSpanLabel(painter, area, wide * static_cast<double>(std::distance(columns.begin(), std::ranges::find_if(columns, hasValue))));
}

/// Writes the time span into the empty area before the first value. Without that text, the empty area would look like a
/// missing widget.
void ConnectionHistoryGraph::drawTimeSpanLabel(QPainter &painter, const QRectF &area, double widthBeforeFirstValue) const
{
    const QString span = i18nc("@label span of a small chart", "10 min");
    if (widthBeforeFirstValue > fontMetrics().horizontalAdvance(span) + 8) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(area.adjusted(4, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, span);
    }
}
}
