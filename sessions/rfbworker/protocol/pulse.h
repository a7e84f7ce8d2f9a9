// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"
#include "sessions/rfbworker/protocol/wakefd.h"

#include <cstdint>
#include <mutex>
#include <optional>

namespace Nightdesk::Rfb
{
/// What the reader tells the writer of the server's signs of life. Any thread. Owned by Worker.
class Pulse
{
public:
    using Instant = BootClock::time_point;

    struct Beat {
        std::optional<Instant> heardAt; ///< empty: never
        bool desktopIsUp = false;
        bool hasFences = false;
        bool measuresLine = false; ///< or may do so: it is asked for no pixel
        std::uint64_t fence = 0; ///< the last of our fences that came back; 0: none
        Instant fenceAt;
        std::uint64_t answers = 0;
        std::chrono::steady_clock::duration answerTook{}; ///< the last
    };

    /// @p writer is woken when there is news, though not for every byte of a stream.
    explicit Pulse(WakeFd &writer);

    // The reader:
    void answerHeard(Instant at);
    void desktopIsUp(); ///< the first update has come
    /// The server has them and was offered them.
    void setHasFences(bool has);
    /// LineMeasure::mayRun().
    void setMeasuresLine(bool measures);
    /// A question other than a fence was, by a server with fences, after so long.
    void answered(std::chrono::steady_clock::duration took);
    void fenceCameBack(std::uint64_t number, Instant at);

    // The writer:
    Beat beat() const;

private:
    mutable std::mutex m_mutex;
    WakeFd &m_writer;
    Beat m_beat;
    Instant m_wokenAt;
};
}
