// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/night/nightstatesaver.h"

#include "app/desk/deskscreens.h"
#include "app/facility/facilitychoice.h"
#include "sessions/desk/desk.h"
#include "widgets/night/nightrecord.h"
#include "widgets/viewer/viewerwindows.h"

#include <QEvent>
#include <QWidget>

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;

NightStateSaver::NightStateSaver(Desk *desk,
                                 FacilityChoice *choice,
                                 DeskScreensController *screens,
                                 ViewerWindows *viewerWindows,
                                 NightRecord *record,
                                 QWidget *window)
    : QObject(window)
    , m_desk(desk)
    , m_facilityChoice(choice)
    , m_deskScreensController(screens)
    , m_viewerWindows(viewerWindows)
    , m_nightRecord(record)
    , m_mainWindow(window)
{
    // The timer limits writing to twice a second, because dragging a splitter emits a signal for every pixel. Later
    // changes do not restart the timer.
    m_saveTimer.setSingleShot(true);
    m_saveTimer.setInterval(500ms);
    connect(&m_saveTimer, &QTimer::timeout, this, &NightStateSaver::saveNow);
    m_periodicSaveTimer.setParent(this);
    m_periodicSaveTimer.setObjectName(QStringLiteral("alive"));
    // Once a minute, because the offer to resume shows to the minute when this console last ran.
    m_periodicSaveTimer.setInterval(1min);
    connect(&m_periodicSaveTimer, &QTimer::timeout, this, &NightStateSaver::saveNow);
    connect(m_desk, &Desk::profileConnected, this, &NightStateSaver::handleProfileConnected);
    connect(m_desk, &Desk::preloadedProfileStarted, this, &NightStateSaver::saveSoon);
    connect(m_desk, &Desk::profileDisconnected, this, &NightStateSaver::handleProfileDisconnected);
    connect(m_desk, &Desk::sessionAboutToBeRemoved, this, &NightStateSaver::saveSoon);
    connect(m_desk, &Desk::sessionAdded, this, [this](Session *session) {
        saveSoon(); // a new session may mean another display mode, which is part of the saved state
        connect(session, &Session::stateChanged, this, &NightStateSaver::saveSoon);
        if (auto *desktop = qobject_cast<DesktopSession *>(session)) {
            connect(desktop, &DesktopSession::viewOnlyChanged, this, &NightStateSaver::saveSoon);
        }
    });
    connect(m_viewerWindows, &ViewerWindows::arrangementChanged, this, &NightStateSaver::saveSoon);
    m_mainWindow->installEventFilter(this);
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
    if (!m_unchangingStateParts.profiles.isEmpty()) {
        saveNow();
    }
    m_isSavingStopped = true;
    m_saveTimer.stop();
    m_periodicSaveTimer.stop();
}

void NightStateSaver::handleProfileConnected(const QString &profileId)
{
    if (m_isSavingStopped) {
        return;
    }
    const InstrumentProfile profile = m_desk->profile(profileId);
    m_unchangingStateParts.facilityDirectory = m_facilityChoice->directory();
    m_unchangingStateParts.timezone = m_facilityChoice->facility().timezone;
    m_unchangingStateParts.siteId = m_facilityChoice->site();
    NightProfile connected;
    connected.id = profile.id;
    connected.name = profile.name;
    connected.isLastValidVersion = !std::ranges::contains(m_facilityChoice->facility().profiles, profile.id, &InstrumentProfile::id);
    connected.account = profile.needsAccount ? m_facilityChoice->account() : QString();
    connected.connectedAt = QDateTime::currentDateTimeUtc();
    m_unchangingStateParts.profiles.append(connected);
    m_periodicSaveTimer.start();
    saveSoon();
}

void NightStateSaver::handleProfileDisconnected(const QString &profileId)
{
    if (m_isSavingStopped) {
        return;
    }
    m_unchangingStateParts.profiles.removeIf([&profileId](const NightProfile &profile) {
        return profile.id == profileId;
    });
    if (!m_unchangingStateParts.profiles.isEmpty()) {
        saveSoon();
        return;
    }
    m_unchangingStateParts = {};
    m_saveTimer.stop();
    m_periodicSaveTimer.stop();
    m_nightRecord->saveState({});
    Q_EMIT stateSaved({});
}

NightState NightStateSaver::currentState() const
{
    NightState state = m_unchangingStateParts;
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
            if (const Session::DisplayModes modes = session->displayModes(); modes.current != modes.ofProfile) {
                profile.topologies.insert(id, modes.current);
            }
            if (session->state() != SessionState::Idle && session->state() != SessionState::Ended) {
                profile.displayIds.append(session->id());
            }
            const auto *desktop = qobject_cast<const DesktopSession *>(session);
            if (desktop && desktop->isViewOnly() && !desktop->isAlwaysViewOnly() && !desktop->occupancy().watchedHolder()) {
                profile.viewOnlyDesktopIds.append(session->id());
            }
        }
    }
    state.look = m_viewerWindows->look();
    state.mainWindowGeometry = m_mainWindow->saveGeometry();
    return state;
}

void NightStateSaver::saveSoon()
{
    if (!m_unchangingStateParts.profiles.isEmpty() && !m_isSavingStopped && !m_saveTimer.isActive()) {
        m_saveTimer.start();
    }
}

void NightStateSaver::saveNow()
{
    NightState state = currentState();
    // A profile with only preloaded programs was not connected by the user: resuming it would open all its displays.
    state.profiles.removeIf([this](const NightProfile &profile) {
        return m_desk->isOnlyPreloaded(profile.id);
    });
    const std::optional<NightState> kept = state.profiles.isEmpty() ? std::nullopt : std::optional(state);
    m_nightRecord->saveState(kept);
    Q_EMIT stateSaved(kept);
}
}
