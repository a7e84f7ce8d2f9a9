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
class TrafficSummarizer;
class TrafficTableView;
struct TrafficTableData;

/// A netplot with its interpretation below: advice first, then tables of the selected range, or of the whole trace. GUI thread; summaries are made in
/// the background. Owned by TrafficWindow.
class TrafficView : public QWidget
{
    Q_OBJECT
public:
    explicit TrafficView(QWidget *parent = nullptr);

    /// A newer version of the shown trace, or another trace.
    void setTrace(const XTrace &trace);
    void clear();
    const std::optional<XTrace> &trace() const;
    void setConnection(std::optional<std::uint16_t> connection); ///< shows only this connection; empty: all
    std::optional<std::uint16_t> connection() const;
    /// Sets the figures of the link, and of running the program as vnc-app, for which the trace is assessed.
    void setFiguresForAssessment(const std::optional<XLinkFigures> &now, const VncAppFigures &app);
    void compareWith(const std::optional<XTrace> &other);
    bool isBusy() const; ///< a summary is being made

    NetPlot *plot() const;

Q_SIGNALS:
    void summaryReady(const Nightdesk::TrafficSummary &summary);

private:
    void requestSummary();
    void showSummary(const TrafficSummary &summary);

    struct Page {
        TrafficTableView *view;
        TrafficTableData (*figures)(const TrafficSummary &summary);
    };
    TrafficSummarizer *m_summarizer;
    NetPlot *m_plot;
    QLabel *m_messageUnderPointerLabel;
    QLabel *m_rangeLabel;
    QTabWidget *m_pageTabs;
    QTextBrowser *m_adviceView;
    QList<Page> m_tablePages;
    QLabel *m_comparedLabel;
    TrafficTableView *m_comparisonTable;
    QWidget *m_comparisonPage;
    std::optional<XTrace> m_shownTrace;
    std::optional<XTrace> m_comparedTrace;
    std::optional<std::uint16_t> m_connectionNumber;
    std::optional<XLinkFigures> m_linkFiguresForAssessment;
    VncAppFigures m_vncAppFigures;
    quint64 m_requestedRevision = 0; ///< incremented when the trace, its version or the connection to show changes
    quint64 m_shownRevision = 0; ///< the value of m_requestedRevision that the plot shows
};
}
