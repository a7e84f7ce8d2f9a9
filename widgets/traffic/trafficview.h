// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/traffic/trafficsummary.h"

#include <QWidget>

class QLabel;
class QTabWidget;
class QTextBrowser;

namespace Nightdesk
{
class NetPlot;
class TrafficSummer;
class TrafficTableView;
struct TrafficFigures;

/// A netplot with what it means below: advice first, then tables of the range that is chosen, or of all of it. GUI thread; sums are
/// made beside it. Owned by TrafficWindow.
class TrafficView : public QWidget
{
    Q_OBJECT
public:
    explicit TrafficView(QWidget *parent = nullptr);

    /// Another picture of what is shown, or another trace.
    void setTrace(const XTrace &trace);
    void clear();
    const std::optional<XTrace> &trace() const;
    void setConnection(std::optional<std::uint16_t> connection); ///< that one alone; empty: all
    std::optional<std::uint16_t> connection() const;
    void setLink(const std::optional<XLinkFigures> &now, const XAppFigures &app); ///< what it is judged for
    void compareWith(const std::optional<XTrace> &other);
    bool isBusy() const; ///< something is being summed up

    NetPlot *plot() const;

Q_SIGNALS:
    void summedUp(const Nightdesk::TrafficSummary &summary);

private:
    void requestSummary();
    void showSummary(const TrafficSummary &summary);

    struct Page {
        TrafficTableView *view;
        TrafficFigures (*figures)(const TrafficSummary &summary);
    };
    TrafficSummer *m_summer;
    NetPlot *m_plot;
    QLabel *m_pointed;
    QLabel *m_range;
    QTabWidget *m_pages;
    QTextBrowser *m_advice;
    QList<Page> m_tables;
    QLabel *m_compared;
    TrafficTableView *m_comparison;
    QWidget *m_comparisonPage;
    std::optional<XTrace> m_trace;
    std::optional<XTrace> m_other;
    std::optional<std::uint16_t> m_connection;
    std::optional<XLinkFigures> m_now;
    XAppFigures m_app;
    quint64 m_wanted = 0; ///< counts what is to be shown: traces, pictures of them, connections
    quint64 m_shown = 0; ///< that in the plot
};
}
