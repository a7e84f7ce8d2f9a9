// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>

namespace Nightdesk
{
/// Counts the bytes of a program's output that are on their way to the GUI thread. At the limit the link's thread stops reading (and thereby closes
/// the ssh window), so that a program with endless output cannot fill the memory. Shared by both threads. Referenced by ProgramRegistration and the
/// link's thread; deleted with the last reference.
class ProgramOutputFlow
{
public:
    bool isFull() const
    {
        return m_undeliveredBytes >= maxUndeliveredBytes;
    }
    void noteSent(std::int64_t bytes)
    {
        m_undeliveredBytes += bytes;
    }
    /// Bytes were delivered to the GUI thread. True: reading had stopped and may continue, so wake the link's thread.
    bool recordDeliveryAndCheckResume(std::int64_t bytes)
    {
        const std::int64_t before = m_undeliveredBytes.fetch_sub(bytes);
        return before >= maxUndeliveredBytes && before - bytes < maxUndeliveredBytes;
    }

private:
    static constexpr std::int64_t maxUndeliveredBytes = 1 << 20;
    std::atomic<std::int64_t> m_undeliveredBytes = 0;
};
}
