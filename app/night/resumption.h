// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/night/nightstate.h"

#include <QObject>

#include <optional>

namespace Nightdesk
{
class ConnectFlow;
class Desk;
class FacilityChoice;
class NightRecord;
class ResumeOffer;

/// Offers what a console left that ended silently, and leads the click to a connection: the same facility, site and
/// account, and what is asked before every connection. GUI thread. Created by ConsoleNight.
class Resumption : public QObject
{
    Q_OBJECT
public:
    /// All of them outlive this.
    Resumption(NightRecord *record, ResumeOffer *offer, FacilityChoice *choice, ConnectFlow *flow, Desk *desk, QObject *parent);

    /// Looks whether there is something. @p atOnce: and resumes it without being clicked.
    void begin(bool atOnce);
    /// What is offered or being resumed; empty: nothing.
    const std::optional<NightState> &offered() const;
    /// This profile is about to be connected: how all was arranged, if it is one that is being resumed. Anything else that is
    /// connected puts an end to the offer.
    std::optional<NightState> connecting(const QString &profileId);
    /// The night is ended: nothing of it is resumed any more.
    void forget();
    /// Connects what another desk of the same people has, as if it had been connected here: of the open facility, with the accounts of this desk.
    /// False: something is connected already.
    bool takeUp(const NightState &state);

Q_SIGNALS:
    void nothingToResume(); ///< and begin() was told to

private:
    void show(const NightState &state);
    void resume();
    void decline();

    NightRecord *m_record;
    ResumeOffer *m_offer;
    FacilityChoice *m_choice;
    ConnectFlow *m_flow;
    Desk *m_desk;
    std::optional<NightState> m_state;
    bool m_isAtOnce = false;
    bool m_isResuming = false;
    bool m_isFromElsewhere = false; ///< m_state is another desk's
    bool m_isOver = false; ///< what is still found was found before the night was ended
};
}
