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

/// What is known of a connection, a desktop or an X program at this moment: what limits it and how it is compressed, as a table with the
/// source of each figure, and in sentences, which may be placed elsewhere. GUI thread. Owned by DiagnosticsView.
class FiguresPanel : public QWidget
{
    Q_OBJECT
public:
    explicit FiguresPanel(QWidget *parent = nullptr);

    /// Hides what it has no figures of.
    void setFigures(const FigureRecorder &recorder, const FigureSeries &series);
    QLabel *sentences() const; ///< shown and hidden with it; its child until it is placed

Q_SIGNALS:
    void trialRequested(); ///< other settings are to be tried on the desktop that is shown

private:
    void showConnection(const LinkMonitor &monitor, const FigureSeries &series);
    void showDesktop(const DisplayMonitor &monitor, bool isQualityFixed, const FigureSeries &series);
    /// @p link: that of its connection; null: not live.
    void showProgram(const XLiveRates &rates, const LinkMonitor *link);
    void setTable(const QStringList &headers, const QList<QStringList> &rows);
    void explain(); ///< where the figures of the current row come from

    QLabel *m_sentences;
    QTreeWidget *m_table;
    QLabel *m_origin;
    QHash<QString, QString> m_origins; ///< the error of figures by their source; empty: a desktop is shown
    QList<RoundTripLayer> m_layers; ///< of an X program, by rows; empty: something else is shown
    QPushButton *m_trial; ///< of a desktop
};
}
