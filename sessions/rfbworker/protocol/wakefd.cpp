// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/protocol/wakefd.h"

#include <sys/eventfd.h>

#include <cstdint>

namespace Nightdesk::Rfb
{
WakeFd::WakeFd()
    : m_fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
}

int WakeFd::fd() const
{
    return m_fd.get();
}

void WakeFd::wake()
{
    const std::uint64_t one = 1;
    // Fails only after 2^64 calls of wake() without clear().
    [[maybe_unused]] const auto written = ::write(m_fd.get(), &one, sizeof(one));
}

void WakeFd::clear()
{
    std::uint64_t count = 0;
    [[maybe_unused]] const auto got = ::read(m_fd.get(), &count, sizeof(count));
}
}
