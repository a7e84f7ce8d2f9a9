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
    connect(m_record, &NightRecord::found, this, &Resumption::show);
    connect(m_record, &NightRecord::nothingFound, this, [this] {
        qCInfo(LogUi) << "there is nothing to resume";
        if (std::exchange(m_isAtOnce, false)) {
            Q_EMIT nothingToResume();
        }
    });
    connect(m_offer, &ResumeOffer::accepted, this, &Resumption::resume);
    connect(m_offer, &ResumeOffer::declined, this, &Resumption::decline);
    // The user canceled a question, so the offer is shown again. But if some of its instruments are connected already, the others are left to the
    // list of instruments.
    connect(m_flow, &ConnectFlow::givenUp, this, [this] {
        if (!std::exchange(m_isResuming, false) || !m_state) {
            return;
        }
        if (m_desk->isConnected() || std::exchange(m_isFromElsewhere, false)) {
            m_state.reset(); // the layout of another desk is offered by HandoverReceiver, which does so again
        } else {
            show(*m_state);
        }
    });
}

void Resumption::begin(bool atOnce)
{
    m_isAtOnce = atOnce;
    m_record->begin();
}

const std::optional<NightState> &Resumption::offered() const
{
    return m_state;
}

void Resumption::show(const NightState &state)
{
    if (m_isOver) {
        return;
    }
    m_state = state;
    m_isFromElsewhere = false;
    if (m_desk->isConnected()) {
        return; // connecting() handled the record, or it is offered at the next start
    }
    QList<ResumeOffer::Instrument> instruments;
    for (const NightProfile &profile : state.profiles) {
        instruments.append({profile.name.isEmpty() ? profile.id : profile.name, profile.account});
    }
    m_offer->showOffer({instruments, state.displayCount(), state.seen, QTimeZone(state.timezone.toUtf8())});
    if (std::exchange(m_isAtOnce, false)) {
        resume();
    }
}

void Resumption::resume()
{
    if (!m_state || m_desk->isConnected()) {
        return;
    }
    m_offer->hide();
    m_isResuming = true;
    QList<ConnectRequest> wishes;
    for (const NightProfile &profile : std::as_const(m_state->profiles)) {
        qCInfo(LogUi) << "resuming" << profile.id;
        if (!profile.account.isEmpty() && m_state->seen > AccountStore::nightEnded()) {
            // Store the account with the time of the record, so that it counts as tonight's only if noon has not passed since. It is not stored if
            // the user has ended a night since: then it is asked for again.
            AccountStore::save(m_state->facility, {profile.id, profile.account, m_state->seen});
        }
        wishes.append({profile.id, profile.lastGood});
    }
    m_choice->order(m_state->facility, m_state->site);
    m_flow->requestInTurn(wishes);
}

bool Resumption::connectLayout(const NightState &state)
{
    if (m_desk->isConnected()) {
        return false;
    }
    m_offer->hide();
    m_state = state;
    m_isFromElsewhere = true;
    resume();
    return true;
}

void Resumption::decline()
{
    m_offer->hide();
    m_state.reset();
    m_record->discardFound();
}

void Resumption::forget()
{
    m_isOver = true;
    m_isAtOnce = false;
    m_isResuming = false;
    m_state.reset();
    m_offer->hide();
    m_record->forgetAll();
}

std::optional<NightState> Resumption::connecting(const QString &profileId)
{
    if (!m_state) {
        return {};
    }
    m_offer->hide();
    m_record->takeOver();
    if (!m_isResuming || !m_state->profile(profileId)) {
        m_isResuming = false;
        m_state.reset();
        return {};
    }
    const NightState state = *m_state;
    m_state->profiles.removeIf([&profileId](const NightProfile &profile) {
        return profile.id == profileId;
    });
    if (m_state->profiles.isEmpty()) { // it was the record's last profile
        m_isResuming = false;
        m_state.reset();
    }
    return state;
}
}
