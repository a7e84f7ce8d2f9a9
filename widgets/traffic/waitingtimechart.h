// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <chrono>
#include <deque>

namespace Nightdesk
{
/// How much of the last minute a program waited for the X server, second by second, newest at the right: a full column is a second of only waiting.
/// GUI thread. Owned by TrafficLine.
class WaitingTimeChart : public QWidget
{
    Q_OBJECT
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds shownPeriod{60};

    explicit WaitingTimeChart(QWidget *parent = nullptr);

    /// @p waitingShare: 0 to 1, valid from @p at on.
    void addSample(double waitingShare, Clock::time_point at = Clock::now());
    void clear();
    /// For each second of the span that ends at the newest sample, oldest first; 0 before the first sample.
    QList<double> waitingSharePerSecond() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Sample {
        Clock::time_point at;
        double waitingShare = 0;
    };
    std::deque<Sample> m_waitSamples; ///< oldest first
};
}
