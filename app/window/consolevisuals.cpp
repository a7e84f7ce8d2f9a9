// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/consolevisuals.h"

#include "app/connect/connectflow.h"
#include "app/console/console.h"
#include "app/desk/visualnotices.h"
#include "app/window/consolepages.h"
#include "monitors/visuals/palettejson.h"
#include "monitors/visuals/xservermonitor.h"
#include "sessions/desk/desk.h"
#include "sessions/desktops/desktopsession.h"
#include "widgets/displays/visualsview.h"
#include "widgets/facility/instrumentpicker.h"
#include "widgets/screens/deskmonitors.h"
#include "widgets/viewer/viewerwindows.h"

namespace Nightdesk
{
namespace
{
using namespace std::chrono_literals;

/// The connector of the monitor that shows the largest part of @p rect, because a desktop may reach onto other
/// monitors. Empty: @p rect is on none of @p monitors.
QString connectorOf(const QRect &rect, const QList<PhysicalMonitor> &monitors)
{
    QString connector;
    qint64 most = 0;
    for (const PhysicalMonitor &monitor : monitors) {
        const QRect part = rect & monitor.rect;
        const qint64 area = part.isEmpty() ? 0 : qint64(part.width()) * part.height();
        if (area > most) {
            most = area;
            connector = monitor.id.connector;
        }
    }
    return connector;
}
}

ConsoleVisuals::ConsoleVisuals(Console &console, ConsolePages &pages, QObject *parent)
    : QObject(parent)
    , m_console(console)
    , m_pages(pages)
    , m_serverMonitor(new XServerMonitor(console.desk(), this))
{
    connect(m_serverMonitor, &XServerMonitor::serverFactsChanged, this, &ConsoleVisuals::showServers);
    connect(m_pages.instrumentPicker(), &InstrumentPicker::chosenProfileChanged, this, &ConsoleVisuals::showServerFitProblems);
    connect(new DeskMonitorWatcher(this), &DeskMonitorWatcher::monitorsChanged, this, &ConsoleVisuals::rereadServers);
    connect(m_serverMonitor, &XServerMonitor::localServerRead, this, [this](const XServerFacts &facts) {
        // Without an X server there are no X programs, so the user is not asked about programs that cannot be confined.
        m_console.flow()->setCanConfinePrograms(!facts.problem.isEmpty() || facts.canConfine());
    });
    connect(console.desk(), &Desk::sessionAdded, this, [this](Session *session) {
        if (auto *desktop = qobject_cast<DesktopSession *>(session)) {
            connect(desktop, &DesktopSession::pictureChanged, this, [this, desktop] {
                setServerFitRemark(desktop);
            });
        }
    });
    new VisualNotices(console.desk(), m_serverMonitor, console.messageBar(), this);
    m_readScreensTimer.setInterval(1s);
    connect(&m_readScreensTimer, &QTimer::timeout, this, &ConsoleVisuals::showScreens);
    m_readScreensTimer.start();
}

QByteArray ConsoleVisuals::visualsJson() const
{
    QJsonArray colormaps;
    for (const Session *session : m_console.desk()->sessions()) {
        const auto *desktop = qobject_cast<const DesktopSession *>(session);
        if (desktop && desktop->palette().areColorsKnown()) {
            colormaps.append(PaletteJson::of(desktop->label(), desktop->palette(), std::chrono::steady_clock::now()));
        }
    }
    return m_serverMonitor->json(screens(), colormaps);
}

void ConsoleVisuals::handleFacilityRead(const Facility &facility)
{
    m_serverMonitor->setFontPatterns(XServerMonitor::fontPatternsOf(facility));
}

void ConsoleVisuals::rereadServers()
{
    m_serverMonitor->rereadServers();
}

ScreenFacts ConsoleVisuals::screens() const
{
    ScreenFacts facts{.monitors = DeskMonitorWatcher::currentMonitors(), .displays = {}};
    const auto viewSizes = m_console.viewerWindows()->viewSizes();
    const auto displayRects = m_console.viewerWindows()->displayRects();
    for (const Session *session : m_console.desk()->sessions()) {
        const auto *desktop = qobject_cast<const DesktopSession *>(session);
        // Only real desktops are checked: the display of a program in a private X server has the size of its window.
        if (desktop && desktop->kind() == Session::Kind::Desktop) {
            facts.displays.append({.title = desktop->label(),
                                   .monitor = connectorOf(displayRects.value(desktop->key()), facts.monitors),
                                   .size = desktop->picture().image.size(),
                                   .availableSize = viewSizes.value(desktop->key())});
        }
    }
    return facts;
}

void ConsoleVisuals::showServers()
{
    m_pages.visualsView()->setServers(m_serverMonitor->localServerFacts().value_or(XServerFacts()), m_serverMonitor->remoteServers());
    showServerFitProblems();
    for (Session *session : m_console.desk()->sessions()) {
        if (auto *desktop = qobject_cast<DesktopSession *>(session)) {
            setServerFitRemark(desktop);
        }
    }
}

void ConsoleVisuals::showServerFitProblems()
{
    const InstrumentProfile *chosen = m_pages.instrumentPicker()->chosenProfile();
    m_pages.instrumentPicker()->setServerFitProblems(chosen ? m_serverMonitor->fitProblemsOfProfile(*chosen) : QList<std::pair<QString, XServerFit>>());
}

void ConsoleVisuals::showScreens()
{
    if (m_pages.visualsView()->isVisible()) {
        m_pages.visualsView()->setScreens(screens());
    }
}

void ConsoleVisuals::setServerFitRemark(DesktopSession *session) const
{
    if (session->kind() != Session::Kind::Desktop) {
        return;
    }
    QStringList lines;
    const XServerFit fit = m_serverMonitor->serverFitOf(m_console.desk()->profileOf(session), session->spec(), session->picture().image.size());
    for (const XServerFit::Finding &finding : fit.findings) {
        lines.append(finding.problem + u' ' + finding.remedy);
    }
    session->setServerFitRemark(lines.join(u'\n'));
}
}
