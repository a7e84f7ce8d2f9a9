// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"
#include "widgets/night/nightstate.h"

#include <QObject>

#include <optional>

class QJsonObject;

namespace Nightdesk
{
class ProfileChangeNotices;
class Console;
class DeskScreensController;
class EndOfNight;
class NightClock;
class NightStateSaver;
class NightRecord;
class ResumeOffer;
class Resumption;

/// Everything that a console does about the night: saves what is connected, so that it can be resumed; offers to
/// resume; ends the night; reports changed profiles. Owns the objects that do this. GUI thread. A child of Console.
class ConsoleNight : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object; @p console owns this. @p offer: the page that offers to resume.
    ConsoleNight(Console &console, DeskScreensController *screens, ResumeOffer *offer);

    /// Looks for a console of this night that ended unexpectedly. @p atOnce: connects what that console had connected, without a click.
    void offerToResume(bool atOnce);
    /// Call before a profile is connected. Returns the profile's previous layout if the profile is resumed or reconnected.
    std::optional<NightState> previousState(const InstrumentProfile &profile);
    /// Restores for the profile the parts of @p state that are not in the layout of the viewer windows. Call after the
    /// profile was connected.
    void restoreProfile(const NightState &state, const QString &profileId);
    /// Call when a logout or a shutdown ends the console: what is connected can be resumed later.
    void prepareForLogout();
    /// Asks the user whether to end the night.
    void askToEndNight();
    /// Connects what another desk has connected, in the same layout. False: something is already connected here.
    bool connectAndRestoreLayout(const NightState &state);
    ProfileChangeNotices *notices() const;
    /// Adds the offer to resume to @p state, for scripts.
    void describe(QJsonObject &state) const;

private Q_SLOTS:
    /// Restores the display modes of the profile's displays before they start.
    void restoreDisplayModes(const QString &profileId);

Q_SIGNALS:
    void consoleRequested(); ///< the main window shows a question and should be raised
    void nightDetermined(const QDate &night); ///< @p night: the present night at the facility, from NightClock
    void nightEnding(); ///< the user ends the night; all instruments are about to be disconnected
    void nightEnded(); ///< the user ended the night; nothing is connected any more
    void newNightBegan(); ///< noon at the facility has passed: a new night begins, and connections stay
    /// Emitted soon after each change of what is connected or of its layout. Empty: nothing is connected.
    void stateSaved(const std::optional<Nightdesk::NightState> &state);

private:
    Console &m_console;
    ResumeOffer *const m_resumeOffer;
    NightRecord *m_nightRecord;
    NightClock *m_nightClock;
    ProfileChangeNotices *m_changeNotices;
    NightStateSaver *m_stateSaver;
    Resumption *m_resumption;
    std::optional<NightProfile> m_previousProfileState; ///< previous state of the profile that is about to be connected
    EndOfNight *m_endOfNight;
};
}
