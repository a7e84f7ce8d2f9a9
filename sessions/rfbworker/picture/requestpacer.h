// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace Nightdesk::Rfb
{
/// How far the way to the server is known.
enum class PacerState {
    FirstRound, ///< nothing has been measured yet
    Opening, ///< TCP opens its window: each step fills the way
    FirstRoundFull, ///< what waits is too much for TCP's steps, and nothing else has been measured
    Steady, ///< what fills the way now is too much
};

enum class PacerEvent {
    RoundMeasured, ///< with updates in it
    WayFull, ///< TCP has opened its window, or the way carries no more
};

/// The table of the pacer's start. Empty: this pair means nothing.
constexpr std::optional<PacerState> nextState(PacerState from, PacerEvent on)
{
    struct Step {
        PacerState from;
        PacerEvent on;
        PacerState to;
    };
    constexpr Step steps[] = {
        {PacerState::FirstRound, PacerEvent::RoundMeasured, PacerState::Opening},
        {PacerState::FirstRound, PacerEvent::WayFull, PacerState::FirstRoundFull},
        {PacerState::Opening, PacerEvent::WayFull, PacerState::Steady},
        {PacerState::FirstRoundFull, PacerEvent::RoundMeasured, PacerState::Steady},
    };
    for (const Step &step : steps) {
        if (step.from == from && step.on == on) {
            return step.to;
        }
    }
    return std::nullopt;
}

/// When to ask for the next update without waiting for the last: often enough that a request always waits at a server which
/// draws, and no more than the way carries. A server merges requests that come before it has something to send, so asking too
/// often costs little; what it must not do is to make updates wait behind each other. Pure: times and counts come in. Owned by UpdateRequester.
class RequestPacer
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;
    using Duration = Clock::duration;

    /// Xvnc draws 60 times a second at most. A request each millisecond drowned servers (VNC-HL).
    static constexpr std::chrono::microseconds shortest{16'667};
    /// Without knowing more: 40 to 50 ms did well at any round trip (VNC-HL), and this is still inside the frame of a 25 Hz source.
    static constexpr std::chrono::milliseconds first{33};
    static constexpr std::chrono::milliseconds longest{40}; ///< but where the way is full
    static constexpr std::chrono::milliseconds slowest{1000}; ///< where it is full
    /// What may wait although the way is well: below it, it can not be told from a server that was busy.
    static constexpr std::chrono::milliseconds smallQueue{15};
    static constexpr std::chrono::milliseconds largeQueue{40};
    /// Nearer than this a request that waits for the update before is as good.
    static constexpr std::chrono::milliseconds near{5};
    /// So much may be on its way before anything is known of it, and two updates in any case.
    static constexpr double firstFlight = 160 * 1024; // bytes
    static constexpr std::chrono::milliseconds startPause{50};
    static constexpr std::chrono::milliseconds steadyPause{200};
    static constexpr std::chrono::milliseconds longestHold{5000};
    /// A repaint at a tiny share must not freeze a picture for minutes, and a share is told again many times a second.
    static constexpr std::chrono::milliseconds largestDebt{2000};
    static constexpr std::chrono::milliseconds repricedDebt{1000};
    static constexpr std::uint64_t largeUpdate = 8 * 1024; ///< bytes: more of its kind will come

    /// Of the way, without a queue.
    void setRoundTrip(Duration roundTrip);
    /// At most so much; 0: no limit. What is owed is owed at the new rate.
    void setAllowance(double bytesPerSecond, Time now);
    /// What came beyond the allowance so far is not held against it.
    void forgetDebt();
    void asked(Time now);
    /// An update with pixels has come, in so much time.
    void updateCame(Time now, Duration took, std::uint64_t bytes);
    /// Colors have come, without an update: the request still waits at the server, but what is shown changes all the same.
    void coloursCame(Time now);
    /// An update without pixels has come: it may have used up what was asked.
    void usedUp(Time now);
    /// So long did wait on its way what the server sent when it was asked; the answer has come. @p leftAt: when the question left; what
    /// was changed since then is not in the answer.
    void measured(Time now, Duration queue, std::optional<Time> leftAt = std::nullopt);
    /// Without a question: whether something came nearly all the time; and what is known of the link.
    void busy(Time now, bool isBusy, Duration queue);
    /// It has not come, and so long does it wait by now.
    void waits(Time now, Duration queue);
    /// It has come, and found no stream to measure.
    void waitsNoMore(Duration queue);

    /// When the next request is due; empty: not before something comes.
    std::optional<Time> askAt() const;
    /// A request beside those of askAt() would not add to a queue, nor to what is owed, and is worth it: the server is not near.
    bool mayAskMore(Time now) const;
    /// Updates come one after the other.
    bool isStreaming(Time now) const;
    /// They are worth measuring: one alone tells nothing of the way.
    bool isMeasurable(Time now) const;
    /// Between the answer to one question and the next.
    Duration measurePause() const;
    /// More is drawn than the way carries.
    bool isFull() const;
    /// A queue of this is too much.
    Duration tolerated() const;
    /// An answer that is out is so late that there were losses: BBR alone holds one up by a round trip each ten seconds.
    bool isStuck(Duration late) const;
    Duration period() const;
    /// What came, per second, in the last round.
    double bytesPerSecond() const;

private:
    void handle(PacerEvent event);
    bool isStarting() const; ///< TCP has not opened its window yet
    bool isFirstRound() const;
    Duration window() const;
    double firstUpdates() const;
    Duration askingPeriod() const;
    void brake(Time now);
    void slowDown(Time now);
    void followSource(Time now);
    Duration usualQueue() const; ///< what is found in a full way at any time

    Duration m_roundTrip = std::chrono::milliseconds(100);
    double m_allowance = 0;
    Time m_debtUntil; ///< what came is paid for by then
    Duration m_period = first;
    std::optional<Time> m_askedAt;
    unsigned m_ahead = 0; ///< requests more than updates, but for those that were merged
    std::optional<Time> m_usedAt; ///< an update came after the last request: the server may have none left
    std::deque<Time> m_updates; ///< of the last window()
    Time m_streamUntil;
    unsigned m_followUps = 0; ///< requests still to send behind a lone update
    Duration m_queue{};
    Time m_holdUntil; ///< until what waits has come
    std::optional<Time> m_heldSince;
    Time m_slowedAt; ///< less is asked for since then
    double m_updateBytes = 0; ///< usually
    Duration m_updateTook{}; ///< usually
    PacerState m_state = PacerState::FirstRound;
    int m_fullRounds = 0;
    int m_longRounds = 0; ///< in a row, with more of a queue than usual
    double m_bestRate = 0;
    // The round since measured() was called last:
    std::optional<Time> m_roundBegan;
    unsigned m_roundUpdates = 0;
    std::uint64_t m_roundBytes = 0;
    double m_rate = 0;
    Duration m_between{}; ///< updates, in the last round that had some
};
}
