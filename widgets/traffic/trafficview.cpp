// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/trafficview.h"

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
    , m_pointed(new QLabel)
    , m_range(new QLabel)
    , m_pages(new QTabWidget)
    , m_advice(new QTextBrowser)
    , m_compared(new QLabel)
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
    for (QLabel *label : {m_pointed, m_range}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        rows->addWidget(label);
    }
    m_pointed->setForegroundRole(QPalette::PlaceholderText);
    m_pointed->setAccessibleDescription(i18nc("@info accessible description", "Current message"));
    m_range->setAccessibleDescription(i18nc("@info accessible description", "Contents of the range"));
    m_pages->setDocumentMode(true);
    m_pages->setAccessibleName(i18nc("@info accessible name", "Analysis of the messages"));
    rows->addWidget(m_pages, 1);
    split->addWidget(below);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    split->setSizes({3000, 2000}); // proportions of the available space

    m_advice->setAccessibleName(i18nc("@info accessible name", "Advice"));
    m_advice->setFrameShape(QFrame::NoFrame);
    m_advice->setOpenLinks(false);
    m_advice->setTabChangesFocus(true);
    m_advice->setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
    m_pages->addTab(m_advice, i18nc("@title:tab", "Advice"));
    const auto page = [&](const QString &title, const QString &name, TrafficFigures (*figures)(const TrafficSummary &)) {
        auto *view = new TrafficTableView(name);
        view->setFrameShape(QFrame::NoFrame);
        m_pages->addTab(view, title);
        m_tables.append({view, figures});
    };
    page(i18nc("@title:tab", "Requests"), i18nc("@info accessible name", "Requests by name"), &TrafficFiguresOf::requests);
    page(i18nc("@title:tab", "Times and Sums"), i18nc("@info accessible name", "Where the time went"), &TrafficFiguresOf::times);
    page(i18nc("@title:tab what bytes are for", "Classes"), i18nc("@info accessible name", "Bytes by class"), &TrafficFiguresOf::classes);
    page(i18nc("@title:tab", "Connections"), i18nc("@info accessible name", "X connections"), &TrafficFiguresOf::connections);
    page(i18nc("@title:tab", "Events and Errors"), i18nc("@info accessible name", "Events and errors"), &TrafficFiguresOf::events);
    page(i18nc("@title:tab", "Largest Requests"), i18nc("@info accessible name", "Largest requests"), &TrafficFiguresOf::largest);
    m_comparison = new TrafficTableView(i18nc("@info accessible name", "Comparison of two traces"));
    m_comparison->setFrameShape(QFrame::NoFrame);
    m_tables.append({m_comparison, &TrafficFiguresOf::comparison});
    auto *comparison = new QVBoxLayout(m_comparisonPage);
    comparison->setContentsMargins(0, 0, 0, 0);
    m_compared->setTextFormat(Qt::PlainText);
    m_compared->setWordWrap(true);
    comparison->addWidget(m_compared);
    comparison->addWidget(m_comparison, 1);
    m_pages->addTab(m_comparisonPage, i18nc("@title:tab", "Comparison"));
    m_pages->setTabVisible(m_pages->indexOf(m_comparisonPage), false);
    m_pages->setUsesScrollButtons(true);

    connect(m_summarizer, &TrafficSummarizer::summedUp, this, &TrafficView::showSummary);
    connect(m_plot, &NetPlot::chosenChanged, this, &TrafficView::requestSummary);
    connect(m_plot, &NetPlot::pointedAt, m_pointed, &QLabel::setText);
    m_pointed->setText(QStringLiteral(" ")); // reserves the line, so that nothing moves later
    connect(m_plot, &NetPlot::pointedAt, this, [this](const QString &text) {
        if (text.isEmpty()) {
            m_pointed->setText(QStringLiteral(" "));
        }
    });
}

NetPlot *TrafficView::plot() const
{
    return m_plot;
}

const std::optional<XTrace> &TrafficView::trace() const
{
    return m_trace;
}

bool TrafficView::isBusy() const
{
    return m_summarizer->isBusy();
}

void TrafficView::setTrace(const XTrace &trace)
{
    const bool isOther = m_trace && (m_trace->begin != trace.begin || m_trace->title != trace.title);
    m_trace = trace;
    ++m_wanted;
    if (isOther && m_plot->chosen()) {
        m_plot->clearChosen(); // clears the selected range, which also requests a summary
    } else {
        requestSummary();
    }
}

void TrafficView::clear()
{
    m_summarizer->forget();
    m_trace.reset();
    m_plot->setIndex(nullptr);
    m_range->clear();
    m_compared->clear();
    m_advice->clear();
    for (const Page &page : std::as_const(m_tables)) {
        page.view->setFigures({});
    }
}

std::optional<std::uint16_t> TrafficView::connection() const
{
    return m_connection;
}

void TrafficView::setConnection(std::optional<std::uint16_t> connection)
{
    if (connection != m_connection) {
        m_connection = connection;
        ++m_wanted;
        requestSummary();
    }
}

void TrafficView::setLink(const std::optional<XLinkFigures> &now, const XAppFigures &app)
{
    if (now != m_now || app != m_app) {
        m_now = now;
        m_app = app;
        requestSummary();
    }
}

void TrafficView::compareWith(const std::optional<XTrace> &other)
{
    m_other = other;
    m_pages->setTabVisible(m_pages->indexOf(m_comparisonPage), other.has_value());
    if (other) {
        m_pages->setCurrentWidget(m_comparisonPage);
    }
    requestSummary();
}

void TrafficView::requestSummary()
{
    if (!m_trace) {
        return;
    }
    TrafficQuestion question;
    question.trace = *m_trace;
    question.range = m_plot->chosen();
    question.connection = m_connection;
    question.now = m_now;
    question.app = m_app;
    question.other = m_other;
    question.number = m_wanted;
    if (m_shown == m_wanted) {
        question.index = m_plot->index();
    }
    m_summarizer->requestSummary(question);
}

void TrafficView::showSummary(const TrafficSummary &summary)
{
    m_shown = summary.number;
    if (summary.index != m_plot->index()) {
        m_plot->setIndex(summary.index);
    }
    m_range->setText(TrafficFiguresOf::range(summary));
    m_compared->setText(TrafficFiguresOf::compared(summary));
    const QString advice = TrafficFiguresOf::advice(summary);
    // replaced only if changed, so that the user can read it and select text undisturbed
    if (advice != m_advice->property("advice").toString()) {
        const int scrolled = m_advice->verticalScrollBar()->value();
        m_advice->setProperty("advice", advice);
        m_advice->setHtml(advice);
        m_advice->verticalScrollBar()->setValue(scrolled);
    }
    for (const Page &page : std::as_const(m_tables)) {
        page.view->setFigures(page.figures(summary));
    }
    Q_EMIT summedUp(summary);
}
}
