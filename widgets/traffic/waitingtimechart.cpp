// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/waitingtimechart.h"

#include <KLocalizedString>

#include <QPainter>

#include <algorithm>

namespace Nightdesk
{
WaitingTimeChart::WaitingTimeChart(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(i18nc("@info accessible name, of an X program", "Time spent waiting in the last minute"));
}

void WaitingTimeChart::addSample(double waitingShare, Clock::time_point at)
{
    m_waitSamples.push_back({at, std::clamp(waitingShare, 0., 1.)});
    // One sample before the shown period is kept, because its share is valid at the start of the period.
    while (m_waitSamples.size() > 1 && at - m_waitSamples[1].at > shownPeriod) {
        m_waitSamples.pop_front();
    }
    update();
}

void WaitingTimeChart::clear()
{
    m_waitSamples.clear();
    update();
}

QList<double> WaitingTimeChart::waitingSharePerSecond() const
{
    QList<double> waitingSharePerSecond;
    if (m_waitSamples.empty()) {
        return waitingSharePerSecond;
    }
    auto next = m_waitSamples.begin();
    double now = 0;
    for (std::chrono::seconds second{}; second < shownPeriod; ++second) {
        const auto end = m_waitSamples.back().at - shownPeriod + second + std::chrono::seconds(1);
        while (next != m_waitSamples.end() && next->at <= end) {
            now = next->waitingShare;
            ++next;
        }
        waitingSharePerSecond.append(now);
    }
    return waitingSharePerSecond;
}

QSize WaitingTimeChart::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 20, fontMetrics().height()};
}

QSize WaitingTimeChart::minimumSizeHint() const
{
    return sizeHint();
}

void WaitingTimeChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QRectF area = QRectF(rect()).adjusted(0, 1, 0, -1);
    painter.fillRect(area, palette().color(QPalette::Base)); // the background of all columns; a second without waiting has only the background
    const QList<double> all = waitingSharePerSecond();
    const double wide = area.width() / static_cast<double>(shownPeriod.count());
    for (qsizetype i = 0; i < all.size(); ++i) {
        const double high = area.height() * all[i];
        painter.fillRect(QRectF(area.left() + wide * static_cast<double>(i), area.bottom() - high, wide, high), palette().color(QPalette::Highlight));
    }
}
}
