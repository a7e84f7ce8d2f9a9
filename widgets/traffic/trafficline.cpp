// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/traffic/trafficline.h"

#include "monitors/xadvice/xtrafficwatch.h"
#include "sessions/xwindows/windowsession.h"
#include "widgets/wording/trafficwording.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace Nightdesk
{
TrafficLine::TrafficLine(Session *session, XTrafficWatch *watch, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_watch(watch)
    , m_live(new QLabel)
    , m_start(new QLabel)
    , m_showAs(new QPushButton)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    for (QLabel *label : {m_start, m_live}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        column->addWidget(label);
    }
    auto *row = new QHBoxLayout;
    row->addWidget(m_showAs);
    row->addStretch(1);
    column->insertLayout(1, row);
    QFont small = m_live->font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    m_live->setFont(small);
    m_live->setForegroundRole(QPalette::PlaceholderText);
    m_showAs->setIcon(QIcon::fromTheme(QStringLiteral("video-display")));

    connect(m_showAs, &QPushButton::clicked, this, [this] {
        if (const auto quicker = XTrafficWatch::quickerWay(m_session)) {
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

/// Who hears a control alone does not see on which card it stands.
void TrafficLine::showLabel()
{
    const QString label = m_session->label();
    m_live->setAccessibleDescription(i18nc("@info accessible description, a display's title", "X traffic of %1", label));
    m_start->setAccessibleDescription(i18nc("@info accessible description, a display's title", "Startup time of %1", label));
    if (const auto quicker = XTrafficWatch::quickerWay(m_session)) {
        m_showAs->setText(TrafficWording::showAs(*quicker));
        m_showAs->setAccessibleName(i18nc("@info accessible name of a button: what it does, a display's title", "%1: %2", m_showAs->text(), label));
        m_showAs->setToolTip(i18nc("@info:tooltip", "Ends this startup and starts the program again in that display mode"));
    }
}

void TrafficLine::refresh()
{
    const auto figures = m_watch->figures(m_session);
    const auto quicker = XTrafficWatch::quickerWay(m_session);
    const auto *window = qobject_cast<const WindowSession *>(m_session);
    const QString live = figures ? TrafficWording::live(*figures, window ? window->exposes() : 0) : QString();
    const QString start = figures ? TrafficWording::start(*figures, quicker) : QString();
    m_live->setText(live);
    m_live->setToolTip(figures ? QStringLiteral("<qt>%1</qt>").arg(TrafficWording::tip(*figures).toHtmlEscaped()) : QString());
    m_live->setVisible(!live.isEmpty());
    m_start->setText(start);
    m_start->setVisible(!start.isEmpty());
    QPalette colors = m_start->palette();
    colors.setColor(QPalette::WindowText, Wording::color(Wording::Mood::Busy));
    m_start->setPalette(colors);
    m_showAs->setVisible(!start.isEmpty() && quicker && !m_session->isClosing());
    setVisible(!live.isEmpty() || !start.isEmpty());
}
}
