// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stages.h"

#include "sessions/desk/desk.h"
#include "widgets/stage.h"

#include <QGuiApplication>
#include <QScreen>

#include <algorithm>
#include <map>

namespace Nightdesk
{
Stages::Stages(QObject *parent)
    : QObject(parent)
{
    connect(&m_monitors, &DeskMonitors::changed, this, &Stages::rebuild);
    connect(&m_monitors, &DeskMonitors::aboutToLose, this, &Stages::loseScreen);
    m_soon.setSingleShot(true);
    m_soon.setInterval(0); // once for all displays of a profile
    connect(&m_soon, &QTimer::timeout, this, &Stages::rebuild);
}

Stages::~Stages() = default;

void Stages::show(Desk *desk, const QStringList &screenNames, const ScreenMapping &chosen, const StageLook &look)
{
    hide();
    m_desk = desk;
    m_siteNames = screenNames;
    m_chosen = chosen;
    m_look = look;
    connect(desk, &Desk::sessionAdded, &m_soon, qOverload<>(&QTimer::start));
    connect(desk, &Desk::sessionAboutToGo, this, &Stages::rebuild); // it is in no list any more
    connect(desk, &Desk::profileConnected, this, &Stages::rebuild);
    rebuild();
}

void Stages::hide()
{
    m_stages.clear();
    m_look = {};
    if (m_desk) {
        m_desk->disconnect(this);
        m_desk->disconnect(&m_soon);
        m_desk = nullptr;
    }
    m_soon.stop();
}

bool Stages::areShown() const
{
    return m_desk != nullptr;
}

void Stages::setInputSettings(const InputSettings &settings)
{
    m_inputSettings = settings;
    for (const Entry &entry : m_stages) {
        entry.stage->setInputSettings(settings);
    }
}

void Stages::setAsking(const QString &words)
{
    m_asking = words;
    for (const Entry &entry : m_stages) {
        entry.stage->setAsking(words);
    }
}

void Stages::setSigns(NightSigns *signs)
{
    m_signs = signs;
}

void Stages::setMapping(const ScreenMapping &chosen)
{
    m_chosen = chosen;
    rebuild();
}

void Stages::loseScreen(const QScreen *screen)
{
    // Qt would put it onto another monitor, over what stands there; rebuild() finds it a place.
    for (Entry &entry : m_stages) {
        if (entry.stage->standsOn() == screen) {
            entry.stage->leaveScreen();
        }
    }
}

std::unique_ptr<Stage> Stages::takeStage(const QList<DesktopSession *> &desktops)
{
    const auto found = std::ranges::find_if(m_stages, [&desktops](const Entry &entry) {
        return entry.stage && entry.stage->desktops() == desktops;
    });
    return found == m_stages.end() ? nullptr : std::move(found->stage);
}

StageLook Stages::look() const
{
    StageLook look = m_look;
    for (const Entry &entry : m_stages) {
        entry.stage->keepLook(look);
    }
    return look;
}

void Stages::rebuild()
{
    if (!m_desk) {
        return;
    }
    const QList<QScreen *> screens = QGuiApplication::screens();
    m_soon.stop();
    m_map = ScreenMap(ScreenMap::allNames(m_siteNames, m_desk->profiles()), DeskMonitors::now(), m_chosen);
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
    m_look = look();
    std::vector<Entry> kept;
    for (const auto &[monitor, list] : desktops) {
        kept.push_back({monitor, takeStage(list)});
    }
    m_stages.clear(); // no two may stand on one monitor, not even for a moment
    for (Entry &entry : kept) {
        QScreen *screen = screens.at(entry.monitor);
        const QString title = m_map.titleOf(entry.monitor);
        if (entry.stage) {
            entry.stage->standOn(screen, title);
        } else {
            entry.stage = std::make_unique<Stage>(screen, title, desktops.at(entry.monitor), m_look);
            connect(entry.stage.get(), &Stage::consoleRequested, this, &Stages::consoleRequested);
            connect(entry.stage.get(), &Stage::endNightRequested, this, &Stages::endNightRequested);
            connect(entry.stage.get(), &Stage::arranged, this, &Stages::arranged);
            connect(entry.stage.get(), &Stage::answerRequested, this, &Stages::answerRequested);
            entry.stage->setAsking(m_asking);
            if (m_signs) {
                entry.stage->setSigns(m_signs);
            }
            entry.stage->setInputSettings(m_inputSettings);
            connect(entry.stage.get(), &Stage::areaChanged, this, &Stages::placeWindows);
        }
        entry.stage->show();
        m_stages.push_back(std::move(entry));
    }
    placeWindows();
}

void Stages::placeWindows()
{
    if (!m_desk) {
        return;
    }
    std::map<int, QList<WindowSession *>> windows;
    for (Session *session : m_desk->sessions()) {
        auto *window = qobject_cast<WindowSession *>(session);
        if (!window) {
            continue;
        }
        const int monitor = m_map.monitorFor(session->screenName());
        windows[monitor].append(window);
        for (const Entry &entry : m_stages) {
            if (entry.monitor == monitor && !entry.stage->areaOnRoot().isEmpty()) {
                window->setScreenArea(entry.stage->areaOnRoot());
            }
        }
    }
    for (const Entry &entry : m_stages) {
        entry.stage->setWindows(windows[entry.monitor]);
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
                rects.insert(session->key(), *rect);
            }
            continue;
        }
        for (const Entry &entry : m_stages) {
            const QRect rect = entry.stage->rectOnRoot(qobject_cast<DesktopSession *>(session));
            if (!rect.isNull()) {
                rects.insert(session->key(), rect);
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
