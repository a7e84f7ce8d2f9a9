// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/viewbell.h"

#include "widgets/view/nightindicators.h"
#include "widgets/view/remoteview.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QAccessible>
#include <QPainter>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr int bellBorder = 8;
// On, off, on: slower than three flashes a second, because faster flashing is known to do harm.
constexpr int steps = 3;
constexpr auto stepTime = 350ms;
}

ViewBell::ViewBell(RemoteView *view, NightIndicators *indicators)
    : QWidget(view)
    , m_view(view)
    , m_nightIndicators(indicators)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
    hide();
    connect(&m_flashTimer, &QTimer::timeout, this, &ViewBell::showNextFlashStep);
    connect(indicators, &NightIndicators::bellRang, this, [this](const DesktopSession *session) {
        if (session == m_view->session()) {
            flash();
        }
    });
    connect(view, &RemoteView::resized, this, &ViewBell::resizeToView);
    view->inputRouter()->add(InputPriority::Bell, this);
}

bool ViewBell::isFlashing() const
{
    return m_remainingFlashSteps > 0;
}

void ViewBell::flash()
{
    if (isFlashing()) {
        return; // a desktop that rings continuously must not flash faster
    }
    m_remainingFlashSteps = steps;
    resizeToView();
    show();
    raise();
    m_flashTimer.start(stepTime);
    QAccessibleAnnouncementEvent said(m_view, i18nc("@info screen reader, %1 is a desktop", "%1 rang", m_view->session()->title()));
    QAccessible::updateAccessibility(&said);
}

void ViewBell::showNextFlashStep()
{
    --m_remainingFlashSteps;
    if (m_remainingFlashSteps == 0) {
        m_flashTimer.stop();
    }
    setVisible(m_remainingFlashSteps % 2 == 1);
}

void ViewBell::resizeToView()
{
    setGeometry(m_view->rect());
    setMask(QRegion(rect()) - QRegion(rect().adjusted(bellBorder, bellBorder, -bellBorder, -bellBorder)));
}

bool ViewBell::filterInput(RemoteView *, QEvent *event)
{
    switch (event->type()) {
    case QEvent::FocusIn:
        if (m_nightIndicators) {
            m_nightIndicators->setCurrent(m_view->session());
        }
        [[fallthrough]];
    case QEvent::KeyPress:
    case QEvent::MouseButtonPress:
    case QEvent::MouseMove:
    case QEvent::Wheel:
        if (m_nightIndicators) {
            m_nightIndicators->markBellSeen(m_view->session());
        }
        break;
    default:
        break;
    }
    return false;
}

void ViewBell::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), Wording::color(Wording::StatusTone::Busy));
}
}
