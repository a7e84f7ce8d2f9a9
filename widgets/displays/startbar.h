// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"

#include <QList>
#include <QWidget>

#include <optional>

namespace Nightdesk
{
/// How a display's start went, as a small waterfall: a bar for each step, where the one before ended, as long as it took. The times
/// themselves are in the tooltip. GUI thread. Owned by the card that shows it.
class StartBar : public QWidget
{
    Q_OBJECT
public:
    /// A step's part of the whole, 0 to 1.
    struct Part {
        double from = 0;
        double to = 0;
        bool operator==(const Part &) const = default;
    };

    explicit StartBar(QWidget *parent = nullptr);

    void setSteps(const QList<StepTiming> &steps);
    /// Where each step lies. Steps too short to measure have no length.
    static QList<Part> parts(const QList<StepTiming> &steps);
    /// The step that took more than half of it all; empty: none did.
    static std::optional<Step> slowest(const QList<StepTiming> &steps);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QList<StepTiming> m_steps;
};
}
