// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

namespace Nightdesk::Rfb
{
/// Wakes a thread from poll() with an eventfd. Created before the sandbox is active, which denies new ones. Any thread may call wake(). Owned by
/// Mailbox or Outbox.
class WakeFd
{
public:
    WakeFd();
    int fd() const;
    void wake();
    void clear();

private:
    UniqueFd m_fd;
};
}
