// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/consolevisuals.h"

#include "app/connect/connectflow.h"
#include "app/console/console.h"
#include "app/desk/visualnotices.h"
#include "app/window/consolepages.h"
#include "monitors/visuals/palettejson.h"
#include "monitors/visuals/serverwatch.h"
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
QString connectorOf(const QRect &rect, const QList<Monitor> &monitors)
{
    QString connector;
    qint64 most = 0;
    for (const Monitor &monitor : monitors) {
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
    , m_servers(new ServerWatch(console.desk(), this))
{
    connect(m_servers, &ServerWatch::changed, this, &ConsoleVisuals::showServers);
    connect(m_pages.picker(), &InstrumentPicker::chosenChanged, this, &ConsoleVisuals::showFits);
    connect(new DeskMonitors(this), &DeskMonitors::changed, this, &ConsoleVisuals::readAgain);
    connect(m_servers, &ServerWatch::hereRead, this, [this](const XServerFacts &facts) {
        // Without an X server, the user has nothing to choose.
        m_console.flow()->setCanConfine(!facts.problem.isEmpty() || facts.canConfine());
    });
    connect(console.desk(), &Desk::sessionAdded, this, [this](Session *session) {
        if (auto *desktop = qobject_cast<DesktopSession *>(session)) {
            connect(desktop, &DesktopSession::pictureChanged, this, [this, desktop] {
                remarkOn(desktop);
            });
        }
    });
    new VisualNotices(console.desk(), m_servers, console.message(), this);
    m_look.setInterval(1s);
    connect(&m_look, &QTimer::timeout, this, &ConsoleVisuals::showScreens);
    m_look.start();
}

QByteArray ConsoleVisuals::json() const
{
    QJsonArray colormaps;
    for (const Session *session : m_console.desk()->sessions()) {
        const auto *desktop = qobject_cast<const DesktopSession *>(session);
        if (desktop && desktop->palette().isKnown()) {
            colormaps.append(PaletteJson::of(desktop->label(), desktop->palette(), std::chrono::steady_clock::now()));
        }
    }
    return m_servers->json(screens(), colormaps);
}

void ConsoleVisuals::facilityRead(const Facility &facility)
{
    m_servers->setFonts(ServerWatch::fontsOf(facility));
}

void ConsoleVisuals::readAgain()
{
    m_servers->readAgain();
}

ScreenFacts ConsoleVisuals::screens() const
{
    ScreenFacts facts{.monitors = DeskMonitors::now(), .displays = {}};
    const auto rooms = m_console.viewerWindows()->rooms();
    const auto rects = m_console.viewerWindows()->rects();
    for (const Session *session : m_console.desk()->sessions()) {
        const auto *desktop = qobject_cast<const DesktopSession *>(session);
        // Only real desktops are checked: the display of a program in a private X server has the size of its window.
        if (desktop && desktop->kind() == Session::Kind::Desktop) {
            facts.displays.append({.title = desktop->label(),
                                   .monitor = connectorOf(rects.value(desktop->key()), facts.monitors),
                                   .size = desktop->picture().image.size(),
                                   .room = rooms.value(desktop->key())});
        }
    }
    return facts;
}

void ConsoleVisuals::showServers()
{
    m_pages.visuals()->setServers(m_servers->here().value_or(XServerFacts()), m_servers->remotes());
    showFits();
    for (Session *session : m_console.desk()->sessions()) {
        if (auto *desktop = qobject_cast<DesktopSession *>(session)) {
            remarkOn(desktop);
        }
    }
}

void ConsoleVisuals::showFits()
{
    const InstrumentProfile *chosen = m_pages.picker()->chosen();
    m_pages.picker()->setFits(chosen ? m_servers->fits(*chosen) : QList<std::pair<QString, ServerFit>>());
}

void ConsoleVisuals::showScreens()
{
    if (m_pages.visuals()->isVisible()) {
        m_pages.visuals()->setScreens(screens());
    }
}

void ConsoleVisuals::remarkOn(DesktopSession *session) const
{
    if (session->kind() != Session::Kind::Desktop) {
        return;
    }
    QStringList lines;
    const ServerFit fit = m_servers->fitOf(m_console.desk()->profileOf(session), session->spec(), session->picture().image.size());
    for (const ServerFit::Finding &finding : fit.findings) {
        lines.append(finding.what + u' ' + finding.remedy);
    }
    session->setRemark(lines.join(u'\n'));
}
}
