// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/screens/deskmonitors.h"

#include <QGuiApplication>
#include <QScreen>

#include <cmath>

namespace Nightdesk
{
using namespace std::chrono_literals;

DeskMonitorWatcher::DeskMonitorWatcher(QObject *parent)
    : QObject(parent)
{
    // Connecting or disconnecting a monitor causes several events: reports them once, after the last.
    m_changeReportTimer.setSingleShot(true);
    m_changeReportTimer.setInterval(300ms);
    connect(&m_changeReportTimer, &QTimer::timeout, this, &DeskMonitorWatcher::monitorsChanged);
    for (const QScreen *screen : QGuiApplication::screens()) {
        connect(screen, &QScreen::geometryChanged, &m_changeReportTimer, qOverload<>(&QTimer::start));
    }
    connect(qGuiApp, &QGuiApplication::screenAdded, this, [this](const QScreen *screen) {
        connect(screen, &QScreen::geometryChanged, &m_changeReportTimer, qOverload<>(&QTimer::start));
        m_changeReportTimer.start();
    });
    connect(qGuiApp, &QGuiApplication::screenRemoved, this, [this](QScreen *screen) {
        Q_EMIT screenAboutToBeRemoved(screen);
        m_changeReportTimer.start();
    });
}

/// The length of a monitor's side in pixels: at 150 % Qt gives 427 for 640 pixels, and 427 × 1.5 is 640.5. Monitors have even sides, so the result is
/// rounded to an even number.
static int sideInPixels(int side, qreal ratio)
{
    return std::floor(ratio) == ratio ? side * static_cast<int>(ratio) : 2 * qRound(side * ratio / 2);
}

QList<PhysicalMonitor> DeskMonitorWatcher::currentMonitors()
{
    QList<PhysicalMonitor> monitors;
    for (const QScreen *screen : QGuiApplication::screens()) {
        const qreal ratio = screen->devicePixelRatio();
        const QSize resolution(sideInPixels(screen->size().width(), ratio), sideInPixels(screen->size().height(), ratio));
        // Qt keeps a screen's origin in pixels and divides its size by the pixel ratio; on Wayland both are divided.
        const bool isDivided = QGuiApplication::platformName().startsWith(QLatin1String("wayland"));
        const QRect rect(screen->geometry().topLeft(), isDivided ? screen->size() : resolution);
        monitors.append({.id = {screen->name(), screen->manufacturer(), screen->model(), screen->serialNumber()},
                         .rect = rect,
                         .resolution = resolution,
                         .scale = ratio,
                         .refreshHertz = screen->refreshRate(),
                         .sizeInMillimeters = screen->physicalSize().toSize(),
                         .depth = screen->depth()});
    }
    return monitors;
}
}
