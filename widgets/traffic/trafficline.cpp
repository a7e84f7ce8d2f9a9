// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/trafficline.h"

#include "monitors/xadvice/xtrafficwatch.h"
#include "monitors/xtraffic/xstartprogress.h"
#include "sessions/xwindows/windowsession.h"
#include "widgets/common/plainlabel.h"
#include "widgets/common/widgetlook.h"
#include "widgets/traffic/waitingtimechart.h"
#include "widgets/wording/trafficwording.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace Nightdesk
{
TrafficLine::TrafficLine(Session *session, XTrafficWatch *watch, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_trafficWatch(watch)
    , m_waitingChart(new WaitingTimeChart)
    , m_waitingShareLabel(PlainLabel::createWrapped(i18nc("@label of a strip: how much of the last minute an X program waited", "Waiting for X, last minute")))
    , m_startupLabel(PlainLabel::createWrapped())
    , m_progressBar(new QProgressBar)
    , m_showAsButton(new QPushButton)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    m_progressBar->setFormat({});
    column->addWidget(m_progressBar);
    column->addWidget(m_startupLabel);
    auto *row = new QHBoxLayout;
    row->addWidget(m_showAsButton);
    row->addStretch(1);
    column->addLayout(row);
    auto *waiting = new QHBoxLayout;
    waiting->setSpacing(8);
    waiting->addWidget(m_waitingChart);
    waiting->addWidget(m_waitingShareLabel, 1);
    column->addLayout(waiting);
    WidgetLook::scaleFont(m_waitingShareLabel, 0.9);
    m_waitingShareLabel->setForegroundRole(QPalette::PlaceholderText);
    m_showAsButton->setIcon(QIcon::fromTheme(QStringLiteral("video-display")));

    connect(m_showAsButton, &QPushButton::clicked, this, [this] {
        if (const auto quicker = XTrafficWatch::topologyWithFasterStart(m_session)) {
            m_session->showAs(*quicker);
        }
    });
    connect(m_trafficWatch, &XTrafficWatch::sessionFiguresChanged, this, [this](const Session *changed) {
        if (changed == m_session) {
            refresh();
        }
    });
    connect(m_session, &Session::labelChanged, this, &TrafficLine::updateLabelDependentTexts);
    connect(m_session, &Session::closingChanged, this, &TrafficLine::refresh);
    updateLabelDependentTexts();
    refresh();
}

QPushButton *TrafficLine::showAsButton() const
{
    return m_showAsButton;
}

/// Screen reader users hear only the control, so its name includes the card's label.
void TrafficLine::updateLabelDependentTexts()
{
    const QString label = m_session->label();
    m_waitingShareLabel->setAccessibleDescription(i18nc("@info accessible description, a display's title", "X traffic of %1", label));
    m_progressBar->setAccessibleName(i18nc("@info accessible name, a display's title", "Startup progress of %1", label));
    m_startupLabel->setAccessibleDescription(i18nc("@info accessible description, a display's title", "Startup time of %1", label));
    if (const auto quicker = XTrafficWatch::topologyWithFasterStart(m_session)) {
        m_showAsButton->setText(TrafficWording::showAsLabel(*quicker));
        m_showAsButton->setAccessibleName(i18nc("@info accessible name of a button: what it does, a display's title", "%1: %2", m_showAsButton->text(), label));
        m_showAsButton->setToolTip(i18nc("@info:tooltip", "Ends this startup and starts the program again in that display mode"));
    }
}

void TrafficLine::refresh()
{
    const auto figures = m_trafficWatch->figures(m_session);
    const auto quicker = XTrafficWatch::topologyWithFasterStart(m_session);
    const auto *window = qobject_cast<const WindowSession *>(m_session);
    const QString live = figures ? TrafficWording::trafficRate(*figures, window ? window->exposeCount() : 0) : QString();
    const QString start = figures ? TrafficWording::slowStart(*figures, quicker) : QString();
    m_waitingShareLabel->setVisible(!live.isEmpty());
    m_waitingChart->setVisible(!live.isEmpty());
    if (live.isEmpty()) {
        m_waitingChart->clear(); // the program was started again: its chart starts empty
    } else {
        QString words = QString(live + QLatin1Char('\n') + TrafficWording::tip(*figures)).toHtmlEscaped();
        const QString tip = QStringLiteral("<qt>%1</qt>").arg(words.replace(QLatin1Char('\n'), QStringLiteral("<br/>")));
        m_waitingShareLabel->setToolTip(tip);
        m_waitingChart->setToolTip(tip);
        m_waitingChart->setAccessibleDescription(live);
        m_waitingChart->addSample(figures->liveRates->waitingShare);
    }
    showProgress(figures);
    m_startupLabel->setText(start);
    m_startupLabel->setVisible(!start.isEmpty());
    WidgetLook::setTextColor(m_startupLabel, Wording::color(Wording::StatusTone::Busy));
    m_showAsButton->setVisible(!start.isEmpty() && quicker && !m_session->isClosing());
    setVisible(!live.isEmpty() || !start.isEmpty() || !m_progressBar->isHidden());
}

void TrafficLine::showProgress(const std::optional<XTrafficFigures> &figures)
{
    const auto progress = figures ? XProgramStartProgress::of(*figures) : std::nullopt;
    m_progressBar->setVisible(progress.has_value());
    if (!progress) {
        return;
    }
    constexpr int whole = 1000;
    m_progressBar->setRange(0, progress->doneShare ? whole : 0); // an indeterminate progress bar if the end is not known
    m_progressBar->setValue(static_cast<int>(progress->doneShare.value_or(0) * whole));
    m_progressBar->setFormat(progress->remainingTime ? TrafficWording::timeLeft(*progress->remainingTime) : QString());
    m_progressBar->setAccessibleDescription(m_progressBar->format());
}
}
