// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/startstepsbar.h"

#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QPainter>

#include <algorithm>
#include <iterator>
#include <utility>

namespace Nightdesk
{
namespace
{
std::chrono::milliseconds totalDuration(const QList<StepTiming> &steps)
{
    std::chrono::milliseconds whole{};
    for (const StepTiming &step : steps) {
        whole += step.duration;
    }
    return whole;
}
}

StartStepsBar::StartStepsBar()
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(i18nc("@info accessible name", "Startup steps"));
}

void StartStepsBar::setSteps(const QList<StepTiming> &steps)
{
    if (m_steps == steps) {
        return;
    }
    m_steps = steps;
    const QString words = Wording::startSteps(steps);
    setAccessibleDescription(words);
    setToolTip(words);
    update();
}

QList<StartStepsBar::StepSpan> StartStepsBar::stepSpans(const QList<StepTiming> &steps)
{
    const auto whole = static_cast<double>(std::max<std::int64_t>(1, totalDuration(steps).count()));
    QList<StepSpan> spans;
    std::chrono::milliseconds from{};
    for (const StepTiming &step : steps) {
        const auto to = from + step.duration;
        spans.append({static_cast<double>(from.count()) / whole, static_cast<double>(to.count()) / whole});
        from = to;
    }
    return spans;
}

std::optional<StartStep> StartStepsBar::dominantStep(const QList<StepTiming> &steps)
{
    const auto longest = std::ranges::max_element(steps, {}, &StepTiming::duration);
    return longest != steps.end() && longest->duration * 2 > totalDuration(steps) ? std::optional(longest->step) : std::nullopt;
}

QSize StartStepsBar::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 20, fontMetrics().height()};
}

QSize StartStepsBar::minimumSizeHint() const
{
    return sizeHint();
}

void StartStepsBar::paintEvent(QPaintEvent *)
{
    const QList<StepSpan> all = stepSpans(m_steps);
    if (all.isEmpty()) {
        return;
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = QRectF(rect()).adjusted(0, 1, 0, -1);
    constexpr double least = 2; // minimum width in pixels, so that even a step too short to measure is visible
    const double high = area.height() / static_cast<double>(all.size());
    const auto longest = std::distance(m_steps.cbegin(), std::ranges::max_element(std::as_const(m_steps), {}, &StepTiming::duration));
    for (qsizetype i = 0; i < all.size(); ++i) {
        const double left = std::min(area.left() + area.width() * all[i].beginFraction, area.right() - least);
        const double width = std::max(least, area.width() * (all[i].endFraction - all[i].beginFraction));
        const QRectF bar(left, area.top() + high * static_cast<double>(i), width, std::max(high, least));
        painter.fillRect(bar, palette().color(i == longest ? QPalette::Highlight : QPalette::PlaceholderText));
    }
}
}
