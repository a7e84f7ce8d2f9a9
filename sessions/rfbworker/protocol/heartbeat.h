// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"
#include "sessions/base/leastof.h"
#include "sessions/rfbwire/messages.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace Nightdesk::Rfb
{
/// Decides when the server is asked for a sign of life, and whether its answer is overdue. One question at a time: TCP loses
/// none, and a second one would only wait behind the first. Pure: the time comes in. Writer thread alone. Owned by ControlPump.
class Heartbeat
{
public:
    using Instant = BootClock::time_point;
    using Duration = BootClock::duration;

    /// What to ask with.
    enum class Probe {
        None,
        Fence, ///< our own fence: costs 17 bytes each way, and tells the time it took
        Pixel, ///< one pixel, whether it changed or not: what servers without fences answer too
    };

    /// A server that says something by itself is not asked for this long: with 500 ms between two signs of life and a round
    /// trip for the second, silence of 1.5 s is never the ordinary kind below a round trip of 1 s.
    static constexpr std::chrono::milliseconds pause{500};
    static constexpr std::chrono::milliseconds hiddenPause{2000}; ///< nobody types into what is hidden
    /// A server that talks all the time is asked for its time, where it has fences.
    static constexpr std::chrono::milliseconds timingPause{2000};
    /// Input that leaves is followed by a question, at most this often: what was typed into a line that is dead already is to
    /// be as little as can be.
    static constexpr std::chrono::milliseconds inputPause{200};
    /// An answer that takes longer than this and three round trips is overdue.
    static constexpr std::chrono::milliseconds overdue{500};
    /// A silent server that owes a fence for so long is asked for a pixel too: it may have forgotten how to answer fences.
    static constexpr std::chrono::seconds doubt{5};

    void setVisibility(RfbWire::Visibility visibility);
    /// The first update came: the desktop is up and may be asked. Before, nothing is due.
    void begin(Instant now);
    void setServerHasFences(bool has);
    /// It measures its line, or may do so: a pixel would stop it.
    void setServerMeasures(bool measures);

    /// Bytes came from the server, then.
    void answerHeard(Instant at);
    /// Input went to the server.
    void inputSent();
    /// The probe was put on its way; gives the number that it carries. A pixel while a fence is owed leaves that open.
    std::uint64_t probed(Probe probe, Instant now);
    /// A fence came back; empty: it is not ours, or not the last.
    std::optional<Duration> fenceCameBack(std::uint64_t number, Instant at);

    Probe due(Instant now) const;
    /// When due() or isOverdue() will change without anything happening; empty: never.
    std::optional<Instant> nextChange(Instant now) const;
    /// The server owes an answer: input waits until it comes, so that it can still be forgotten.
    bool isOverdue(Instant now) const;

private:
    Instant dueAt() const;
    Duration patience() const;
    std::optional<Instant> doubtsAt() const; ///< asks for a pixel although a fence is owed
    bool usesFences() const;
    bool mayAsk() const; ///< the question would do no harm
    void close();
    void took(Duration roundTrip);

    bool m_begun = false;
    bool m_hasFences = false;
    bool m_measures = false;
    bool m_answersFences = true; ///< false: it answered a pixel and not the fence before
    bool m_inputWent = false;
    RfbWire::Visibility m_visibility = RfbWire::Visibility::Visible;
    Instant m_heardAt;
    Instant m_probedAt;
    std::optional<Probe> m_open; ///< asked and not answered
    std::optional<Instant> m_doubtedAt; ///< asked for a pixel too
    std::uint64_t m_number = 0;
    LeastOf m_roundTrips;
};
}
