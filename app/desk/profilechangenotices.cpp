// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/profilechangenotices.h"

#include "app/connect/connectflow.h"
#include "app/desk/deskscreens.h"
#include "app/facility/facilitychoice.h"
#include "sessions/desk/desk.h"
#include "sessions/profiles/profilechange.h"
#include "widgets/questions/messagebar.h"
#include "widgets/wording/instrumentwording.h"

#include <KLocalizedString>

#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
const QLatin1StringView changeTopicPrefix("/change/"); // prefix of MessageBar::messageTopic(); no profile's id begins with it
}

ProfileChangeNotices::ProfileChangeNotices(Desk *desk,
                                           FacilityChoice *choice,
                                           ConnectFlow *flow,
                                           DeskScreensController *screens,
                                           MessageBar *message,
                                           QObject *parent)
    : QObject(parent)
    , m_desk(desk)
    , m_facilityChoice(choice)
    , m_connectFlow(flow)
    , m_deskScreensController(screens)
    , m_messageBar(message)
{
    connect(m_connectFlow, &ConnectFlow::accountChanged, this, &ProfileChangeNotices::handleAccountChanged);
    connect(m_facilityChoice, &FacilityChoice::facilityRead, this, &ProfileChangeNotices::handleFacilityRead);
    connect(m_desk, &Desk::profileConnected, this, &ProfileChangeNotices::handleProfileConnected);
    connect(m_desk, &Desk::profileDisconnected, this, &ProfileChangeNotices::handleProfileDisconnected);
    // Queued, because the bar also emits this signal while it begins to show another message.
    connect(m_messageBar, &MessageBar::hideAnimationFinished, this, &ProfileChangeNotices::offerNextReconnectIfFree, Qt::QueuedConnection);
    connect(m_connectFlow, &ConnectFlow::requestsDropped, this, &ProfileChangeNotices::offerNextReconnectIfFree, Qt::QueuedConnection);
    connect(m_messageBar, &MessageBar::offerAccepted, this, [this](const QString &topic) {
        if (topic.startsWith(changeTopicPrefix)) {
            reconnect(topic.sliced(changeTopicPrefix.size()));
        }
    });
}

void ProfileChangeNotices::handleProfileConnected(const QString &profileId)
{
    m_connectedProfiles.insert(profileId, {m_facilityChoice->directory(), m_facilityChoice->account(), {}, {}});
    offerNextReconnect(); // the message about this profile, if one is shown, is no longer needed: show the next one
}

void ProfileChangeNotices::handleProfileDisconnected(const QString &profileId)
{
    m_connectedProfiles.remove(profileId);
    m_postponedProfileIds.removeAll(profileId);
    m_messageBar->closeMessageAbout(changeTopicPrefix + profileId);
    if (m_questionBox && m_questionProfileId == profileId) {
        m_questionBox->close(); // closed because its profile is no longer connected
    }
}

void ProfileChangeNotices::reportSiteChange()
{
    if (m_desk->isConnected() && m_facilityChoice->site() != m_deskScreensController->shownSiteId()) {
        const QList<InstrumentProfile> profiles = m_desk->profiles();
        m_messageBar->showInfo(i18ncp("@info %2: instruments' names",
                                      "The new site takes effect at the next Connect. %2 is unchanged.",
                                      "The new site takes effect at the next Connect. %2 are unchanged.",
                                      static_cast<int>(profiles.size()),
                                      InstrumentWording::names(profiles)));
    }
}

void ProfileChangeNotices::handleAccountChanged(const QString &profileId, const QString &account)
{
    if (m_desk->isConnected(profileId)) {
        m_messageBar->showInfo(i18nc("@info an account, an instrument's name",
                                     "Account %1 will be used at the next Connect. %2 is unchanged.",
                                     account,
                                     m_desk->profile(profileId).name));
    }
}

void ProfileChangeNotices::handleFacilityRead(const Facility &facility)
{
    for (const InstrumentProfile &connected : m_desk->profiles()) {
        reportChanges(connected, facility);
    }
}

void ProfileChangeNotices::reportChanges(const InstrumentProfile &connected, const Facility &facility)
{
    ConnectedProfileFacts &known = m_connectedProfiles[connected.id];
    // With another site or account, the profile always differs. A message was shown when the user chose that site or account.
    const bool isComparable = facility.directory == known.directory && m_facilityChoice->site() == m_deskScreensController->shownSiteId()
        && (!connected.needsAccount || m_facilityChoice->account() == known.account);
    if (!isComparable) {
        return;
    }
    const auto now = std::ranges::find(facility.profiles, connected.id, &InstrumentProfile::id);
    if (now == facility.profiles.end()) {
        return; // the profile is missing or has errors, which are shown elsewhere
    }
    if (ProfileChange::differingDisplays(connected, *now).isEmpty()) {
        known.lastReportedVersion.reset();
        m_postponedProfileIds.removeAll(connected.id);
        m_messageBar->closeMessageAbout(changeTopicPrefix + connected.id);
        offerNextReconnect();
        return;
    }
    if (known.lastReportedVersion && ProfileChange::differingDisplays(*known.lastReportedVersion, *now).isEmpty()) {
        return;
    }
    known.lastReportedVersion = *now;
    known.lastReportedAt = QDateTime::currentDateTimeUtc();
    offerReconnect(connected.id);
}

/// Call when a message about a profile was closed: shows a message about another profile that had to wait, because the bar has room for one.
void ProfileChangeNotices::offerNextReconnect()
{
    if (!m_postponedProfileIds.isEmpty() && !m_messageBar->messageTopic().startsWith(changeTopicPrefix)) {
        offerReconnect(m_postponedProfileIds.takeFirst());
    }
}

/// Call when the bar may have become free. Does nothing while a connection is asked about or requested: it would hide the message, which would be lost.
void ProfileChangeNotices::offerNextReconnectIfFree()
{
    if (m_messageBar->isHidden() && !m_questionBox && m_connectFlow->requestedProfile().isEmpty()) {
        offerNextReconnect();
    }
}

void ProfileChangeNotices::offerReconnect(const QString &profileId)
{
    const InstrumentProfile connected = m_desk->profile(profileId);
    const ConnectedProfileFacts &known = m_connectedProfiles[profileId];
    const auto count = static_cast<int>(ProfileChange::differingDisplays(connected, *known.lastReportedVersion).size());
    QString text = i18ncp("@info %2: an instrument's name, %3: a time in UT",
                          "%2 was changed at %3 UT (1 display differs). The change takes effect at the next Connect.",
                          "%2 was changed at %3 UT (%1 displays differ). The change takes effect at the next Connect.",
                          count,
                          connected.name,
                          known.lastReportedAt.toString(u"HH:mm"_s));
    if (!connected.windows.isEmpty()) {
        text = i18nc("@info %1: what was changed", "%1 Reconnecting closes its X programs.", text);
    }
    if (const QString topic = m_messageBar->messageTopic(); topic.startsWith(changeTopicPrefix) && topic != changeTopicPrefix + profileId) {
        m_postponedProfileIds.append(topic.sliced(changeTopicPrefix.size()));
    }
    m_postponedProfileIds.removeAll(profileId);
    m_messageBar->showOffer(text, changeTopicPrefix + profileId, i18nc("@action:button", "Reconnect Now"));
}

void ProfileChangeNotices::reconnect(const QString &profileId)
{
    if (!m_desk->isConnected(profileId)) {
        return;
    }
    // All X programs count that were started, because each may still run.
    const auto programs = static_cast<int>(std::ranges::count_if(m_desk->sessions(profileId), [](const Session *session) {
        return session->kind() == Session::Kind::Window && session->state() != SessionState::Idle;
    }));
    if (programs > 0) {
        askBeforeReconnect(profileId, programs);
    } else {
        m_connectFlow->requestById(profileId); // ConnectFlow asks its questions while the old connection still exists
    }
}

void ProfileChangeNotices::askBeforeReconnect(const QString &profileId, int programs)
{
    if (m_questionBox) {
        m_questionBox->raise();
        m_questionBox->activateWindow();
        return;
    }
    m_questionProfileId = profileId;
    auto *box = new QMessageBox(m_messageBar->window());
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIcon(QMessageBox::Warning);
    box->setTextFormat(Qt::PlainText);
    box->setWindowTitle(i18nc("@title:window", "Reconnect?"));
    box->setText(i18ncp("@info %2: an instrument's name",
                        "Reconnecting %2 closes 1 X program.",
                        "Reconnecting %2 closes %1 X programs.",
                        programs,
                        m_desk->profile(profileId).name));
    box->setInformativeText(i18nc("@info", "Unsaved work in X programs is lost. Programs in the shared desktops keep running on the remote hosts."));
    QPushButton *again = box->addButton(i18nc("@action:button", "Close X Programs and Reconnect"), QMessageBox::AcceptRole);
    again->setObjectName(u"connect-again"_s);
    again->setIcon(QIcon::fromTheme(u"network-connect"_s));
    box->setDefaultButton(box->addButton(QMessageBox::Cancel)); // so that the Return key closes no program
    connect(again, &QPushButton::clicked, this, [this, profileId] {
        if (m_desk->isConnected(profileId)) {
            m_connectFlow->requestById(profileId);
        }
    });
    connect(box, &QMessageBox::rejected, this, [this, profileId] {
        if (m_desk->isConnected(profileId) && m_connectedProfiles.value(profileId).lastReportedVersion) {
            offerReconnect(profileId); // after Cancel, show the offer again
        }
    });
    // Queued: the button that was pressed comes first.
    connect(box, &QObject::destroyed, this, &ProfileChangeNotices::offerNextReconnectIfFree, Qt::QueuedConnection);
    m_questionBox = box;
    box->open();
}
}
