// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/night/nightstatesaver.h"

#include "app/desk/deskscreens.h"
#include "app/facility/facilitychoice.h"
#include "app/night/nightrecord.h"
#include "sessions/desk/desk.h"
#include "widgets/viewer/viewerwindows.h"

#include <QEvent>
#include <QWidget>

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;

NightStateSaver::NightStateSaver(Desk *desk, FacilityChoice *choice, DeskScreens *screens, ViewerWindows *viewerWindows, NightRecord *record, QWidget *window)
    : QObject(window)
    , m_desk(desk)
    , m_choice(choice)
    , m_screens(screens)
    , m_viewerWindows(viewerWindows)
    , m_record(record)
    , m_window(window)
{
    // The timer limits writing to twice a second, because dragging a splitter emits a signal for every pixel. Later
    // changes do not restart the timer.
    m_soon.setSingleShot(true);
    m_soon.setInterval(500ms);
    connect(&m_soon, &QTimer::timeout, this, &NightStateSaver::note);
    m_alive.setParent(this);
    m_alive.setObjectName(QStringLiteral("alive"));
    // Once a minute, because the offer to resume shows to the minute when this console last ran.
    m_alive.setInterval(1min);
    connect(&m_alive, &QTimer::timeout, this, &NightStateSaver::note);
    connect(m_desk, &Desk::profileConnected, this, &NightStateSaver::profileConnected);
    connect(m_desk, &Desk::profileStarted, this, &NightStateSaver::noteSoon);
    connect(m_desk, &Desk::profileDisconnected, this, &NightStateSaver::profileDisconnected);
    connect(m_desk, &Desk::sessionAboutToGo, this, &NightStateSaver::noteSoon);
    connect(m_desk, &Desk::sessionAdded, this, [this](Session *session) {
        noteSoon(); // the session's display mode may have changed
        connect(session, &Session::stateChanged, this, &NightStateSaver::noteSoon);
        if (auto *desktop = qobject_cast<DesktopSession *>(session)) {
            connect(desktop, &DesktopSession::viewOnlyChanged, this, &NightStateSaver::noteSoon);
        }
    });
    connect(m_viewerWindows, &ViewerWindows::arranged, this, &NightStateSaver::noteSoon);
    m_window->installEventFilter(this);
}

bool NightStateSaver::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Move || event->type() == QEvent::Resize || event->type() == QEvent::WindowStateChange) {
        noteSoon();
    }
    return QObject::eventFilter(watched, event);
}

void NightStateSaver::seal()
{
    if (!m_connected.profiles.isEmpty()) {
        note();
    }
    m_isSealed = true;
    m_soon.stop();
    m_alive.stop();
}

void NightStateSaver::profileConnected(const QString &profileId)
{
    if (m_isSealed) {
        return;
    }
    const InstrumentProfile profile = m_desk->profile(profileId);
    m_connected.facility = m_choice->directory();
    m_connected.timezone = m_choice->facility().timezone;
    m_connected.site = m_choice->site();
    NightProfile connected;
    connected.id = profile.id;
    connected.name = profile.name;
    connected.lastGood = !std::ranges::contains(m_choice->facility().profiles, profile.id, &InstrumentProfile::id);
    connected.account = profile.needsAccount ? m_choice->account() : QString();
    connected.since = QDateTime::currentDateTimeUtc();
    m_connected.profiles.append(connected);
    m_alive.start();
    noteSoon();
}

void NightStateSaver::profileDisconnected(const QString &profileId)
{
    if (m_isSealed) {
        return;
    }
    m_connected.profiles.removeIf([&profileId](const NightProfile &profile) {
        return profile.id == profileId;
    });
    if (!m_connected.profiles.isEmpty()) {
        noteSoon();
        return;
    }
    m_connected = {};
    m_soon.stop();
    m_alive.stop();
    m_record->keep({});
    Q_EMIT noted({});
}

NightState NightStateSaver::now() const
{
    NightState state = m_connected;
    if (state.profiles.isEmpty()) {
        return state;
    }
    state.seen = QDateTime::currentDateTimeUtc();
    for (NightProfile &profile : state.profiles) {
        const InstrumentProfile known = m_desk->profile(profile.id);
        for (const Session *session : m_desk->sessions(profile.id)) {
            const QString id = session->id();
            if (!std::ranges::contains(known.desktops, id, &DesktopSpec::id) && !std::ranges::contains(known.windows, id, &WindowSpec::id)) {
                // Not saved: a desktop that was found tonight has to be found again, because it may have changed by
                // then.
                continue;
            }
            if (const Session::DisplayModes modes = session->displayModes(); modes.now != modes.profiles) {
                profile.topologies.insert(id, modes.now);
            }
            if (session->state() != SessionState::Idle && session->state() != SessionState::Ended) {
                profile.displays.append(session->id());
            }
            const auto *desktop = qobject_cast<const DesktopSession *>(session);
            if (desktop && desktop->isViewOnly() && !desktop->isAlwaysViewOnly() && !desktop->occupancy().watchedHolder()) {
                profile.viewOnly.append(session->id());
            }
        }
    }
    state.look = m_viewerWindows->look();
    state.window = m_window->saveGeometry();
    return state;
}

void NightStateSaver::noteSoon()
{
    if (!m_connected.profiles.isEmpty() && !m_isSealed && !m_soon.isActive()) {
        m_soon.start();
    }
}

void NightStateSaver::note()
{
    NightState state = now();
    // A profile with only preloaded programs was not connected by the user: resuming it would open all its displays.
    state.profiles.removeIf([this](const NightProfile &profile) {
        return m_desk->isOnlyPreloaded(profile.id);
    });
    const std::optional<NightState> kept = state.profiles.isEmpty() ? std::nullopt : std::optional(state);
    m_record->keep(kept);
    Q_EMIT noted(kept);
}
}
