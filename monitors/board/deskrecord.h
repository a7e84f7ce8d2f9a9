// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/board.h"
#include "monitors/board/clockoffset.h"
#include "monitors/board/deskhealthpolicy.h"
#include "monitors/board/runorder.h"

namespace Nightdesk
{
/// One desk of a board: its messages in order, and what follows from them and from silence. Pure: the time is passed in. Owned by Board.
class DeskRecord
{
public:
    using Clock = std::chrono::steady_clock;
    /// A time by both local clocks, for example when a message arrived.
    struct ClockReading {
        Clock::time_point at;
        QDateTime utc;
    };
    static constexpr std::chrono::seconds maxSilence{90}; ///< a desk sends at least one message every 60 s
    static constexpr std::chrono::hours maxSilenceDuringCall{12};
    static constexpr std::chrono::minutes plotSpan{15};
    static constexpr std::chrono::seconds plotPointInterval{10};

    DeskRecord(const DeskName &name, const ClockReading &now);

    BoardDesk desk;

    /// Applies a message of the desk. False: nothing changed, because the message is outdated or repeated.
    bool applyMessage(BoardTopics::MessageKind kind,
                      const BoardWire::Message &message,
                      bool isRetained,
                      const ClockReading &now,
                      std::optional<std::chrono::microseconds> brokerRoundTrip);
    bool endCall(); ///< call when the broker removed the desk's retained call; false: there was no call
    /// Ends a call that was not published for so long that the broker's copy has expired, too. True: ended.
    bool endExpiredCall(const ClockReading &now);
    void setConnected(bool connected, const ClockReading &now);
    /// Updates the desk's health and its reason; true: something changed. @p isConnected: if false, the desk does not count as
    /// silent, because nothing can arrive without the broker.
    bool updateHealth(const ClockReading &now, bool isConnected);
    /// Applies what depends on time only: silence, a limit that is reached, the next point of the plots. True: something changed.
    bool updateState(const ClockReading &now, bool isConnected);

private:
    enum class OnlineState {
        Online,
        SignedOff, ///< closed normally
        Lost ///< the connection was lost: the broker sent the desk's last will
    };
    void recordArrival(const BoardWire::Message &message, bool isRetained, const ClockReading &now, std::optional<std::chrono::microseconds> brokerRoundTrip);
    bool applyCall(const BoardWire::Call &call, bool isRetained, const ClockReading &now);
    bool isDeskSilent(const ClockReading &now) const;
    bool hasFreshNumbers(const ClockReading &now) const;
    void addPlotPoint(const ClockReading &now);

    CurrentRunTracker m_currentRunTracker;
    DeskHealthPolicy m_healthPolicy;
    ClockOffset m_clockOffset;
    OnlineState m_onlineState = OnlineState::Online;
    std::optional<BoardWire::MessageStamp> m_lastCallStamp; ///< the stamp of the last call message, even if the call is over
    bool m_isLastCallMessageLive = false; ///< true: at least one message of the call arrived live, not retained by the broker
    Clock::time_point m_lastCallMessageAt; ///< when the call was last published
    Clock::time_point m_lastNumbersArrivedAt;
    Clock::time_point m_silenceCountedFrom;
    Clock::time_point m_nextPlotPointAt;
};
}
