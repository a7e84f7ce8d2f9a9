// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diagnostics/histogramspanel.h"

#include "widgets/diagnostics/histogramplot.h"

#include <KLocalizedString>

#include <QGridLayout>

namespace Nightdesk
{
HistogramsPanel::HistogramsPanel(QWidget *parent)
    : QWidget(parent)
{
    setAccessibleName(i18nc("@info accessible name", "Distributions of tonight"));
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(2);
    for (int kind = 0; kind < FigureDistributions::KindCount; ++kind) {
        auto *plot = new HistogramPlot(static_cast<FigureDistributions::Kind>(kind));
        grid->addWidget(plot, kind / 2, kind % 2);
        m_plots.append(plot);
    }
    hide();
}

void HistogramsPanel::setDistributions(const FigureDistributions &distributions)
{
    for (int kind = 0; kind < FigureDistributions::KindCount; ++kind) {
        m_plots[kind]->setHistogram(distributions[static_cast<FigureDistributions::Kind>(kind)]);
    }
    setVisible(!distributions.isEmpty());
}
}
