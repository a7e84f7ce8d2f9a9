// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/board.h"
#include "monitors/board/clockoffset.h"
#include "monitors/board/deskhealthpolicy.h"
#include "monitors/board/runorder.h"

namespace Nightdesk
{
/// One desk of a board: what it says, in order, and what follows from that and from its silence. Pure: time is told. Owned by Board.
class DeskRecord
{
public:
    using Clock = std::chrono::steady_clock;
    /// When something came, by our clocks.
    struct Moment {
        Clock::time_point at;
        QDateTime utc;
    };
    static constexpr std::chrono::seconds silence{90}; ///< a desk says something every 60 s
    static constexpr std::chrono::hours forgotten{12};
    static constexpr std::chrono::minutes shown{15};
    static constexpr std::chrono::seconds pointEvery{10};

    DeskRecord(const DeskName &name, const Moment &now);

    BoardDesk desk;

    /// False: it is no news.
    bool
    take(BoardTopics::Sort sort, const BoardWire::Message &message, bool isRetained, const Moment &now, std::optional<std::chrono::microseconds> ourRoundTrip);
    bool endCall(); ///< what was retained of it was taken back; false: there is none
    /// Nobody told of it for so long that the broker, too, has forgotten it. True: it is over by that.
    bool endOldCall(const Moment &now);
    void setConnected(bool connected, const Moment &now);
    /// Health and why; true: something changed. @p isConnected: without the broker nobody falls silent.
    bool judge(const Moment &now, bool isConnected);
    /// What follows from the time alone: silence, a limit that is reached, a further point of its curves. True: something changed.
    bool updateState(const Moment &now, bool isConnected);

private:
    enum class Whereabouts {
        Here,
        Left, ///< in order
        Lost ///< its will was told
    };
    void hear(const BoardWire::Message &message, bool isRetained, const Moment &now, std::optional<std::chrono::microseconds> ourRoundTrip);
    bool takeCall(const BoardWire::Call &call, bool isRetained, const Moment &now);
    bool isSilent(const Moment &now) const;
    bool hasFreshNumbers(const Moment &now) const;
    void addPoint(const Moment &now);

    RunOrder m_order;
    DeskHealthPolicy m_policy;
    ClockOffset m_offset;
    Whereabouts m_whereabouts = Whereabouts::Here;
    std::optional<BoardWire::Stamp> m_callStamp; ///< of the last one, also of one that is over
    bool m_isCallLive = false; ///< it was heard of other than by what was retained
    Clock::time_point m_callReportedAt; ///< when it was told last
    Clock::time_point m_numbersReportedAt;
    Clock::time_point m_lastSign;
    Clock::time_point m_nextPoint;
};
}
