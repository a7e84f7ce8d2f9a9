// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagnostics/timeplot.h"

#include "widgets/common/accessiblerole.h"
#include "widgets/diagnostics/plotaxis.h"
#include "widgets/diagnostics/plotcolors.h"
#include "widgets/diagnostics/plotlegend.h"

#include <KLocalizedString>

#include <QDateTime>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr int leastDrag = 8; ///< pixels; a shorter drag is a click
constexpr int valueLines = 4;
constexpr double zoomStep = 1.5;
}

TimePlot::TimePlot(QWidget *parent)
    : QWidget(parent)
    , m_zone(QTimeZone::UTC)
{
    setAccessibleRole(this, QAccessible::Chart);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void TimePlot::setData(const PlotData &data, const FigureTimeRange &span)
{
    const int rows = PlotLegend::rowCount(m_plotData);
    const bool isOther = data.unit != m_plotData.unit;
    m_plotData = data;
    m_shownTimeRange = span;
    if (isOther) {
        const bool isFlat = data.unit == PlotData::Unit::FlowLimitNumber;
        setSizePolicy(QSizePolicy::Expanding, isFlat ? QSizePolicy::Fixed : QSizePolicy::Expanding);
    }
    if (isOther || rows != PlotLegend::rowCount(m_plotData)) {
        updateGeometry();
    }
    updateAccessibleText();
    update();
}

void TimePlot::setTimeZone(const QTimeZone &zone)
{
    m_zone = zone.isValid() ? zone : QTimeZone(QTimeZone::UTC);
    update();
}

void TimePlot::setCursorTime(std::optional<quint32> at)
{
    if (m_cursorTime != at) {
        m_cursorTime = at;
        updateAccessibleText();
        update();
    }
}

int TimePlot::leftMargin() const
{
    return fontMetrics().horizontalAdvance(Plots::valueText(PlotData::Unit::BytesPerSecond, 999.0 * 1024)) + fontMetrics().averageCharWidth();
}

QRectF TimePlot::plotArea() const
{
    const int line = fontMetrics().lineSpacing();
    return QRectF(rect()).adjusted(leftMargin(), line * (1.4 + PlotLegend::rowCount(m_plotData)), -fontMetrics().averageCharWidth() * 2, -line * 2.3);
}

int TimePlot::pixelColumnCount() const
{
    return std::max(1, static_cast<int>(plotArea().width()));
}

QSize TimePlot::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 90,
            fontMetrics().lineSpacing() * (m_plotData.unit == PlotData::Unit::FlowLimitNumber ? 8 : 11 + PlotLegend::rowCount(m_plotData))};
}

QSize TimePlot::minimumSizeHint() const
{
    return {leftMargin() + fontMetrics().averageCharWidth() * 30,
            fontMetrics().lineSpacing() * (m_plotData.unit == PlotData::Unit::FlowLimitNumber ? 8 : 8 + PlotLegend::rowCount(m_plotData))};
}

quint32 TimePlot::timeAt(double x) const
{
    const QRectF plot = plotArea();
    const double part = std::clamp((x - plot.left()) / std::max(plot.width(), 1.0), 0.0, 1.0);
    return m_shownTimeRange.from + static_cast<quint32>(part * (m_shownTimeRange.to - m_shownTimeRange.from));
}

double TimePlot::xOf(double at) const
{
    const QRectF plot = plotArea();
    return plot.left() + plot.width() * (at - m_shownTimeRange.from) / (m_shownTimeRange.to - m_shownTimeRange.from);
}

int TimePlot::columnAtTime(quint32 at) const
{
    if (m_plotData.curves.isEmpty() || at < m_shownTimeRange.from || at >= m_shownTimeRange.to) {
        return -1;
    }
    const auto count = static_cast<quint64>(m_plotData.curves.first().buckets.size());
    return static_cast<int>((at - m_shownTimeRange.from) * count / (m_shownTimeRange.to - m_shownTimeRange.from));
}

QString TimePlot::timeText(quint32 at, bool withSeconds) const
{
    const QString format = withSeconds ? QStringLiteral("HH:mm:ss") : QStringLiteral("HH:mm");
    return QDateTime::fromSecsSinceEpoch(at, QTimeZone::UTC).toString(format);
}

int TimePlot::pixelColumnOfShownValues() const
{
    if (m_cursorTime) {
        return columnAtTime(*m_cursorTime);
    }
    const int last = m_plotData.curves.isEmpty() ? -1 : static_cast<int>(m_plotData.curves.first().buckets.size()) - 1;
    int column = last;
    while (column > 0 && std::ranges::none_of(m_plotData.curves, [column](const PlotData::Curve &curve) {
               return curve.buckets[static_cast<std::size_t>(column)].isKnown;
           })) {
        --column;
    }
    // During an outage the last known values are not current, so the newest column is shown, without values.
    const bool isBefore = std::ranges::any_of(m_plotData.outages, [this, column](const FigureTimeRange &outage) {
        return outage.to + 2 >= m_shownTimeRange.to && columnAtTime(std::max(outage.from, m_shownTimeRange.from)) >= column;
    });
    return isBefore ? last : column;
}

QString TimePlot::cursorTimeText() const
{
    if (!m_cursorTime) {
        return {};
    }
    const QDateTime local = QDateTime::fromSecsSinceEpoch(*m_cursorTime, m_zone);
    return i18nc("@info a time in UT, the same at the site, its time zone",
                 "%1 UT (%2 %3)",
                 timeText(*m_cursorTime, true),
                 local.toString(QStringLiteral("HH:mm:ss")),
                 m_zone.displayName(local, QTimeZone::ShortName, QLocale()));
}

QString TimePlot::valueText() const
{
    QStringList values;
    const int column = pixelColumnOfShownValues();
    for (qsizetype i = 0; i < m_plotData.curves.size(); ++i) {
        if (const auto value = m_plotData.value(i, column)) {
            values.append(PlotLegend::namedValueText(m_plotData, i, *value));
        }
    }
    if (m_cursorTime) {
        const bool isOut = std::ranges::any_of(m_plotData.outages, [this](const FigureTimeRange &outage) {
            return *m_cursorTime >= outage.from && *m_cursorTime < outage.to;
        });
        const QString nothing = isOut ? i18nc("@info the remote host did not answer then; %1: a time", "%1: no answer", cursorTimeText())
                                      : i18nc("@info a plot has no value there; %1: a time", "%1: no data", cursorTimeText());
        values.prepend(values.isEmpty() ? nothing : cursorTimeText());
    }
    return values.join(u" · "_s);
}

void TimePlot::updateAccessibleText()
{
    setAccessibleName(m_plotData.title);
    setAccessibleDescription(m_plotData.isEmpty() ? i18nc("@info accessible description of a plot", "No data in this span") : valueText());
}

void TimePlot::drawGrid(QPainter &painter, const QRectF &plotArea, const PlotColors &colors, double top) const
{
    const QFontMetrics metrics = fontMetrics();
    for (const FigureTimeRange &outage : m_plotData.outages) {
        const double left = xOf(outage.from);
        painter.fillRect(QRectF(left, plotArea.top(), std::max(1.0, xOf(outage.to) - left), plotArea.height()), colors.outage);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    const bool hasValues = m_plotData.unit != PlotData::Unit::FlowLimitNumber && !m_plotData.isEmpty(); // without values there is no scale
    const QList<double> values = Plots::gridLineValues(m_plotData.unit, top, valueLines);
    const QStringList texts = Plots::axisTexts(m_plotData.unit, values);
    for (qsizetype line = 0; hasValues && line < values.size(); ++line) {
        const double y = plotArea.bottom() - plotArea.height() * std::min(values[line] / top, 1.0);
        painter.setPen(colors.grid);
        painter.drawLine(QPointF(plotArea.left(), y), QPointF(plotArea.right(), y));
        painter.setPen(colors.faintText);
        const QRectF label(0, y - metrics.height() / 2.0, plotArea.left() - metrics.averageCharWidth() / 2.0, metrics.height());
        painter.drawText(label, Qt::AlignRight | Qt::AlignVCenter, texts[line]);
    }
    for (const double limit : m_plotData.referenceLineValues) {
        if (limit < top) {
            const double y = plotArea.bottom() - plotArea.height() * limit / top;
            painter.setPen(QPen(colors.referenceLine, 1, Qt::DashLine));
            painter.drawLine(QPointF(plotArea.left(), y), QPointF(plotArea.right(), y));
        }
    }
    const int wide = metrics.horizontalAdvance(QStringLiteral("00:00:00"));
    const int most = std::max(2, static_cast<int>(plotArea.width()) / (wide * 2));
    const bool withSeconds = PlotAxis::mustLabelsShowSeconds(m_shownTimeRange, most);
    for (const quint32 at : PlotAxis::gridTimes(m_shownTimeRange, most)) {
        const double x = xOf(at);
        painter.setPen(colors.grid);
        painter.drawLine(QPointF(x, plotArea.top()), QPointF(x, plotArea.bottom()));
        QRectF label(x - wide, plotArea.bottom() + 2, wide * 2, metrics.height());
        if (label.center().x() - wide / 2.0 < plotArea.left() || label.center().x() + wide / 2.0 > width()) {
            continue; // the label would touch that of the lowest value, or be cut off on the right
        }
        painter.setPen(colors.text);
        painter.drawText(label, Qt::AlignCenter, timeText(at, withSeconds));
        label.translate(0, metrics.lineSpacing());
        painter.setPen(colors.faintText);
        painter.drawText(label, Qt::AlignCenter, QDateTime::fromSecsSinceEpoch(at, m_zone).toString(withSeconds ? u"HH:mm:ss" : u"HH:mm"));
    }
    painter.setPen(colors.text);
    painter.drawText(QRectF(0, plotArea.bottom() + 2, plotArea.left() - wide / 2.0, metrics.height()), Qt::AlignLeft, i18nc("@info time of an axis", "UT"));
    painter.setPen(colors.faintText);
    const QString zone = m_zone.displayName(QDateTime::fromSecsSinceEpoch(m_shownTimeRange.from, m_zone), QTimeZone::ShortName, QLocale());
    painter.drawText(QRectF(0, plotArea.bottom() + 2 + metrics.lineSpacing(), plotArea.left() - wide / 2.0, metrics.height()), Qt::AlignLeft, zone);
}

void TimePlot::drawCurves(QPainter &painter, const QRectF &plotArea, const PlotColors &colors, double top) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const auto columns = m_plotData.curves.first().buckets.size();
    const double step = plotArea.width() / static_cast<double>(columns);
    // Gaps up to this number of columns are bridged: when zoomed in, there are more columns than seconds, so most
    // columns have no value.
    const quint32 shownSeconds = m_shownTimeRange.to - m_shownTimeRange.from;
    const auto reach = static_cast<std::size_t>(std::ceil(2.5 * m_plotData.secondsBetweenValues * static_cast<double>(columns) / shownSeconds)) + 1;
    std::vector<double> sums(columns, 0);
    const auto yOf = [&](double value) {
        return plotArea.bottom() - plotArea.height() * std::min(value / top, 1.0);
    };
    for (qsizetype index = 0; index < m_plotData.curves.size(); ++index) {
        const PlotData::Curve &curve = m_plotData.curves[index];
        const QColor color = colors.curveColor(index);
        QColor band = color;
        band.setAlphaF(curve.style == PlotData::Style::Stack ? 0.75F : 0.25F);
        QPolygonF line;
        QPolygonF under;
        std::size_t last = 0;
        const auto finish = [&] {
            if (line.isEmpty()) {
                return;
            }
            if (curve.style == PlotData::Style::Stack) {
                line.append(QPointF(line.last().x() + step, line.last().y()));
                under.append(QPointF(under.last().x() + step, under.last().y()));
                std::ranges::reverse_copy(under, std::back_inserter(line));
                painter.setPen(Qt::NoPen);
                painter.setBrush(band);
                painter.drawPolygon(line);
            } else {
                painter.setBrush(Qt::NoBrush);
                painter.setPen(QPen(color, 1.5));
                line.size() == 1 ? painter.drawPoint(line.first()) : painter.drawPolyline(line);
            }
            line.clear();
            under.clear();
        };
        for (std::size_t column = 0; column < columns; ++column) {
            const FigureBucket &bucket = curve.buckets[column];
            if (!bucket.isKnown) {
                continue;
            }
            const double x = plotArea.left() + static_cast<double>(column) * step;
            if (curve.style == PlotData::Style::Dots) {
                painter.setPen(Qt::NoPen);
                painter.setBrush(color);
                painter.drawEllipse(QPointF(x, yOf(bucket.high)), 2.5, 2.5);
                continue;
            }
            if (!line.isEmpty() && column - last > reach) {
                finish();
            }
            last = column;
            const bool isStack = curve.style == PlotData::Style::Stack;
            const double base = isStack ? sums[column] : 0;
            line.append(QPointF(x, yOf(base + bucket.median)));
            if (isStack) {
                under.append(QPointF(x, yOf(base)));
                sums[column] += bucket.median;
            } else if (yOf(bucket.low) - yOf(bucket.high) > 1) {
                painter.fillRect(QRectF(x, yOf(bucket.high), std::max(step, 1.0), yOf(bucket.low) - yOf(bucket.high)), band);
            }
        }
        finish();
    }
}

/// Draws each curve as a band of states in a row of its own, with its name before it.
void TimePlot::drawBands(QPainter &painter, const QRectF &plotArea, const PlotColors &colors) const
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setClipping(false);
    const auto columns = m_plotData.curves.first().buckets.size();
    const double step = plotArea.width() / static_cast<double>(columns);
    const auto reach = static_cast<std::size_t>(std::ceil(2.5 * static_cast<double>(columns) / (m_shownTimeRange.to - m_shownTimeRange.from))) + 1;
    const double height = plotArea.height() / static_cast<double>(m_plotData.curves.size());
    for (qsizetype index = 0; index < m_plotData.curves.size(); ++index) {
        const PlotData::Curve &curve = m_plotData.curves[index];
        const QRectF row(plotArea.left(), plotArea.top() + height * (static_cast<double>(index) + 0.12), plotArea.width(), height * 0.76);
        painter.setPen(colors.text);
        painter.drawText(QRectF(0, row.top(), plotArea.left() - fontMetrics().averageCharWidth(), row.height()),
                         Qt::AlignRight | Qt::AlignVCenter,
                         curve.title);
        for (std::size_t column = 0; column < columns; ++column) {
            if (!curve.buckets[column].isKnown) {
                continue;
            }
            std::size_t end = column + 1; // a band is also drawn across the columns without a value that follow it
            while (end < columns && end - column <= reach && !curve.buckets[end].isKnown) {
                ++end;
            }
            end = end < columns && curve.buckets[end].isKnown ? end : column + 1;
            const double left = plotArea.left() + static_cast<double>(column) * step;
            painter.fillRect(QRectF(left, row.top(), static_cast<double>(end - column) * step + 0.5, row.height()),
                             colors.flowLimitColor(static_cast<int>(curve.buckets[column].median)));
        }
    }
}

/// Draws the title and the cursor's time, then the names of the curves and their values at that time.
void TimePlot::drawLegend(QPainter &painter, const QRectF &plotArea, const PlotColors &colors) const
{
    const QFontMetrics metrics = fontMetrics();
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(colors.text);
    const QRectF title(plotArea.left(), metrics.lineSpacing() * 0.15, plotArea.width(), metrics.height());
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, m_plotData.title);
    const double titleWidth = QFontMetricsF(bold).horizontalAdvance(m_plotData.title);
    painter.setFont(font());
    const QRectF right = title.adjusted(titleWidth + metrics.averageCharWidth() * 2, 0, 0, 0);
    painter.setPen(colors.faintText);
    // In a state plot, colors mean states, not curves, so the legend cannot show the values: they are written here.
    const QString words = m_plotData.unit == PlotData::Unit::FlowLimitNumber ? valueText() : cursorTimeText();
    painter.drawText(right, Qt::AlignRight | Qt::AlignVCenter, metrics.elidedText(words, Qt::ElideRight, static_cast<int>(right.width())));
    const QRectF first(plotArea.left(), metrics.lineSpacing() * 1.2, plotArea.width(), metrics.height());
    PlotLegend::paint(painter, first, PlotLegend::rowCount(m_plotData), PlotLegend::entriesOf(m_plotData, pixelColumnOfShownValues(), colors), colors.text);
}

void TimePlot::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const PlotColors colors = PlotColors::of(palette());
    painter.fillRect(rect(), colors.background);
    const QRectF plot = plotArea();
    const double top = Plots::gridLineValues(m_plotData.unit, m_plotData.axisMaximum(), valueLines).last();
    drawGrid(painter, plot, colors, top);
    if (m_plotData.isEmpty()) {
        painter.setPen(colors.faintText);
        painter.drawText(plot, Qt::AlignCenter, i18nc("@info in a plot", "No data in this span"));
    } else {
        painter.save();
        painter.setClipRect(plot.adjusted(-1, -3, 3, 1));
        m_plotData.unit == PlotData::Unit::FlowLimitNumber ? drawBands(painter, plot, colors) : drawCurves(painter, plot, colors, top);
        painter.restore();
    }
    drawLegend(painter, plot, colors);
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (m_cursorTime && *m_cursorTime >= m_shownTimeRange.from && *m_cursorTime < m_shownTimeRange.to) {
        painter.setPen(colors.text);
        painter.drawLine(QPointF(xOf(*m_cursorTime), plot.top()), QPointF(xOf(*m_cursorTime), plot.bottom()));
    }
    if (m_dragStartX && std::abs(m_currentDragX - *m_dragStartX) >= leastDrag) {
        const auto [left, right] = std::minmax(*m_dragStartX, m_currentDragX);
        painter.fillRect(QRectF(QPointF(left, plot.top()), QPointF(right, plot.bottom())), colors.selection);
    }
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -1, -1));
    }
}

void TimePlot::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton) {
        m_dragStartX = m_currentDragX = event->position().x();
    }
}

void TimePlot::mouseMoveEvent(QMouseEvent *event)
{
    if (m_dragStartX) {
        m_currentDragX = event->position().x();
        update();
    }
    Q_EMIT cursorTimeRequested(timeAt(event->position().x()));
}

void TimePlot::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_dragStartX) {
        return;
    }
    const double from = std::exchange(m_dragStartX, std::nullopt).value();
    const double to = event->position().x();
    update();
    if (std::abs(to - from) >= leastDrag) {
        Q_EMIT timeRangeRequested({timeAt(std::min(from, to)), std::max(timeAt(std::max(from, to)), timeAt(std::min(from, to)) + 1)});
    }
}

void TimePlot::leaveEvent(QEvent *)
{
    Q_EMIT cursorTimeRequested({});
}

void TimePlot::wheelEvent(QWheelEvent *event)
{
    if (!(event->modifiers() & Qt::ControlModifier)) {
        event->ignore(); // passed on, so that the page scrolls
        return;
    }
    if (const int turned = event->angleDelta().y(); turned != 0) {
        Q_EMIT zoomRequested(std::pow(zoomStep, -turned / 120.0), timeAt(event->position().x()));
    }
    event->accept();
}

void TimePlot::keyPressEvent(QKeyEvent *event)
{
    const quint32 second = std::max<quint32>(1, (m_shownTimeRange.to - m_shownTimeRange.from) / static_cast<quint32>(pixelColumnCount()));
    const quint32 at = m_cursorTime.value_or(m_shownTimeRange.to - 1);
    const quint32 step = event->modifiers() & Qt::ShiftModifier ? second * 20 : second;
    switch (event->key()) {
    case Qt::Key_Left:
        Q_EMIT cursorTimeRequested(std::max(m_shownTimeRange.from + step, at) - step);
        return;
    case Qt::Key_Right:
        Q_EMIT cursorTimeRequested(std::min(at + step, m_shownTimeRange.to - 1));
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        Q_EMIT zoomRequested(1 / zoomStep, at);
        return;
    case Qt::Key_Minus:
        Q_EMIT zoomRequested(zoomStep, at);
        return;
    case Qt::Key_Home:
        Q_EMIT panRequested(-0.5);
        return;
    case Qt::Key_End:
        Q_EMIT panRequested(0.5);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}
}
