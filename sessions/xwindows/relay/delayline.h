// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <chrono>
#include <cstdint>
#include <memory>

namespace Nightdesk
{
/// What a line is like that programs of this machine are put behind.
struct LineFigures {
    std::chrono::microseconds roundTrip{}; ///< there and back
    double bytesPerSecond = 0; ///< each direction; 0: no limit
    bool compresses = false; ///< as ssh does: what counts against the rate is what is left
    bool operator==(const LineFigures &) const = default;
};

/// What a line carried so far, all its connections together.
struct LineCounts {
    std::int64_t payloadUp = 0; ///< bytes from programs
    std::int64_t payloadDown = 0;
    std::int64_t wireUp = 0; ///< of them after compression; without it the same
    std::int64_t wireDown = 0;
    bool operator==(const LineCounts &) const = default;
};

/// Makes connections of this machine as slow as those of a far one: half the round trip in each direction, and a rate that all
/// share. Carries them on a thread of its own; any thread may call it. A connection holds no more than an ssh channel's window does,
/// or than fits on the line: who does not read is not read for. Owned by who makes the
/// connections slow; the destructor closes all at once.
class DelayLine
{
public:
    explicit DelayLine(const LineFigures &figures);
    ~DelayLine();

    /// The far end of @p program's connection; invalid: no descriptors left.
    SharedFd through(UniqueFd program);
    LineCounts counts() const;

private:
    class Loop;
    std::unique_ptr<Loop> m_loop;
};
}
