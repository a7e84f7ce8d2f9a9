// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/instrumentcontrol.h"

#include "app/connect/connectflow.h"
#include "app/console/console.h"
#include "app/desk/deskscreens.h"
#include "app/desk/preloadtimer.h"
#include "app/facility/facilitychoice.h"
#include "app/night/consolenight.h"
#include "app/settings/settingsstore.h"
#include "app/window/themedaction.h"
#include "nightdesk.h"
#include "sessions/desk/desk.h"
#include "sessions/display/preloadstate.h"
#include "widgets/facility/instrumentpicker.h"
#include "widgets/questions/disconnectquestion.h"
#include "widgets/questions/messagebar.h"
#include "widgets/wording/instrumentwording.h"

#include <KLocalizedString>

#include <QAction>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

InstrumentConnector::InstrumentConnector(Console &console, DeskScreensController *screens, ConsoleNight *night, InstrumentPicker *picker)
    : QObject(&console)
    , m_console(console)
    , m_deskScreensController(screens)
    , m_consoleNight(night)
    , m_instrumentPicker(picker)
    , m_disconnectQuestion(new DisconnectQuestion(console.desk(), console.indicators(), picker->window()))
{
    buildActions();
    connect(picker, &InstrumentPicker::connectRequested, this, [this](const InstrumentProfile &profile) {
        connectInAddition(profile);
    });
    connect(picker, &InstrumentPicker::preloadRequested, this, [this](const InstrumentProfile &profile) {
        preload(profile, true);
    });
    connect(new PreloadTimer(console.desk(), console.facilityChoice(), console.flow(), picker, this),
            &PreloadTimer::preloadDue,
            this,
            [this](const InstrumentProfile &profile) {
                preload(profile, false);
            });
    connect(console.desk(), &Desk::preloadedProfileStarted, this, &InstrumentConnector::refresh);
    connect(picker, &InstrumentPicker::connectInsteadRequested, this, &InstrumentConnector::replaceConnectedProfiles);
    connect(picker, &InstrumentPicker::disconnectRequested, this, &InstrumentConnector::disconnectInstrument);
    connect(picker, &InstrumentPicker::chosenProfileChanged, this, &InstrumentConnector::refresh);
    connect(console.flow(), &ConnectFlow::profileReady, this, &InstrumentConnector::connectOrPreload);
    const auto forget = [this] { // after a dropped request, its options must not apply to the next one
        m_profileReplacingAllOthers.clear();
        m_profileToPreload.clear();
    };
    connect(console.flow(), &ConnectFlow::requestsDropped, this, forget);
    connect(console.flow(), &ConnectFlow::obstacleFound, this, forget);
    connect(console.desk(), &Desk::profileConnected, this, &InstrumentConnector::refresh);
    connect(console.desk(), &Desk::profileDisconnected, this, &InstrumentConnector::refresh);
    connect(console.facilityChoice(), &FacilityChoice::facilityRead, this, &InstrumentConnector::refresh);
    refresh();
}

void InstrumentConnector::buildActions()
{
    const auto add = [this](const QString &name, const QString &icon, const QString &text, const QKeySequence &key, auto slot) {
        QAction *action = addThemedAction(m_console.actions(), name, icon, text, key);
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    m_connectAction = add(u"session_connect"_s, u"network-connect"_s, {}, QKeySequence(Qt::CTRL | Qt::Key_Return), [this] {
        if (const InstrumentProfile *profile = m_instrumentPicker->chosenProfile(); profile && !isFullyConnected(profile->id)) {
            connectInAddition(*profile);
        }
    });
    m_preloadAction = add(u"session_warm_up"_s,
                          u"chronometer"_s,
                          i18nc("@action:inmenu starts slow programs of an instrument before they are needed", "Preload Programs"),
                          QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Return),
                          [this] {
                              if (const InstrumentProfile *profile = m_instrumentPicker->chosenProfile()) {
                                  preload(*profile, true);
                              }
                          });
    m_disconnectAction = add(u"session_disconnect"_s, u"network-disconnect"_s, {}, {}, [this] {
        disconnectInstrument(profileToDisconnect());
    });
    m_disconnectAllAction = add(u"session_disconnect_all"_s, u"network-disconnect"_s, i18nc("@action:inmenu every instrument", "Disconnect All"), {}, [this] {
        m_disconnectQuestion->confirmDisconnect(connectedIds(), [this] {
            m_console.desk()->disconnectAll();
            Q_EMIT instrumentDisconnected();
        });
    });
    add(u"session_account"_s, u"user-identity"_s, i18nc("@action:inmenu", "Choose Tonight’s Account…"), {}, [this] {
        askForOtherAccount();
    });
}

void InstrumentConnector::connectInAddition(const InstrumentProfile &profile)
{
    m_profileReplacingAllOthers.clear();
    m_profileToPreload.clear();
    m_console.flow()->requestConnection(profile);
}

void InstrumentConnector::preload(const InstrumentProfile &profile, bool byHand)
{
    m_profileReplacingAllOthers.clear();
    m_profileToPreload = profile.id;
    m_isPreloadByUser = byHand;
    m_console.flow()->requestConnection(profile);
}

bool InstrumentConnector::isFullyConnected(const QString &profileId) const
{
    return m_console.desk()->isConnected(profileId) && !m_console.desk()->isOnlyPreloaded(profileId);
}

void InstrumentConnector::replaceConnectedProfiles(const InstrumentProfile &profile)
{
    m_disconnectQuestion->confirmDisconnect(connectedIds(), [this, profile] {
        m_profileToPreload.clear();
        m_profileReplacingAllOthers = profile.id; // the connected instruments stay until every question about this one is answered
        m_console.flow()->requestConnection(profile);
    });
}

void InstrumentConnector::connectOrPreload(const InstrumentProfile &profile)
{
    const bool isOnlyPreload = std::exchange(m_profileToPreload, {}) == profile.id;
    const bool isInstead = !isOnlyPreload && std::exchange(m_profileReplacingAllOthers, {}) == profile.id;
    const QString why = connectObstacle();
    if (!why.isEmpty() && !isInstead) {
        m_console.messageBar()->showError(why);
        return;
    }
    Settings::setLastInstrument(profile.id);
    SettingsStore::save();
    m_console.messageBar()->animatedHide();
    m_connectedFacilityDirectory = m_console.facilityChoice()->directory();
    m_console.desk()->setUnconfinedProgramsChoice(profile.id, m_console.flow()->unconfinedProgramsChoice(profile.id));
    if (isOnlyPreload) {
        startPreload(profile);
        return;
    }
    const std::optional<NightState> previousState = m_consoleNight->previousState(profile);
    if (isInstead) {
        m_console.desk()->replaceConnectedProfiles(profile);
    } else {
        m_console.desk()->connectProfile(profile);
    }
    m_deskScreensController->showViewerWindows(previousState ? previousState->look : ViewerLook());
    if (previousState) {
        m_consoleNight->restoreProfile(*previousState, profile.id);
    }
    refresh(); // the desk's signal called refresh() before the site's screens were set
    Q_EMIT instrumentConnected(previousState.has_value());
}

void InstrumentConnector::startPreload(const InstrumentProfile &profile)
{
    m_console.desk()->preload(profile);
    // Preloaded programs already run on their screens; viewer windows cover the programs until they are needed.
    m_deskScreensController->showViewerWindows();
    refresh();
    if (m_isPreloadByUser) {
        Q_EMIT instrumentConnected(true);
    } else {
        m_console.messageBar()->showInfo(i18nc("@info an instrument's name",
                                               "Nightdesk is preloading the slow programs of %1 in the background. The instrument is not affected.",
                                               profile.name));
    }
}

void InstrumentConnector::disconnectInstrument(const QString &profileId)
{
    m_disconnectQuestion->confirmDisconnect({profileId}, [this, profileId] {
        m_console.desk()->disconnectProfile(profileId);
        Q_EMIT instrumentDisconnected();
    });
}

QStringList InstrumentConnector::connectedIds() const
{
    QStringList ids;
    for (const InstrumentProfile &profile : m_console.desk()->profiles()) {
        ids.append(profile.id);
    }
    return ids;
}

/// The selected instrument, if it is connected, else the only connected instrument; empty: there is neither.
QString InstrumentConnector::profileToDisconnect() const
{
    const QString chosen = m_instrumentPicker->chosenProfileId();
    if (m_console.desk()->isConnected(chosen)) {
        return chosen;
    }
    const QList<InstrumentProfile> profiles = m_console.desk()->profiles();
    return profiles.size() == 1 ? profiles.constFirst().id : QString();
}

/// Why no further instrument can be connected; empty: it is possible.
QString InstrumentConnector::connectObstacle() const
{
    if (!m_console.desk()->isConnected()) {
        return {};
    }
    const QString names = InstrumentWording::names(m_console.desk()->profiles());
    if (m_connectedFacilityDirectory != m_console.facilityChoice()->directory()) {
        return i18nc("@info instruments' names", "%1 of another facility is connected. Disconnect it first: only one facility can lay out the screens.", names);
    }
    if (m_deskScreensController->shownSiteId() != m_console.facilityChoice()->site()) {
        return i18nc("@info instruments' names",
                     "%1 is connected for another site. Disconnect it first, or choose that site again: only one site can lay out the screens.",
                     names);
    }
    return {};
}

void InstrumentConnector::askForOtherAccount()
{
    const InstrumentProfile *profile = m_instrumentPicker->chosenProfile();
    if (!profile) {
        m_console.messageBar()->showInfo(i18nc("@info", "Choose an instrument first: the accounts depend on the instrument."));
    } else if (!profile->needsAccount) {
        m_console.messageBar()->showInfo(i18nc("@info an instrument's name", "%1 does not need an account.", profile->name));
    } else {
        m_console.flow()->askForOtherAccount(*profile);
    }
}

void InstrumentConnector::setResumeOffered(bool offered)
{
    m_isResumeOffered = offered;
    refresh();
}

void InstrumentConnector::refresh()
{
    const QList<InstrumentProfile> profiles = m_console.desk()->profiles();
    QStringList warm;
    for (const InstrumentProfile &profile : profiles) {
        if (m_console.desk()->isOnlyPreloaded(profile.id)) {
            warm.append(profile.id);
        }
    }
    m_instrumentPicker->setConnectedInstruments(profiles, connectObstacle(), warm);
    const InstrumentProfile *chosen = m_instrumentPicker->chosenProfile();
    const bool isBeside = std::ranges::any_of(profiles, [&](const InstrumentProfile &profile) {
        return !chosen || profile.id != chosen->id || !warm.contains(profile.id);
    });
    m_connectAction->setText(m_isResumeOffered ? i18nc("@action:inmenu the last session could be resumed", "Connect Without Resuming")
                                 : !isBeside   ? i18nc("@action:inmenu", "Connect")
                                               : i18nc("@action:inmenu in addition to what is connected", "Connect Too"));
    m_connectAction->setEnabled(profiles.isEmpty() || (chosen && !isFullyConnected(chosen->id) && connectObstacle().isEmpty()));
    m_preloadAction->setEnabled(chosen && std::ranges::any_of(chosen->windows, &PreloadState::canPreload) && connectObstacle().isEmpty());
    const QString goes = profileToDisconnect();
    m_disconnectAction->setText(
        profiles.size() < 2 || goes.isEmpty()
            ? i18nc("@action:inmenu", "Disconnect")
            : i18nc("@action:inmenu an instrument's name", "Disconnect %1", InstrumentWording::name(m_console.desk()->profile(goes)).replace(u'&', u"&&"_s)));
    m_disconnectAction->setEnabled(!goes.isEmpty());
    m_disconnectAllAction->setEnabled(profiles.size() > 1);
    m_disconnectAllAction->setVisible(profiles.size() > 1);
}
}
