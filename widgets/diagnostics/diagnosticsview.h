// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/figures/figurebuckets.h"

#include <QList>
#include <QTimeZone>
#include <QWidget>

#include <functional>
#include <optional>

class KMessageWidget;
class QComboBox;
class QLabel;
class QVBoxLayout;

namespace Nightdesk
{
class FigureRecorder;
class FiguresPanel;
class HistogramsPanel;
class TimePlot;

/// The Diagnostics page: the night's figures of one connection or desktop as plots over time, all with the same span and cursor. Follows the present
/// until the user chooses another span. Draws only while visible. GUI thread. Made by ConsoleDiagnostics, owned by the tabs that show it.
class DiagnosticsView : public QWidget
{
    Q_OBJECT
public:
    /// @p recorder must outlive this. @p now: returns seconds since 1970, UT.
    explicit DiagnosticsView(const FigureRecorder *recorder, QWidget *parent = nullptr, std::function<quint32()> now = {});

    void setTimeZone(const QTimeZone &zone); ///< @p zone: time zone of the site
    FigureTimeRange span() const; ///< the span that is drawn
    QList<TimePlot *> plots() const; ///< the visible plots, from top to bottom

Q_SIGNALS:
    void trialRequested(const QString &desktop); ///< the user wants to try other settings on this desktop (its id)

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void refreshSources();
    void switchToLatestConnection();
    void refresh();
    /// Shows the last seconds up to the present; empty: the whole night.
    void showLatestPeriod(std::optional<quint32> periodInSeconds);
    void setSpan(const FigureTimeRange &span);
    void zoom(double factor, quint32 center);
    void pan(double part); ///< @p part: distance as a fraction of the span
    void setCursorTime(std::optional<quint32> at);
    void showSaveProblem(const QString &writeProblem);
    FigureTimeRange fullSpan() const;
    FigureTimeRange followedSpan() const;
    TimePlot *addPlot();
    const FigureSeries *shownSeries() const; ///< figures of the shown source; null: no source is shown

    const FigureRecorder *const m_figureRecorder;
    const std::function<quint32()> m_currentTime;
    QTimeZone m_zone;
    QComboBox *m_sourceBox;
    QComboBox *m_rangeBox;
    KMessageWidget *m_messageWidget;
    QLabel *m_emptyLabel; ///< says why there are no plots
    HistogramsPanel *m_histogramsPanel; ///< shown only for a desktop
    FiguresPanel *m_figuresPanel;
    QVBoxLayout *m_plotLayout;
    QList<TimePlot *> m_plots;
    QString m_chosenSourceKey; ///< keyOf() of the source that the user chose: shown again as soon as that source has figures
    std::optional<quint32> m_cursorTime;
    std::optional<quint32> m_followedSpanSeconds; ///< how many seconds up to the present are shown; empty: the whole night
    std::optional<FigureTimeRange> m_chosenSpan; ///< the span that the user chose; empty: the view follows the present
};
}
