// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/viewvisibilityreporter.h"

#include "monitors/link/displaymonitor.h"

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
// While the user drags or scrolls the image, the server does not need every step.
constexpr auto visiblePartReportInterval = 40ms;
// Damage that Qt has not painted after this time is reported as painted. Less than 250 ms, because the worker then stops to read updates.
constexpr auto paintLimit = 200ms;
}

ViewVisibilityReporter::ViewVisibilityReporter(QWidget *view, DesktopSession *session, std::function<QRect()> visibleRemoteRect)
    : m_view(view)
    , m_session(session)
    , m_visibleRemoteRect(std::move(visibleRemoteRect))
    , m_visibilityWatch(view)
{
    session->addDisplay(view);
    m_visiblePartTimer.setSingleShot(true);
    connect(&m_visiblePartTimer, &QTimer::timeout, this, [this] {
        if (m_session) {
            m_session->setShownPart(m_visibleRemoteRect());
        }
    });
    m_paintTimeoutTimer.setSingleShot(true);
    connect(&m_paintTimeoutTimer, &QTimer::timeout, this, &ViewVisibilityReporter::reportPainted);
    connect(&m_visibilityWatch, &VisibilityWatch::visibilityChanged, this, &ViewVisibilityReporter::reportVisibility);
}

bool ViewVisibilityReporter::isSeen() const
{
    return m_visibilityWatch.isSeen();
}

void ViewVisibilityReporter::reportVisibility()
{
    using Visibility = DesktopSession::Visibility;
    const auto visibilityLevel = m_visibilityWatch.visibilityLevel();
    if (m_session) {
        m_session->setVisibility(visibilityLevel == VisibilityWatch::VisibilityLevel::Visible            ? Visibility::Visible
                                     : visibilityLevel == VisibilityWatch::VisibilityLevel::OneClickAway ? Visibility::OneHertz
                                                                                                         : Visibility::Hidden,
                                 m_view);
    }
    if (visibilityLevel != VisibilityWatch::VisibilityLevel::Visible) {
        reportPainted();
    }
}

void ViewVisibilityReporter::awaitPaintOfDamage()
{
    m_paintTimeoutTimer.start(paintLimit);
}

void ViewVisibilityReporter::reportPainted()
{
    m_paintTimeoutTimer.stop();
    if (m_session) {
        m_session->reportDamagePainted();
    }
}

void ViewVisibilityReporter::recordPaintBegin()
{
    m_paintBeganAt = std::chrono::steady_clock::now();
}

void ViewVisibilityReporter::recordFinishedPaint()
{
    if (m_session && m_session->link() && m_session->picture().generation != 0) { // a session without a connection has no statistics
        DisplayMonitor::of(m_session)->addPaintDuration(
            std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - m_paintBeganAt));
    }
    reportPainted();
}

void ViewVisibilityReporter::scheduleVisiblePartReport()
{
    if (!m_visiblePartTimer.isActive()) { // not restarted by each change: while the user scrolls, the timer would never expire
        m_visiblePartTimer.start(visiblePartReportInterval);
    }
}

void ViewVisibilityReporter::stopReporting()
{
    reportPainted();
    if (m_session) {
        m_session->setShownPart({});
        m_session->removeDisplay(m_view);
    }
}
}
