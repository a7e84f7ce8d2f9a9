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

/// The Diagnostics page: the night's figures of one connection or desktop as plots over time, with one span and one cursor for all of
/// them. It follows the present until a person chooses another span. Draws only while it is visible. GUI thread.
/// Made by ConsoleDiagnostics, owned by the tabs that show it.
class DiagnosticsView : public QWidget
{
    Q_OBJECT
public:
    /// @p recorder outlives this. @p now: seconds since 1970, UT.
    explicit DiagnosticsView(const FigureRecorder *recorder, QWidget *parent = nullptr, std::function<quint32()> now = {});

    void setTimeZone(const QTimeZone &zone); ///< of the site
    FigureSpan span() const; ///< what is drawn
    QList<TimePlot *> plots() const; ///< that are shown, from above

Q_SIGNALS:
    void trialRequested(const QString &desktop); ///< other settings are to be tried on it; its id

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void refreshSources();
    void followConnection();
    void refresh();
    void follow(std::optional<quint32> seconds);
    void setSpan(const FigureSpan &span);
    void setCursor(std::optional<quint32> at);
    void showTrouble(const QString &trouble);
    FigureSpan all() const;
    FigureSpan following() const;
    TimePlot *addPlot();
    const FigureSeries *shown() const; ///< null: none

    const FigureRecorder *const m_recorder;
    const std::function<quint32()> m_now;
    QTimeZone m_zone;
    QComboBox *m_source;
    QComboBox *m_range;
    KMessageWidget *m_message;
    QLabel *m_nothing; ///< says why there are no plots
    HistogramsPanel *m_histograms; ///< of a desktop
    FiguresPanel *m_panel;
    QVBoxLayout *m_column;
    QList<TimePlot *> m_plots;
    QString m_wanted; ///< keyOf() the source that a person chose: shown again as soon as there are figures of it
    std::optional<quint32> m_cursor;
    std::optional<quint32> m_length; ///< seconds that are followed; empty: the whole night
    std::optional<FigureSpan> m_span; ///< that a person chose; empty: the present is followed
};
}
