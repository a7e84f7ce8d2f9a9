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
/// The server's signs of life, as the reader thread reports them to the writer thread. Any thread. Owned by Worker.
class ServerLiveness
{
public:
    using Instant = BootClock::time_point;

    struct LivenessSnapshot {
        std::optional<Instant> lastBytesAt; ///< when bytes last came from the server; empty: never
        bool hasFirstUpdateCome = false;
        bool hasFences = false;
        bool mayServerBeMeasuringSpeed = false; ///< the server measures its network speed, or may do so: no pixel may be requested
        std::uint64_t lastReturnedFenceNumber = 0; ///< the number of the worker's last fence that came back; 0: none
        Instant fenceReturnedAt;
        std::uint64_t probeAnswerCount = 0;
        std::chrono::steady_clock::duration lastAnswerDuration{}; ///< how long the last answer took
    };

    /// @p writer wakes the writer thread; used at each change of the snapshot, but for received bytes only a few times a second.
    explicit ServerLiveness(WakeFd &writer);

    // The reader thread calls the following functions:
    void noteReceivedBytes(Instant at);
    /// The first update has come.
    void noteFirstUpdate()
    {
        setFlag(&LivenessSnapshot::hasFirstUpdateCome, true);
    }
    /// The server has fences and was offered them.
    void setHasFences(bool has)
    {
        setFlag(&LivenessSnapshot::hasFences, has);
    }
    /// @p mayBeMeasuring: x11vnc may be measuring its network speed now, as ServerSpeedTest::mayBeRunning() says.
    void setMayServerBeMeasuringSpeed(bool mayBeMeasuring)
    {
        setFlag(&LivenessSnapshot::mayServerBeMeasuringSpeed, mayBeMeasuring);
    }
    /// A server with fences answered a probe that was not a fence, after the time @p took.
    void handleProbeAnswer(std::chrono::steady_clock::duration took);
    void fenceCameBack(std::uint64_t number, Instant at);

    // The writer thread calls the following function:
    LivenessSnapshot snapshot() const;

private:
    void setFlag(bool LivenessSnapshot::*flag, bool value); ///< wakes the writer thread if that changes the flag

    mutable std::mutex m_mutex;
    WakeFd &m_writerWakeFd;
    LivenessSnapshot m_snapshot;
    Instant m_writerWokenAt;
};
}
