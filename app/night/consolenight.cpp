// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/night/consolenight.h"

#include "app/console/console.h"
#include "app/desk/profilechangenotices.h"
#include "app/facility/deskpaths.h"
#include "app/night/endofnight.h"
#include "app/night/nightstatesaver.h"
#include "app/night/resumption.h"
#include "monitors/night/nightclock.h"
#include "sessions/desk/desk.h"
#include "widgets/facility/resumeoffer.h"
#include "widgets/night/nightrecord.h"
#include "widgets/questions/messagebar.h"
#include "widgets/viewer/viewerwindows.h"

#include <KLocalizedString>

#include <QJsonArray>
#include <QJsonObject>

#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ConsoleNight::ConsoleNight(Console &console, DeskScreensController *screens, ResumeOffer *offer)
    : QObject(&console)
    , m_console(console)
    , m_resumeOffer(offer)
    , m_nightRecord(new NightRecord(DeskPaths::stateDirectory(), this))
    , m_nightClock(new NightClock({}, this))
    , m_changeNotices(new ProfileChangeNotices(console.desk(), console.facilityChoice(), console.flow(), screens, console.messageBar(), this))
    , m_stateSaver(new NightStateSaver(console.desk(), console.facilityChoice(), screens, console.viewerWindows(), m_nightRecord, console.window()))
    , m_resumption(new Resumption(m_nightRecord, offer, console.facilityChoice(), console.flow(), console.desk(), this))
    , m_endOfNight(new EndOfNight(console.desk(), console.facilityChoice(), console.flow(), m_nightClock, console.window()))
{
    // These objects were created as children of the window. They use the console, so they must be deleted together with this ConsoleNight.
    m_stateSaver->setParent(this);
    m_endOfNight->setParent(this);
    connect(m_nightRecord, &NightRecord::recordAccessFailed, console.messageBar(), &MessageBar::showWarningIfFree);
    connect(m_resumption, &Resumption::nothingToResume, this, [this] {
        m_console.messageBar()->showInfo(
            i18nc("@info", "There is nothing to resume: the last session ended normally or belongs to another night. Choose an instrument."));
    });
    connect(console.desk(), &Desk::profileConnected, this, &ConsoleNight::restoreDisplayModes);
    connect(console.desk(), &Desk::preloadedProfileStarted, this, &ConsoleNight::restoreDisplayModes);
    connect(m_nightClock, &NightClock::nightDetermined, this, &ConsoleNight::nightDetermined);
    connect(m_endOfNight, &EndOfNight::nightEnding, m_resumption, &Resumption::discardOfferAndRecords);
    connect(m_endOfNight, &EndOfNight::nightEnding, this, &ConsoleNight::nightEnding);
    connect(m_endOfNight, &EndOfNight::nightEnded, this, &ConsoleNight::nightEnded);
    connect(m_nightClock, &NightClock::nightChanged, this, &ConsoleNight::newNightBegan);
    connect(m_stateSaver, &NightStateSaver::stateSaved, this, &ConsoleNight::stateSaved);
    connect(console.viewerWindows(), &ViewerWindows::endNightRequested, this, &ConsoleNight::askToEndNight);
}

void ConsoleNight::offerToResume(bool atOnce)
{
    m_resumption->offerToResume(atOnce);
}

std::optional<NightState> ConsoleNight::previousState(const InstrumentProfile &profile)
{
    std::optional<NightState> state = m_resumption->takeStateToRestore(profile.id);
    if (m_console.desk()->isConnected(profile.id)) {
        state = m_stateSaver->currentState();
    }
    const NightProfile *known = state ? state->profile(profile.id) : nullptr;
    m_previousProfileState = known ? std::optional(*known) : std::nullopt;
    return state;
}

void ConsoleNight::restoreDisplayModes(const QString &profileId)
{
    const std::optional<NightProfile> known = std::exchange(m_previousProfileState, std::nullopt);
    if (!known || known->id != profileId) {
        return;
    }
    for (Session *session : m_console.desk()->sessions(profileId)) {
        if (const auto topology = known->topologies.constFind(session->id()); topology != known->topologies.constEnd()) {
            m_console.desk()->setTopology(session, *topology);
        }
    }
}

void ConsoleNight::restoreProfile(const NightState &state, const QString &profileId)
{
    const NightProfile *previousState = state.profile(profileId);
    if (!previousState) {
        return;
    }
    for (Session *session : m_console.desk()->sessions(profileId)) {
        if (auto *desktop = qobject_cast<DesktopSession *>(session); desktop && previousState->viewOnlyDesktopIds.contains(session->id())) {
            desktop->setViewOnly(true);
        }
        if (session->state() == SessionState::Idle && previousState->displayIds.contains(session->id())) {
            session->start(); // the user had started this display, so it is started here, too
        }
    }
    m_console.window()->restoreGeometry(state.mainWindowGeometry);
}

void ConsoleNight::prepareForLogout()
{
    m_stateSaver->stopSaving();
}

void ConsoleNight::askToEndNight()
{
    Q_EMIT consoleRequested();
    m_endOfNight->askToEndNight();
}

bool ConsoleNight::connectAndRestoreLayout(const NightState &state)
{
    return m_resumption->connectAndRestoreLayout(state);
}

ProfileChangeNotices *ConsoleNight::notices() const
{
    return m_changeNotices;
}

void ConsoleNight::describe(QJsonObject &state) const
{
    if (!m_resumeOffer->isVisible() || !m_resumption->offeredState()) {
        return;
    }
    const NightState &offeredState = *m_resumption->offeredState();
    QJsonArray profiles;
    for (const NightProfile &profile : offeredState.profiles) {
        profiles.append(profile.id);
    }
    const QRect button = m_resumeOffer->resumeButtonRectOnRoot();
    state.insert(u"resume"_s,
                 QJsonObject{{u"profile"_s, profiles.at(0)},
                             {u"profiles"_s, profiles},
                             {u"displays"_s, offeredState.displayCount()},
                             {u"rect"_s, QJsonArray{button.x(), button.y(), button.width(), button.height()}}});
}
}
