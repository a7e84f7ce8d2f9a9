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
    m_saveTimer.setSingleShot(true);
    m_saveTimer.setInterval(500ms);
    connect(&m_saveTimer, &QTimer::timeout, this, &NightStateSaver::saveNow);
    m_refreshTimer.setParent(this);
    m_refreshTimer.setObjectName(QStringLiteral("alive"));
    // Once a minute, because the offer to resume shows to the minute when this console last ran.
    m_refreshTimer.setInterval(1min);
    connect(&m_refreshTimer, &QTimer::timeout, this, &NightStateSaver::saveNow);
    connect(m_desk, &Desk::profileConnected, this, &NightStateSaver::profileConnected);
    connect(m_desk, &Desk::profileStarted, this, &NightStateSaver::saveSoon);
    connect(m_desk, &Desk::profileDisconnected, this, &NightStateSaver::profileDisconnected);
    connect(m_desk, &Desk::sessionAboutToBeRemoved, this, &NightStateSaver::saveSoon);
    connect(m_desk, &Desk::sessionAdded, this, [this](Session *session) {
        saveSoon(); // the session's display mode may have changed
        connect(session, &Session::stateChanged, this, &NightStateSaver::saveSoon);
        if (auto *desktop = qobject_cast<DesktopSession *>(session)) {
            connect(desktop, &DesktopSession::viewOnlyChanged, this, &NightStateSaver::saveSoon);
        }
    });
    connect(m_viewerWindows, &ViewerWindows::arranged, this, &NightStateSaver::saveSoon);
    m_window->installEventFilter(this);
}

bool NightStateSaver::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Move || event->type() == QEvent::Resize || event->type() == QEvent::WindowStateChange) {
        saveSoon();
    }
    return QObject::eventFilter(watched, event);
}

void NightStateSaver::stopSaving()
{
    if (!m_connectedState.profiles.isEmpty()) {
        saveNow();
    }
    m_isStopped = true;
    m_saveTimer.stop();
    m_refreshTimer.stop();
}

void NightStateSaver::profileConnected(const QString &profileId)
{
    if (m_isStopped) {
        return;
    }
    const InstrumentProfile profile = m_desk->profile(profileId);
    m_connectedState.facility = m_choice->directory();
    m_connectedState.timezone = m_choice->facility().timezone;
    m_connectedState.site = m_choice->site();
    NightProfile connected;
    connected.id = profile.id;
    connected.name = profile.name;
    connected.lastValid = !std::ranges::contains(m_choice->facility().profiles, profile.id, &InstrumentProfile::id);
    connected.account = profile.needsAccount ? m_choice->account() : QString();
    connected.since = QDateTime::currentDateTimeUtc();
    m_connectedState.profiles.append(connected);
    m_refreshTimer.start();
    saveSoon();
}

void NightStateSaver::profileDisconnected(const QString &profileId)
{
    if (m_isStopped) {
        return;
    }
    m_connectedState.profiles.removeIf([&profileId](const NightProfile &profile) {
        return profile.id == profileId;
    });
    if (!m_connectedState.profiles.isEmpty()) {
        saveSoon();
        return;
    }
    m_connectedState = {};
    m_saveTimer.stop();
    m_refreshTimer.stop();
    m_record->saveState({});
    Q_EMIT stateSaved({});
}

NightState NightStateSaver::now() const
{
    NightState state = m_connectedState;
    if (state.profiles.isEmpty()) {
        return state;
    }
    state.lastSeenAt = QDateTime::currentDateTimeUtc();
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
                profile.viewOnlyDesktops.append(session->id());
            }
        }
    }
    state.look = m_viewerWindows->look();
    state.window = m_window->saveGeometry();
    return state;
}

void NightStateSaver::saveSoon()
{
    if (!m_connectedState.profiles.isEmpty() && !m_isStopped && !m_saveTimer.isActive()) {
        m_saveTimer.start();
    }
}

void NightStateSaver::saveNow()
{
    NightState state = now();
    // A profile with only preloaded programs was not connected by the user: resuming it would open all its displays.
    state.profiles.removeIf([this](const NightProfile &profile) {
        return m_desk->isOnlyPreloaded(profile.id);
    });
    const std::optional<NightState> kept = state.profiles.isEmpty() ? std::nullopt : std::optional(state);
    m_record->saveState(kept);
    Q_EMIT stateSaved(kept);
}
}
