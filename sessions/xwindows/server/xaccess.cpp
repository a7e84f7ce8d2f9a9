// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/xaccess.h"

#include <poll.h>

namespace Nightdesk
{
bool XAccess::isServerThere() const
{
    if (!server) {
        return true;
    }
    // The kernel reports the end at once, whatever waits to be read before it.
    pollfd ends = {.fd = server->get(), .events = POLLRDHUP, .revents = 0};
    return server->isValid() && ::poll(&ends, 1, 0) == 0;
}
}
