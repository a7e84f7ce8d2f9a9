// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/night/nightstate.h"
#include "widgets/night/resumptionstate.h"

#include <QObject>

#include <optional>

namespace Nightdesk
{
class ConnectFlow;
class Desk;
class FacilityChoice;
class NightRecord;
class ResumeOffer;

/// Offers to resume what a console that ended unexpectedly had connected, and on a click requests the connections: with the same facility, site and
/// account, and the usual questions before a connection. GUI thread. Created by ConsoleNight.
class Resumption : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object.
    Resumption(NightRecord *record, ResumeOffer *offer, FacilityChoice *choice, ConnectFlow *flow, Desk *desk, QObject *parent);

    /// Looks for a record to resume. @p atOnce: resumes it without a click.
    void offerToResume(bool atOnce);
    /// The record that is offered or being resumed; empty: none.
    const std::optional<NightState> &offeredState() const;
    /// Call before a profile is connected. Returns the record's layout if the profile is being resumed. Connecting any other profile ends the offer.
    std::optional<NightState> takeStateToRestore(const QString &profileId);
    /// The night is ended: removes the offer and the records.
    void discardOfferAndRecords();
    /// Connects what another desk of the same observers has connected, with the open facility and the accounts of this desk. False: something is
    /// already connected.
    bool connectAndRestoreLayout(const NightState &state);

Q_SIGNALS:
    void nothingToResume(); ///< offerToResume() was asked to resume at once, but found no record

private:
    bool handleEvent(ResumptionEvent event); ///< false: the event is ignored in this state
    void handleRecordFound(const NightState &layout);
    void showOffer();
    void resume();
    void declineOffer();

    NightRecord *m_nightRecord;
    ResumeOffer *m_resumeOffer;
    FacilityChoice *m_facilityChoice;
    ConnectFlow *m_connectFlow;
    Desk *m_desk;
    ResumptionState m_resumptionState = ResumptionState::NoLayout;
    std::optional<NightState> m_layoutToResume; ///< the layout to resume; empty while m_resumptionState is NoLayout
    bool m_resumesAtOnce = false; ///< true: the first record that is found is resumed without a click
    bool m_isNightEnded = false; ///< the night was ended: a record that is still reported must be ignored
};
}
