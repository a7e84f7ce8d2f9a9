// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/night/resumption.h"

#include "app/connect/connectflow.h"
#include "app/facility/accountstore.h"
#include "app/facility/facilitychoice.h"
#include "app/night/nightrecord.h"
#include "sessions/common/logging.h"
#include "sessions/desk/desk.h"
#include "widgets/facility/resumeoffer.h"

#include <QTimeZone>

#include <utility>

namespace Nightdesk
{
Resumption::Resumption(NightRecord *record, ResumeOffer *offer, FacilityChoice *choice, ConnectFlow *flow, Desk *desk, QObject *parent)
    : QObject(parent)
    , m_record(record)
    , m_offer(offer)
    , m_choice(choice)
    , m_flow(flow)
    , m_desk(desk)
{
    connect(m_record, &NightRecord::recordFound, this, &Resumption::recordFound);
    connect(m_record, &NightRecord::noRecordFound, this, [this] {
        qCInfo(LogUi) << "there is nothing to resume";
        if (std::exchange(m_resumesAtOnce, false)) {
            Q_EMIT nothingToResume();
        }
    });
    connect(m_offer, &ResumeOffer::accepted, this, &Resumption::resume);
    connect(m_offer, &ResumeOffer::declined, this, &Resumption::decline);
    connect(m_flow, &ConnectFlow::requestsDropped, this, [this] {
        if (handle(m_desk->isConnected() ? ResumptionEvent::GivenUpPartly : ResumptionEvent::GivenUp) && m_state == ResumptionState::Offered) {
            showOffer();
        }
    });
}

void Resumption::begin(bool atOnce)
{
    m_resumesAtOnce = atOnce;
    m_record->begin();
}

const std::optional<NightState> &Resumption::offeredState() const
{
    return m_layout;
}

bool Resumption::handle(ResumptionEvent event)
{
    const auto next = nextState(m_state, event);
    if (!next) {
        return false;
    }
    m_state = *next;
    if (m_state == ResumptionState::None) {
        m_layout.reset();
    }
    return true;
}

void Resumption::recordFound(const NightState &layout)
{
    if (m_isNightEnded) {
        return;
    }
    m_layout = layout;
    handle(ResumptionEvent::Found);
    showOffer();
}

void Resumption::showOffer()
{
    if (m_desk->isConnected()) {
        return; // stateToRestore() already used the record, or the record is offered at the next start
    }
    QList<ResumeOffer::Instrument> instruments;
    for (const NightProfile &profile : std::as_const(m_layout->profiles)) {
        instruments.append({profile.name.isEmpty() ? profile.id : profile.name, profile.account});
    }
    m_offer->showOffer({instruments, m_layout->displayCount(), m_layout->lastSeenAt, QTimeZone(m_layout->timezone.toUtf8())});
    if (std::exchange(m_resumesAtOnce, false)) {
        resume();
    }
}

void Resumption::resume()
{
    if (!m_layout || m_desk->isConnected()) {
        return;
    }
    m_offer->hide();
    handle(ResumptionEvent::Accepted);
    QList<ConnectRequest> wishes;
    for (const NightProfile &profile : std::as_const(m_layout->profiles)) {
        qCInfo(LogUi) << "resuming" << profile.id;
        if (!profile.account.isEmpty() && m_layout->lastSeenAt > AccountStore::nightEnded()) {
            // The account is stored with the time of the record, so that it counts as tonight's only if noon has not
            // passed since then. If the user has ended a night since then, it is not stored, and is asked for again.
            AccountStore::save(m_layout->facility, {profile.id, profile.account, m_layout->lastSeenAt});
        }
        wishes.append({profile.id, profile.lastValid});
    }
    m_choice->setForThisRun(m_layout->facility, m_layout->site);
    m_flow->requestInTurn(wishes);
}

bool Resumption::connectLayout(const NightState &state)
{
    if (m_desk->isConnected()) {
        return false;
    }
    m_offer->hide();
    m_layout = state;
    handle(ResumptionEvent::LayoutReceived);
    resume();
    return true;
}

void Resumption::decline()
{
    m_offer->hide();
    handle(ResumptionEvent::Dropped);
    m_record->discardFound();
}

void Resumption::forgetNight()
{
    m_isNightEnded = true;
    m_resumesAtOnce = false;
    handle(ResumptionEvent::Dropped);
    m_offer->hide();
    m_record->forgetAll();
}

std::optional<NightState> Resumption::stateToRestore(const QString &profileId)
{
    if (!m_layout) {
        return {};
    }
    m_offer->hide();
    m_record->resumeFoundRecord();
    if (m_state == ResumptionState::Offered || !m_layout->profile(profileId)) {
        handle(ResumptionEvent::Dropped);
        return {};
    }
    const NightState state = *m_layout;
    m_layout->profiles.removeIf([&profileId](const NightProfile &profile) {
        return profile.id == profileId;
    });
    if (m_layout->profiles.isEmpty()) { // all profiles of the record are connected
        handle(ResumptionEvent::Dropped);
    }
    return state;
}
}
