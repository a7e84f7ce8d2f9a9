// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace Nightdesk::Rfb
{
/// Whether a server keeps what it promised with continuous updates: it sends them without being asked, and says when they have ended.
/// Owned by UpdateRequester, which sends. Pure.
class ContinuousUpdates
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;

    bool isOn() const; ///< as the server was told last
    /// False: it was told so already.
    bool set(bool on, Time now);
    /// The server says that they have ended. False: nobody told it to.
    bool ended(Time now);
    void pauseOver(Time now); ///< nothing was read for a while: what it owes may be here by then

    /// Pixels came. @p answersWithin: the time that an answer takes. False: several times in a row nothing came but what was asked for.
    bool pixelsCame(Time now, Clock::duration answersWithin);
    /// It was told to end them, and has sent updates since, but no end. True once.
    bool isEndMissing(Time now, Clock::duration patience, Time updateEnded);
    /// While they are on, it is asked now and then all the same: when that is due, if nothing was heard or asked since @p quietSince.
    Time askDueAt(Time quietSince) const;
    void asked(Time now);

private:
    bool m_isOn = false;
    unsigned m_endsOutstanding = 0;
    Time m_endRequestedAt; ///< the first, or it ended for another
    std::optional<Time> m_askedAt; ///< while they are on
    Clock::duration m_pause{};
    unsigned m_onlyWhenAsked = 0; ///< in a row
};
}
