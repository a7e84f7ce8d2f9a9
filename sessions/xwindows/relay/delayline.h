// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <chrono>
#include <memory>

namespace Nightdesk
{
/// What a line is like that programs of this machine are put behind.
struct LineFigures {
    std::chrono::microseconds roundTrip{}; ///< there and back
    double bytesPerSecond = 0; ///< each direction; 0: no limit
    bool operator==(const LineFigures &) const = default;
};

/// Makes connections of this machine as slow as those of a far one: half the round trip in each direction, and a rate that all
/// share. Carries them on a thread of its own; any thread may call it. A connection holds no more than an ssh channel's window does,
/// or than fits on the line: who does not read is not read for. The destructor closes all at once.
class DelayLine
{
public:
    explicit DelayLine(const LineFigures &figures);
    ~DelayLine();

    /// The far end of @p program's connection; invalid: no descriptors left.
    SharedFd through(UniqueFd program);

private:
    class Loop;
    std::unique_ptr<Loop> m_loop;
};
}
