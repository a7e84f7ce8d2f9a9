// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/night/nightstate.h"
#include "sessions/profiles/profile.h"

#include <QObject>

#include <optional>

class QJsonObject;

namespace Nightdesk
{
class ChangeNotices;
class Console;
class DeskScreens;
class EndOfNight;
class NightClock;
class NightStateSaver;
class NightRecord;
class ResumeOffer;
class Resumption;

/// The night as this console knows it: what is noted so that it can be resumed, the offer to do so, its end, and what was
/// changed meanwhile. Joins the parts. GUI thread. A child of Console.
class ConsoleNight : public QObject
{
    Q_OBJECT
public:
    /// All outlive this; @p console owns it. @p offer: where what can be resumed is offered.
    ConsoleNight(Console &console, DeskScreens *screens, ResumeOffer *offer);

    /// Looks whether a console of this night ended silently. @p resume: connects the same without being clicked.
    void begin(bool resume);
    /// This profile is about to be connected: how it was arranged before, if it is resumed or connected again.
    std::optional<NightState> before(const InstrumentProfile &profile);
    /// What of it is not the stages' look, for this profile. After connecting.
    void restore(const NightState &state, const QString &profileId);
    /// The console is ended from outside, by a logout or a shutdown: what is connected can be resumed.
    void leave();
    /// Asks whether to end the night.
    void askToEnd();
    /// Connects what another desk has, arranged as there. False: something is connected here.
    bool takeUp(const NightState &state);
    ChangeNotices *notices() const;
    /// Adds what is offered to the console's state, for scripts.
    void describe(QJsonObject &state) const;

private Q_SLOTS:
    /// Those that were shown in another way are so again, before any of them starts.
    void chooseWays(const QString &profileId);

Q_SIGNALS:
    void consoleRequested(); ///< something is asked in the main window
    void nightReported(const QDate &night); ///< as NightClock tells it
    void ending(); ///< by a person; what is connected goes next
    void ended(); ///< nothing is connected any more
    void newNight(); ///< it is noon at the facility; what is connected stays
    /// How what is connected is arranged, soon after each change; empty: nothing is.
    void noted(const std::optional<Nightdesk::NightState> &state);

private:
    Console &m_console;
    ResumeOffer *const m_offer;
    NightRecord *m_record;
    NightClock *m_clock;
    ChangeNotices *m_notices;
    NightStateSaver *m_saver;
    Resumption *m_resumption;
    std::optional<NightProfile> m_before; ///< of the profile that is about to be connected
    EndOfNight *m_end;
};
}
