// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/night/resumption.h"

#include "app/connect/connectflow.h"
#include "app/facility/accountstore.h"
#include "app/facility/facilitychoice.h"
#include "sessions/common/logging.h"
#include "sessions/desk/desk.h"
#include "widgets/facility/resumeoffer.h"
#include "widgets/night/nightrecord.h"

#include <QTimeZone>

#include <utility>

namespace Nightdesk
{
Resumption::Resumption(NightRecord *record, ResumeOffer *offer, FacilityChoice *choice, ConnectFlow *flow, Desk *desk, QObject *parent)
    : QObject(parent)
    , m_nightRecord(record)
    , m_resumeOffer(offer)
    , m_facilityChoice(choice)
    , m_connectFlow(flow)
    , m_desk(desk)
{
    connect(m_nightRecord, &NightRecord::recordFound, this, &Resumption::handleRecordFound);
    connect(m_nightRecord, &NightRecord::noRecordFound, this, [this] {
        qCInfo(LogUi) << "there is nothing to resume";
        if (std::exchange(m_resumesAtOnce, false)) {
            Q_EMIT nothingToResume();
        }
    });
    connect(m_resumeOffer, &ResumeOffer::accepted, this, &Resumption::resume);
    connect(m_resumeOffer, &ResumeOffer::declined, this, &Resumption::declineOffer);
    connect(m_connectFlow, &ConnectFlow::requestsDropped, this, [this] {
        if (handleEvent(m_desk->isConnected() ? ResumptionEvent::ConnectingPartlyCanceled : ResumptionEvent::ConnectingCanceled)
            && m_resumptionState == ResumptionState::Offered) {
            showOffer();
        }
    });
}

void Resumption::offerToResume(bool atOnce)
{
    m_resumesAtOnce = atOnce;
    m_nightRecord->findNewestRecord();
}

const std::optional<NightState> &Resumption::offeredState() const
{
    return m_layoutToResume;
}

bool Resumption::handleEvent(ResumptionEvent event)
{
    const auto next = nextState(m_resumptionState, event);
    if (!next) {
        return false;
    }
    m_resumptionState = *next;
    if (m_resumptionState == ResumptionState::NoLayout) {
        m_layoutToResume.reset();
    }
    return true;
}

void Resumption::handleRecordFound(const NightState &layout)
{
    if (m_isNightEnded) {
        return;
    }
    m_layoutToResume = layout;
    handleEvent(ResumptionEvent::RecordFound);
    showOffer();
}

void Resumption::showOffer()
{
    if (m_desk->isConnected()) {
        return; // nothing to offer: the record is already in use here, or is offered at the next start
    }
    QList<ResumeOffer::Instrument> instruments;
    for (const NightProfile &profile : std::as_const(m_layoutToResume->profiles)) {
        instruments.append({profile.name.isEmpty() ? profile.id : profile.name, profile.account});
    }
    m_resumeOffer->showOffer({instruments, m_layoutToResume->displayCount(), m_layoutToResume->lastSeenAt, QTimeZone(m_layoutToResume->timezone.toUtf8())});
    if (std::exchange(m_resumesAtOnce, false)) {
        resume();
    }
}

void Resumption::resume()
{
    if (!m_layoutToResume || m_desk->isConnected()) {
        return;
    }
    m_resumeOffer->hide();
    handleEvent(ResumptionEvent::OfferAccepted);
    QList<ConnectRequest> wishes;
    for (const NightProfile &profile : std::as_const(m_layoutToResume->profiles)) {
        qCInfo(LogUi) << "resuming" << profile.id;
        if (!profile.account.isEmpty() && m_layoutToResume->lastSeenAt > AccountStore::lastNightEndedAt()) {
            // The account is stored with the time of the record, so that it counts as tonight's only if noon has not
            // passed since then. If the user has ended a night since then, it is not stored, and is asked for again.
            AccountStore::saveAccount(m_layoutToResume->facilityDirectory, {profile.id, profile.account, m_layoutToResume->lastSeenAt});
        }
        wishes.append({profile.id, profile.isLastValidVersion});
    }
    m_facilityChoice->setForThisRun(m_layoutToResume->facilityDirectory, m_layoutToResume->siteId);
    m_connectFlow->requestConnectionsInTurn(wishes);
}

bool Resumption::connectAndRestoreLayout(const NightState &state)
{
    if (m_desk->isConnected()) {
        return false;
    }
    m_resumeOffer->hide();
    m_layoutToResume = state;
    handleEvent(ResumptionEvent::LayoutReceived);
    resume();
    return true;
}

void Resumption::declineOffer()
{
    m_resumeOffer->hide();
    handleEvent(ResumptionEvent::LayoutDropped);
    m_nightRecord->discardAndFindNextRecord();
}

void Resumption::discardOfferAndRecords()
{
    m_isNightEnded = true;
    m_resumesAtOnce = false;
    handleEvent(ResumptionEvent::LayoutDropped);
    m_resumeOffer->hide();
    m_nightRecord->deleteAllRecords();
}

std::optional<NightState> Resumption::takeStateToRestore(const QString &profileId)
{
    if (!m_layoutToResume) {
        return {};
    }
    m_resumeOffer->hide();
    m_nightRecord->removeFoundRecordAtNextSave();
    if (m_resumptionState == ResumptionState::Offered || !m_layoutToResume->profile(profileId)) {
        handleEvent(ResumptionEvent::LayoutDropped);
        return {};
    }
    const NightState state = *m_layoutToResume;
    m_layoutToResume->profiles.removeIf([&profileId](const NightProfile &profile) {
        return profile.id == profileId;
    });
    if (m_layoutToResume->profiles.isEmpty()) { // all profiles of the record are connected
        handleEvent(ResumptionEvent::LayoutDropped);
    }
    return state;
}
}
