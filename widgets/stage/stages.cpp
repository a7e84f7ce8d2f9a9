// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/stages.h"

#include "sessions/apps/appsession.h"
#include "sessions/desk/desk.h"
#include "sessions/xwindows/windowsession.h"
#include "widgets/stage/keyboardowner.h"
#include "widgets/stage/programnotices.h"
#include "widgets/stage/programwindow.h"
#include "widgets/stage/programwindows.h"
#include "widgets/stage/stage.h"

#include <QGuiApplication>
#include <QScreen>

#include <algorithm>
#include <map>
#include <utility>

namespace Nightdesk
{
namespace
{
/// Whether a desktop belongs on a stage now.
bool isOpen(const Session *session)
{
    return session->state() != SessionState::Idle && session->state() != SessionState::Ended && !session->isIconified();
}

/// The session as a desktop for a stage; null: it has a separate window, or @p session is null.
DesktopSession *staged(Session *session)
{
    return session && session->kind() == Session::Kind::Desktop ? qobject_cast<DesktopSession *>(session) : nullptr;
}
}

Stages::Stages(QObject *parent)
    : QObject(parent)
    , m_keyboard(new KeyboardOwner(this))
    , m_veils(new ProgramNotices(this))
    , m_programs(new ProgramWindows(this))
{
    connect(m_keyboard, &KeyboardOwner::changed, this, [this] {
        m_settings.setKeyboard(m_keyboard->words());
    });
    m_settings.setKeyboard(m_keyboard->words());
    connect(m_programs, &ProgramWindows::consoleRequested, this, &Stages::consoleRequested);
    connect(m_programs, &ProgramWindows::stepRequested, this, &Stages::step, Qt::QueuedConnection);
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &Stages::rebuild);
    connect(&m_monitors, &DeskMonitors::changed, this, &Stages::rebuild);
    connect(&m_monitors, &DeskMonitors::aboutToLose, this, &Stages::loseScreen);
}

Stages::~Stages() = default;

void Stages::show(Desk *desk, const QStringList &screenNames, const ScreenMapping &chosen, const StageLook &look)
{
    hide();
    m_desk = desk;
    m_siteNames = screenNames;
    m_chosen = chosen;
    m_look = look;
    for (Session *session : desk->sessions()) {
        add(session);
    }
    connect(desk, &Desk::sessionAdded, this, &Stages::add);
    connect(desk, &Desk::sessionAboutToGo, this, &Stages::forget);
    connect(desk, &Desk::profileConnected, this, &Stages::rebuild);
    rebuild();
    Q_EMIT arranged();
}

void Stages::hide()
{
    m_stages.clear();
    m_programs->clear();
    m_veils->clear();
    if (m_desk) {
        m_desk->disconnect(this);
        for (const Session *session : std::as_const(m_sessions)) {
            session->disconnect(this);
        }
    }
    m_soon.stop();
    m_sessions.clear();
    m_keyboard->setSessions({});
    m_open.clear();
    m_look = {};
    m_desk = nullptr;
}

void Stages::add(Session *session)
{
    if (m_sessions.contains(session)) {
        return;
    }
    m_sessions.append(session);
    m_keyboard->setSessions(m_sessions);
    connect(session, &Session::stateChanged, this, &Stages::stateChanged);
    connect(session, &Session::iconifiedChanged, this, &Stages::stateChanged);
    if (auto *app = qobject_cast<AppSession *>(session)) {
        m_programs->add(app);
    } else if (auto *window = qobject_cast<WindowSession *>(session)) {
        m_veils->add(window);
    }
    m_soon.start();
}

void Stages::forget(Session *session)
{
    session->disconnect(this);
    m_programs->remove(session);
    if (const auto *window = qobject_cast<const WindowSession *>(session)) {
        m_veils->remove(window);
    }
    m_sessions.removeOne(session);
    m_keyboard->setSessions(m_sessions);
    rebuild(); // immediately, because the session is about to be deleted
}

void Stages::stateChanged()
{
    const bool isOther = std::ranges::any_of(m_sessions, [this](const Session *session) {
        return session->kind() == Session::Kind::Desktop && isOpen(session) != m_open.contains(session);
    });
    if (isOther) {
        m_soon.start(); // delayed: a desktop that is restarted ends first
    }
}

void Stages::addLook(const StageLook &look)
{
    const StageLook now = std::exchange(m_look, look);
    m_look.scalings.insert(now.scalings);
    m_look.zooms.insert(now.zooms);
    m_look.colours.insert(now.colours);
    m_look.screens.insert(now.screens);
    m_look.splits.insert(now.splits);
    m_look.tabbed = now.tabbed.isEmpty() ? look.tabbed : now.tabbed;
}

bool Stages::areShown() const
{
    return m_desk != nullptr;
}

void Stages::setPlace(const QString &place)
{
    m_settings.setPlace(place);
}

void Stages::setInputSettings(const InputSettings &settings)
{
    m_settings.setInputSettings(settings);
    m_programs->setInputSettings(settings);
}

void Stages::setPrefs(const ViewPrefs &prefs)
{
    m_settings.setPrefs(prefs);
    m_programs->setPrefs(prefs);
}

void Stages::moveTo(Session *session, const QString &screenName)
{
    if (!m_sessions.contains(session)) {
        return;
    }
    m_look = look(); // saves the current sizes before the move
    m_look.screens.insert(session->key(), screenName);
    rebuild();
    Q_EMIT arranged();
}

void Stages::resetLook()
{
    m_look = {};
    for (const Entry &entry : m_stages) {
        entry.stage->resetLook();
    }
    rebuild();
    Q_EMIT arranged();
}

int Stages::monitorOf(const Session *session) const
{
    return m_places.monitorFor(session->screenName(), m_look.screens.value(session->key()));
}

void Stages::step(Session *session, int step)
{
    if (!m_sessions.contains(session)) {
        return; // the session was removed in the meantime
    }
    if (const auto monitor = m_places.neighborOf(monitorOf(session), step)) {
        moveTo(session, m_places.nameOf(*monitor));
        raise(session);
    }
}

void Stages::showDrag(const QPoint &global)
{
    const QScreen *screen = QGuiApplication::screenAt(global);
    for (const Entry &entry : m_stages) {
        entry.stage->setDropTarget(screen && entry.stage->standsOn() == screen);
    }
}

void Stages::drop(DesktopSession *session, const QPoint &global)
{
    for (const Entry &entry : m_stages) {
        entry.stage->setDropTarget(false);
    }
    const qsizetype monitor = QGuiApplication::screens().indexOf(QGuiApplication::screenAt(global));
    if (m_sessions.contains(session) && m_places.map().order().contains(monitor) && monitor != monitorOf(session)) {
        moveTo(session, m_places.nameOf(static_cast<int>(monitor)));
        raise(session);
    }
}

void Stages::setAsking(const QString &words)
{
    m_settings.setAsking(words);
}

void Stages::setSigns(NightSigns *signs)
{
    m_settings.setSigns(signs);
    m_programs->setSigns(signs);
}

void Stages::setMapping(const ScreenMapping &chosen)
{
    m_chosen = chosen;
    rebuild();
}

void Stages::loseScreen(const QScreen *screen)
{
    // Qt would move the stage to another monitor, over the stage there; rebuild() finds a place for it.
    for (Entry &entry : m_stages) {
        if (entry.stage->standsOn() == screen) {
            entry.stage->leaveScreen();
        }
    }
}

StageLook Stages::look() const
{
    StageLook look = m_look;
    for (const Entry &entry : m_stages) {
        entry.stage->keepLook(look);
    }
    return look;
}

std::unique_ptr<Stage> Stages::makeStage(int monitor, const QList<DesktopSession *> &desktops)
{
    auto stage = std::make_unique<Stage>(QGuiApplication::screens().at(monitor), m_places.map().titleOf(monitor), desktops, m_look);
    connect(stage.get(), &Stage::consoleRequested, this, &Stages::consoleRequested);
    connect(stage.get(), &Stage::endNightRequested, this, &Stages::endNightRequested);
    connect(stage.get(), &Stage::arranged, this, &Stages::arranged);
    connect(stage.get(), &Stage::answerRequested, this, &Stages::answerRequested);
    connect(stage.get(), &Stage::resetRequested, this, &Stages::resetLook, Qt::QueuedConnection); // queued: a menu of the stage sends it
    connect(stage.get(), &Stage::moveRequested, this, &Stages::moveTo, Qt::QueuedConnection);
    connect(stage.get(), &Stage::stepRequested, this, &Stages::step, Qt::QueuedConnection);
    connect(stage.get(), &Stage::dragged, this, &Stages::showDrag);
    connect(stage.get(), &Stage::dropped, this, &Stages::drop);
    m_settings.add(stage.get());
    connect(stage.get(), &Stage::areaChanged, this, &Stages::placeWindows);
    connect(stage.get(), &Stage::titlesMoved, this, &Stages::placeWindows, Qt::QueuedConnection);
    connect(stage.get(), &Stage::displayRequested, this, &Stages::displayRequested);
    return stage;
}

void Stages::rebuild()
{
    if (!m_desk) {
        return;
    }
    m_soon.stop();
    const QList<QScreen *> screens = QGuiApplication::screens();
    QStringList names = m_siteNames;
    for (const Session *session : std::as_const(m_sessions)) {
        if (!session->screenName().isEmpty() && !names.contains(session->screenName())) {
            names.append(session->screenName());
        }
    }
    // A profile that is connected again keeps its position.
    std::ranges::sort(m_sessions, {}, [all = m_desk->sessions()](Session *session) {
        return all.indexOf(session);
    });
    m_places = DisplayPlaces(names, DeskMonitors::now(), m_chosen);
    m_look = look();
    m_open.clear();
    std::map<int, QList<DesktopSession *>> desktops;
    for (Session *session : std::as_const(m_sessions)) {
        const int monitor = monitorOf(session);
        DesktopSession *desktop = staged(session);
        const bool stands = monitor >= 0 && (!desktop || isOpen(session));
        if (desktop && isOpen(session)) {
            m_open.insert(session);
        }
        if (!stands) {
            continue;
        }
        QList<DesktopSession *> &list = desktops[monitor];
        if (desktop) {
            list.append(desktop);
        }
    }
    // First reuse stages whose desktops stay together, on any monitor; then stages that stay on their monitor.
    std::vector<Entry> kept;
    for (const auto &[monitor, list] : desktops) {
        const auto same = std::ranges::find_if(m_stages, [&list](const Entry &entry) {
            return entry.stage && entry.stage->desktops() == list;
        });
        kept.push_back({monitor, same == m_stages.end() ? nullptr : std::move(same->stage)});
    }
    for (Entry &entry : kept) {
        const auto here = std::ranges::find_if(m_stages, [&](const Entry &old) {
            return old.stage && old.stage->standsOn() == screens.at(entry.monitor);
        });
        if (!entry.stage && here != m_stages.end()) {
            entry.stage = std::move(here->stage);
        }
    }
    m_stages.clear(); // deletes unused stages first: two stages must never share a monitor, even briefly
    // A desktop leaves its old stage before it is added to the new one: it is never shown twice.
    for (const Entry &entry : kept) {
        if (entry.stage) {
            QList<DesktopSession *> staying = entry.stage->desktops();
            const QList<DesktopSession *> &wanted = desktops.at(entry.monitor);
            staying.removeIf([&wanted](DesktopSession *session) {
                return !wanted.contains(session);
            });
            if (staying != entry.stage->desktops()) {
                entry.stage->setDesktops(staying, m_look);
            }
        }
    }
    for (Entry &entry : kept) {
        const QList<DesktopSession *> &wanted = desktops.at(entry.monitor);
        if (!entry.stage) {
            entry.stage = makeStage(entry.monitor, wanted);
        } else {
            if (entry.stage->desktops() != wanted) {
                entry.stage->setDesktops(wanted, m_look);
            }
            entry.stage->showOnScreen(screens.at(entry.monitor), m_places.map().titleOf(entry.monitor));
        }
        entry.stage->setScreens(m_places.all(entry.monitor));
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
    std::map<int, QList<Session *>> windows;
    std::map<int, QList<Session *>> belonging;
    for (Session *session : std::as_const(m_sessions)) {
        belonging[monitorOf(session)].append(session);
        if (staged(session)) {
            continue;
        }
        const int monitor = monitorOf(session);
        windows[monitor].append(session);
        for (const Entry &entry : m_stages) {
            if (entry.monitor != monitor || entry.stage->areaOnRoot().isEmpty()) {
                continue;
            }
            if (auto *window = qobject_cast<WindowSession *>(session)) {
                window->setUncoveredLines(entry.stage->titlesOnRoot());
                window->setScreenArea(entry.stage->areaOnRoot());
            } else if (auto *app = qobject_cast<AppSession *>(session)) {
                app->setScreenArea(entry.stage->area());
            }
        }
    }
    for (const Entry &entry : m_stages) {
        entry.stage->setWindows(windows[entry.monitor]);
        entry.stage->setBelonging(belonging[entry.monitor]);
    }
}

void Stages::raise(Session *session)
{
    if (auto *window = qobject_cast<WindowSession *>(session)) {
        window->raise();
        return;
    }
    if (auto *app = qobject_cast<AppSession *>(session)) {
        app->raise();
        return;
    }
    if (m_soon.isActive()) {
        rebuild(); // a minimized desktop may be returning to its stage
    }
    DesktopSession *desktop = staged(session);
    for (const Entry &entry : m_stages) {
        if (entry.stage->shows(desktop)) {
            entry.stage->focusDesktop(desktop);
        }
    }
}

bool Stages::owns(const QWindow *window) const
{
    const bool isStage = std::ranges::any_of(m_stages, [window](const Entry &entry) {
        return entry.stage->windowHandle() == window;
    });
    const auto isProgram = [this, window](const Session *session) {
        const ProgramWindow *program = m_programs->of(session);
        return program && program->windowHandle() == window;
    };
    return window && (isStage || std::ranges::any_of(m_sessions, isProgram));
}

QHash<QString, QRect> Stages::rects() const
{
    QHash<QString, QRect> rects;
    if (!m_desk) {
        return rects;
    }
    for (Session *session : std::as_const(m_sessions)) {
        if (auto *window = qobject_cast<WindowSession *>(session)) {
            if (const auto rect = window->windowRect()) {
                rects.insert(session->key(), *rect);
            }
            continue;
        }
        if (const ProgramWindow *window = m_programs->of(session)) {
            if (const QRect rect = window->rectOnRoot(); !rect.isNull()) {
                rects.insert(session->key(), rect);
            }
            continue;
        }
        for (const Entry &entry : m_stages) {
            const QRect rect = entry.stage->rectOnRoot(staged(session));
            if (!rect.isNull()) {
                rects.insert(session->key(), rect);
            }
        }
    }
    return rects;
}

QHash<QString, QSize> Stages::rooms() const
{
    QHash<QString, QSize> rooms;
    for (const Entry &entry : m_stages) {
        for (const DesktopSession *session : entry.stage->desktops()) {
            if (const QSize room = entry.stage->roomOf(session); !room.isEmpty()) {
                rooms.insert(session->key(), room);
            }
        }
    }
    return rooms;
}

const ScreenMap &Stages::screenMap() const
{
    return m_places.map();
}
}
