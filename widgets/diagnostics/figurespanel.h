// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/roundtriplayers.h"
#include "sessions/figures/figureseries.h"

#include <QHash>
#include <QString>
#include <QWidget>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace Nightdesk
{
class DisplayMonitor;
class FigureRecorder;
class LinkMonitor;
struct XLiveRates;

/// The current figures of a connection, a desktop or an X program: what limits it and how it is compressed, as a table with the source of each
/// figure, and as sentences, whose label may be placed elsewhere. GUI thread. Owned by DiagnosticsView.
class FiguresPanel : public QWidget
{
    Q_OBJECT
public:
    explicit FiguresPanel(QWidget *parent = nullptr);

    /// Hides parts without figures.
    void setFigures(const FigureRecorder &recorder, const FigureSeries &series);
    /// The label that says the figures in sentences. The caller may put it into another layout; it is shown and hidden together with this panel.
    QLabel *sentencesLabel() const;

Q_SIGNALS:
    void trialRequested(); ///< the user wants to try other settings on the shown desktop

private:
    void showConnection(const LinkMonitor &monitor, const FigureSeries &series);
    void showDesktop(const DisplayMonitor &monitor, bool isQualityFixed, const FigureSeries &series);
    /// @p link: monitor of the program's connection; null: the connection is not live.
    void showProgram(const XLiveRates &rates, const LinkMonitor *link);
    void setTable(const QStringList &headers, const QList<QStringList> &rows);
    void showSourceOfCurrentFigure(); ///< shows where the figures of the current row come from

    QLabel *m_figureSentencesLabel;
    QTreeWidget *m_figuresTable;
    QLabel *m_figureSourceLabel;
    QHash<QString, QString> m_errorsBySource; ///< measurement errors by the source of a figure; empty while a desktop is shown
    QList<RoundTripLayer> m_roundTripLayers; ///< round-trip layers of an X program, by row; empty while something else is shown
    QPushButton *m_trialButton; ///< shown only for a desktop
};
}
