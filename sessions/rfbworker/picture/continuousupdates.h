// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace Nightdesk::Rfb
{
/// Detects whether a server with continuous updates works as specified: it must send updates without requests, and confirm when they have ended.
/// Owned by UpdateRequester, which sends the messages. Pure.
class ContinuousUpdates
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;

    bool isOn() const; ///< continuous updates were turned on and not turned off since
    /// Call when continuous updates are turned on or off. False: they are in this mode already, so no message is
    /// needed.
    bool setOn(bool on, Time now);
    /// Call when the server reports that continuous updates have ended. Returns false if nobody requested that.
    bool handleReportedEnd(Time now);
    void handleReadingPauseEnded(Time now); ///< the reader paused: updates may be waiting in the socket

    /// Pixels came. @p maxAnswerTime: the longest time that an answer takes. False: several times in a row pixels came only after a request.
    bool handlePixelsArrived(Time now, Clock::duration maxAnswerTime);
    /// True: the server was asked to end continuous updates and has sent updates since, but has not confirmed the end within @p patience.
    /// Returns true only once. @p updateEnded: end of the last update.
    bool detectMissingEndConfirmation(Time now, Clock::duration patience, Time updateEnded);
    /// When the next test request is due, if nothing was received or requested since @p quietSince. Test requests are sent now and then while
    /// continuous updates are on, to see whether updates also come without requests.
    Time testRequestDueAt(Time quietSince) const;
    void noteTestRequestSent(Time now);

private:
    bool m_isOn = false;
    unsigned m_unconfirmedEndCount = 0;
    /// Since when the server owes the next confirmation that continuous updates have ended: since the request to end them, the
    /// previous confirmation, or the end of a reading pause.
    Time m_confirmationAwaitedSince;
    std::optional<Time> m_testRequestedAt; ///< when the last test request was sent
    Clock::duration m_testInterval{};
    unsigned m_failedTestCount = 0; ///< tests in a row in which pixels came only after the test request
};
}
