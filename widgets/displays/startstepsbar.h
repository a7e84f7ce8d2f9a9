// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"

#include <QList>
#include <QWidget>

#include <optional>

namespace Nightdesk
{
/// A small waterfall chart of a display's start: one bar per step, which begins where the previous one ended. The times are in the tooltip. GUI
/// thread. Owned by the card that shows it.
class StartStepsBar : public QWidget
{
    Q_OBJECT
public:
    /// Begin and end of a step, as fractions (0 to 1) of the total time.
    struct StepSpan {
        double beginFraction = 0;
        double endFraction = 0;
        bool operator==(const StepSpan &) const = default;
    };

    StartStepsBar();

    void setSteps(const QList<StepTiming> &steps);
    /// Begin and end of each step. Steps too short to measure have no length.
    static QList<StepSpan> stepSpans(const QList<StepTiming> &steps);
    /// The step that took more than half of the total time; empty: no step did.
    static std::optional<StartStep> dominantStep(const QList<StepTiming> &steps);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QList<StepTiming> m_steps;
};
}
