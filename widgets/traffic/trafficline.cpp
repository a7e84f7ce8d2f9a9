// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/trafficline.h"

#include "monitors/xadvice/xtrafficwatch.h"
#include "monitors/xtraffic/xstartprogress.h"
#include "sessions/xwindows/windowsession.h"
#include "widgets/traffic/waitingstrip.h"
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
    , m_watch(watch)
    , m_waiting(new WaitingStrip)
    , m_live(new QLabel(i18nc("@label of a strip: how much of the last minute an X program waited", "Waiting for X, last minute")))
    , m_start(new QLabel)
    , m_progress(new QProgressBar)
    , m_showAs(new QPushButton)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    for (QLabel *label : {m_start, m_live}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    m_progress->setFormat({});
    column->addWidget(m_progress);
    column->addWidget(m_start);
    auto *row = new QHBoxLayout;
    row->addWidget(m_showAs);
    row->addStretch(1);
    column->addLayout(row);
    auto *waiting = new QHBoxLayout;
    waiting->setSpacing(8);
    waiting->addWidget(m_waiting);
    waiting->addWidget(m_live, 1);
    column->addLayout(waiting);
    QFont small = m_live->font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    m_live->setFont(small);
    m_live->setForegroundRole(QPalette::PlaceholderText);
    m_showAs->setIcon(QIcon::fromTheme(QStringLiteral("video-display")));

    connect(m_showAs, &QPushButton::clicked, this, [this] {
        if (const auto quicker = XTrafficWatch::quickerTopology(m_session)) {
            m_session->showAs(*quicker);
        }
    });
    connect(m_watch, &XTrafficWatch::changed, this, [this](const Session *changed) {
        if (changed == m_session) {
            refresh();
        }
    });
    connect(m_session, &Session::labelChanged, this, &TrafficLine::showLabel);
    connect(m_session, &Session::closingChanged, this, &TrafficLine::refresh);
    showLabel();
    refresh();
}

QPushButton *TrafficLine::button() const
{
    return m_showAs;
}

/// Screen reader users hear only the control, so its name includes the card's label.
void TrafficLine::showLabel()
{
    const QString label = m_session->label();
    m_live->setAccessibleDescription(i18nc("@info accessible description, a display's title", "X traffic of %1", label));
    m_progress->setAccessibleName(i18nc("@info accessible name, a display's title", "Startup progress of %1", label));
    m_start->setAccessibleDescription(i18nc("@info accessible description, a display's title", "Startup time of %1", label));
    if (const auto quicker = XTrafficWatch::quickerTopology(m_session)) {
        m_showAs->setText(TrafficWording::showAs(*quicker));
        m_showAs->setAccessibleName(i18nc("@info accessible name of a button: what it does, a display's title", "%1: %2", m_showAs->text(), label));
        m_showAs->setToolTip(i18nc("@info:tooltip", "Ends this startup and starts the program again in that display mode"));
    }
}

void TrafficLine::refresh()
{
    const auto figures = m_watch->figures(m_session);
    const auto quicker = XTrafficWatch::quickerTopology(m_session);
    const auto *window = qobject_cast<const WindowSession *>(m_session);
    const QString live = figures ? TrafficWording::live(*figures, window ? window->exposes() : 0) : QString();
    const QString start = figures ? TrafficWording::start(*figures, quicker) : QString();
    m_live->setVisible(!live.isEmpty());
    m_waiting->setVisible(!live.isEmpty());
    if (live.isEmpty()) {
        m_waiting->clear(); // the program was started again: its chart starts empty
    } else {
        QString words = QString(live + QLatin1Char('\n') + TrafficWording::tip(*figures)).toHtmlEscaped();
        const QString tip = QStringLiteral("<qt>%1</qt>").arg(words.replace(QLatin1Char('\n'), QStringLiteral("<br/>")));
        m_live->setToolTip(tip);
        m_waiting->setToolTip(tip);
        m_waiting->setAccessibleDescription(live);
        m_waiting->add(figures->now->waitingShare);
    }
    showProgress(figures);
    m_start->setText(start);
    m_start->setVisible(!start.isEmpty());
    QPalette colors = m_start->palette();
    colors.setColor(QPalette::WindowText, Wording::color(Wording::Mood::Busy));
    m_start->setPalette(colors);
    m_showAs->setVisible(!start.isEmpty() && quicker && !m_session->isClosing());
    setVisible(!live.isEmpty() || !start.isEmpty() || !m_progress->isHidden());
}

void TrafficLine::showProgress(const std::optional<XTrafficFigures> &figures)
{
    const auto progress = figures ? XStartProgress::of(*figures) : std::nullopt;
    m_progress->setVisible(progress.has_value());
    if (!progress) {
        return;
    }
    constexpr int whole = 1000;
    m_progress->setRange(0, progress->done ? whole : 0); // an indeterminate progress bar if the end is not known
    m_progress->setValue(static_cast<int>(progress->done.value_or(0) * whole));
    m_progress->setFormat(progress->left ? TrafficWording::left(*progress->left) : QString());
    m_progress->setAccessibleDescription(m_progress->format());
}
}
