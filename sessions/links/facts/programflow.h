// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>

namespace Nightdesk
{
/// How much of a program's output is on its way to the GUI thread. The link's thread stops reading (and so shuts the ssh
/// window) while too much is, so that a program that prints without end cannot fill our memory. Shared by both threads. Held by
/// ProgramRecord and by the link's side, and deleted with the last one.
class ProgramFlow
{
public:
    bool isFull() const
    {
        return m_underway >= limit;
    }
    void sent(std::int64_t bytes)
    {
        m_underway += bytes;
    }
    /// True when reading may go on after it had stopped: wake the link's thread.
    bool delivered(std::int64_t bytes)
    {
        const std::int64_t before = m_underway.fetch_sub(bytes);
        return before >= limit && before - bytes < limit;
    }

private:
    static constexpr std::int64_t limit = 1 << 20;
    std::atomic<std::int64_t> m_underway = 0;
};
}
