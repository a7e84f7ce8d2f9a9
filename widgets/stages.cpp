// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stages.h"

#include "sessions/common/logging.h"
#include "sessions/desk/desk.h"
#include "widgets/stage.h"

#include <QGuiApplication>
#include <QScreen>

#include <algorithm>
#include <map>

namespace Nightdesk
{
using namespace std::chrono_literals;

Stages::Stages(QObject *parent)
    : QObject(parent)
{
    // Monitors come and go in bursts of several events.
    m_rebuild.setSingleShot(true);
    m_rebuild.setInterval(300ms);
    connect(&m_rebuild, &QTimer::timeout, this, &Stages::rebuild);
    const auto watch = [this](QScreen *screen) {
        connect(screen, &QScreen::geometryChanged, this, [this] {
            if (m_desk) {
                m_rebuild.start();
            }
        });
    };
    for (QScreen *screen : QGuiApplication::screens()) {
        watch(screen);
    }
    connect(qGuiApp, &QGuiApplication::screenAdded, this, watch);
    connect(qGuiApp, &QGuiApplication::screenAdded, this, [this] {
        if (m_desk) {
            m_rebuild.start();
        }
    });
    connect(qGuiApp, &QGuiApplication::screenRemoved, this, [this] {
        // A stage must not outlive its screen.
        m_stages.clear();
        if (m_desk) {
            m_rebuild.start();
        }
    });
}

Stages::~Stages() = default;

void Stages::show(Desk *desk, const QStringList &screenNames)
{
    m_desk = desk;
    m_names = screenNames;
    // Screens that only the profile names come behind the site's.
    for (const Session *session : desk->sessions()) {
        if (!session->screenName().isEmpty() && !m_names.contains(session->screenName())) {
            m_names.append(session->screenName());
        }
    }
    rebuild();
}

void Stages::hide()
{
    m_rebuild.stop();
    m_stages.clear();
    m_desk = nullptr;
}

void Stages::rebuild()
{
    if (!m_desk) {
        return;
    }
    m_stages.clear();
    m_screens = QGuiApplication::screens();
    QList<QRect> monitors;
    for (const QScreen *screen : std::as_const(m_screens)) {
        monitors.append(screen->geometry());
    }
    m_map = ScreenMap(m_names, monitors);
    std::map<int, QList<DesktopSession *>> desktops;
    for (Session *session : m_desk->sessions()) {
        const int monitor = m_map.monitorFor(session->screenName());
        if (monitor < 0) {
            continue;
        }
        QList<DesktopSession *> &list = desktops[monitor];
        if (auto *desktop = qobject_cast<DesktopSession *>(session)) {
            list.append(desktop);
        }
    }
    for (const auto &[monitor, list] : desktops) {
        const QStringList names = m_map.namesOn(monitor);
        auto stage = std::make_unique<Stage>(m_screens.at(monitor), names.join(QLatin1Char('/')), list);
        connect(stage.get(), &Stage::consoleRequested, this, &Stages::consoleRequested);
        connect(stage.get(), &Stage::areaChanged, this, &Stages::placeWindows);
        stage->show();
        m_stages.push_back({monitor, std::move(stage)});
    }
    placeWindows();
}

void Stages::placeWindows()
{
    if (!m_desk) {
        return;
    }
    for (Session *session : m_desk->sessions()) {
        auto *window = qobject_cast<WindowSession *>(session);
        if (!window) {
            continue;
        }
        const int monitor = m_map.monitorFor(session->screenName());
        for (const Entry &entry : m_stages) {
            if (entry.monitor == monitor && !entry.stage->areaOnRoot().isEmpty()) {
                window->setScreenArea(entry.stage->areaOnRoot());
            }
        }
    }
}

void Stages::raise(Session *session)
{
    if (auto *window = qobject_cast<WindowSession *>(session)) {
        window->raise();
        return;
    }
    auto *desktop = qobject_cast<DesktopSession *>(session);
    for (const Entry &entry : m_stages) {
        if (entry.stage->shows(desktop)) {
            entry.stage->focusDesktop(desktop);
        }
    }
}

bool Stages::owns(const QWindow *window) const
{
    return window && std::ranges::any_of(m_stages, [window](const Entry &entry) {
               return entry.stage->windowHandle() == window;
           });
}

QHash<QString, QRect> Stages::rects() const
{
    QHash<QString, QRect> rects;
    if (!m_desk) {
        return rects;
    }
    for (Session *session : m_desk->sessions()) {
        if (auto *window = qobject_cast<WindowSession *>(session)) {
            if (const auto rect = window->windowRect()) {
                rects.insert(session->id(), *rect);
            }
            continue;
        }
        for (const Entry &entry : m_stages) {
            const QRect rect = entry.stage->rectOnRoot(qobject_cast<DesktopSession *>(session));
            if (!rect.isNull()) {
                rects.insert(session->id(), rect);
            }
        }
    }
    return rects;
}

const ScreenMap &Stages::screenMap() const
{
    return m_map;
}
}
