// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/trafficview.h"

#include "widgets/common/plainlabel.h"
#include "widgets/traffic/netplot.h"
#include "widgets/traffic/trafficfiguresof.h"
#include "widgets/traffic/trafficsummarizer.h"
#include "widgets/traffic/traffictableview.h"

#include <KLocalizedString>

#include <QLabel>
#include <QScrollBar>
#include <QSplitter>
#include <QTabWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace Nightdesk
{
TrafficView::TrafficView(QWidget *parent)
    : QWidget(parent)
    , m_summarizer(new TrafficSummarizer(this))
    , m_plot(new NetPlot)
    , m_messageUnderPointerLabel(PlainLabel::createWrapped())
    , m_rangeLabel(PlainLabel::createWrapped())
    , m_pageTabs(new QTabWidget)
    , m_adviceView(new QTextBrowser)
    , m_comparedLabel(PlainLabel::createWrapped())
    , m_comparisonPage(new QWidget)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto *split = new QSplitter(Qt::Vertical);
    split->setChildrenCollapsible(false);
    column->addWidget(split);
    split->addWidget(m_plot);

    auto *below = new QWidget;
    auto *rows = new QVBoxLayout(below);
    rows->setContentsMargins(6, 0, 6, 6);
    for (QLabel *label : {m_messageUnderPointerLabel, m_rangeLabel}) {
        rows->addWidget(label);
    }
    m_messageUnderPointerLabel->setForegroundRole(QPalette::PlaceholderText);
    m_messageUnderPointerLabel->setAccessibleDescription(i18nc("@info accessible description", "Current message"));
    m_rangeLabel->setAccessibleDescription(i18nc("@info accessible description", "Contents of the range"));
    m_pageTabs->setDocumentMode(true);
    m_pageTabs->setAccessibleName(i18nc("@info accessible name", "Analysis of the messages"));
    rows->addWidget(m_pageTabs, 1);
    split->addWidget(below);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    split->setSizes({3000, 2000}); // the plot gets 3/5 of the height, and the tables get 2/5

    m_adviceView->setAccessibleName(i18nc("@info accessible name", "Advice"));
    m_adviceView->setFrameShape(QFrame::NoFrame);
    m_adviceView->setOpenLinks(false);
    m_adviceView->setTabChangesFocus(true);
    m_adviceView->setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
    m_pageTabs->addTab(m_adviceView, i18nc("@title:tab", "Advice"));
    const auto page = [&](const QString &title, const QString &name, TrafficTableData (*figures)(const TrafficSummary &)) {
        auto *view = new TrafficTableView(name);
        view->setFrameShape(QFrame::NoFrame);
        m_pageTabs->addTab(view, title);
        m_tablePages.append({view, figures});
    };
    page(i18nc("@title:tab", "Requests"), i18nc("@info accessible name", "Requests by name"), &TrafficTables::requests);
    page(i18nc("@title:tab", "Times and Sums"), i18nc("@info accessible name", "Where the time went"), &TrafficTables::times);
    page(i18nc("@title:tab what bytes are for", "Classes"), i18nc("@info accessible name", "Bytes by class"), &TrafficTables::byteClasses);
    page(i18nc("@title:tab", "Connections"), i18nc("@info accessible name", "X connections"), &TrafficTables::connections);
    page(i18nc("@title:tab", "Events and Errors"), i18nc("@info accessible name", "Events and errors"), &TrafficTables::events);
    page(i18nc("@title:tab", "Largest Requests"), i18nc("@info accessible name", "Largest requests"), &TrafficTables::largestRequests);
    m_comparisonTable = new TrafficTableView(i18nc("@info accessible name", "Comparison of two traces"));
    m_comparisonTable->setFrameShape(QFrame::NoFrame);
    m_tablePages.append({m_comparisonTable, &TrafficTables::comparison});
    auto *comparison = new QVBoxLayout(m_comparisonPage);
    comparison->setContentsMargins(0, 0, 0, 0);
    comparison->addWidget(m_comparedLabel);
    comparison->addWidget(m_comparisonTable, 1);
    m_pageTabs->addTab(m_comparisonPage, i18nc("@title:tab", "Comparison"));
    m_pageTabs->setTabVisible(m_pageTabs->indexOf(m_comparisonPage), false);
    m_pageTabs->setUsesScrollButtons(true);

    connect(m_summarizer, &TrafficSummarizer::summaryReady, this, &TrafficView::showSummary);
    connect(m_plot, &NetPlot::selectedRangeChanged, this, &TrafficView::requestSummary);
    m_messageUnderPointerLabel->setText(QStringLiteral(" ")); // reserves the line, so that nothing moves later
    connect(m_plot, &NetPlot::pointedMessageChanged, this, [this](const QString &text) {
        m_messageUnderPointerLabel->setText(text.isEmpty() ? QStringLiteral(" ") : text);
    });
}

NetPlot *TrafficView::plot() const
{
    return m_plot;
}

const std::optional<XTrace> &TrafficView::trace() const
{
    return m_shownTrace;
}

bool TrafficView::isBusy() const
{
    return m_summarizer->isBusy();
}

void TrafficView::setTrace(const XTrace &trace)
{
    const bool isOther = m_shownTrace && (m_shownTrace->begin != trace.begin || m_shownTrace->title != trace.title);
    m_shownTrace = trace;
    ++m_requestedRevision;
    if (isOther && m_plot->selectedRange()) {
        m_plot->clearSelection(); // clears the selected range, which also requests a summary
    } else {
        requestSummary();
    }
}

void TrafficView::clear()
{
    m_summarizer->discardEarlierRequests();
    m_shownTrace.reset();
    m_plot->setIndex(nullptr);
    m_rangeLabel->clear();
    m_comparedLabel->clear();
    m_adviceView->clear();
    for (const Page &page : std::as_const(m_tablePages)) {
        page.view->setFigures({});
    }
}

std::optional<std::uint16_t> TrafficView::connection() const
{
    return m_connectionNumber;
}

void TrafficView::setConnection(std::optional<std::uint16_t> connection)
{
    if (connection != m_connectionNumber) {
        m_connectionNumber = connection;
        ++m_requestedRevision;
        requestSummary();
    }
}

void TrafficView::setFiguresForAssessment(const std::optional<XLinkFigures> &now, const VncAppFigures &app)
{
    if (now != m_linkFiguresForAssessment || app != m_vncAppFigures) {
        m_linkFiguresForAssessment = now;
        m_vncAppFigures = app;
        requestSummary();
    }
}

void TrafficView::compareWith(const std::optional<XTrace> &other)
{
    m_comparedTrace = other;
    m_pageTabs->setTabVisible(m_pageTabs->indexOf(m_comparisonPage), other.has_value());
    if (other) {
        m_pageTabs->setCurrentWidget(m_comparisonPage);
    }
    requestSummary();
}

void TrafficView::requestSummary()
{
    if (!m_shownTrace) {
        return;
    }
    TrafficSummaryRequest request;
    request.trace = *m_shownTrace;
    request.rangeUsec = m_plot->selectedRange();
    request.connection = m_connectionNumber;
    request.assessedLink = m_linkFiguresForAssessment;
    request.vncAppFigures = m_vncAppFigures;
    request.comparedTrace = m_comparedTrace;
    request.requestNumber = m_requestedRevision;
    if (m_shownRevision == m_requestedRevision) {
        request.index = m_plot->index();
    }
    m_summarizer->requestSummary(request);
}

void TrafficView::showSummary(const TrafficSummary &summary)
{
    m_shownRevision = summary.requestNumber;
    if (summary.index != m_plot->index()) {
        m_plot->setIndex(summary.index);
    }
    m_rangeLabel->setText(TrafficTables::rangeText(summary));
    m_comparedLabel->setText(TrafficTables::comparedTraces(summary));
    const QString advice = TrafficTables::adviceHtml(summary);
    // replaced only if changed, so that the user can read it and select text undisturbed
    if (advice != m_adviceView->property("advice").toString()) {
        const int scrolled = m_adviceView->verticalScrollBar()->value();
        m_adviceView->setProperty("advice", advice);
        m_adviceView->setHtml(advice);
        m_adviceView->verticalScrollBar()->setValue(scrolled);
    }
    for (const Page &page : std::as_const(m_tablePages)) {
        page.view->setFigures(page.figures(summary));
    }
    Q_EMIT summaryReady(summary);
}
}
