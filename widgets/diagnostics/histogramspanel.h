// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/figures/figurehistogram.h"

#include <QList>
#include <QWidget>

namespace Nightdesk
{
class HistogramPlot;

/// The night's distributions of one desktop, in two columns. Hidden while there are no values. GUI thread. Owned by
/// DiagnosticsView.
class HistogramsPanel : public QWidget
{
    Q_OBJECT
public:
    explicit HistogramsPanel(QWidget *parent = nullptr);

    void setDistributions(const FigureDistributions &distributions);

private:
    QList<HistogramPlot *> m_plots; ///< one plot for each FigureDistributions::Kind
};
}
