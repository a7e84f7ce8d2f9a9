// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/xaccess.h"

#include <poll.h>

namespace Nightdesk
{
bool isPeerConnected(int socket)
{
    // The kernel reports the end at once, even if bytes wait to be read.
    pollfd ends = {.fd = socket, .events = POLLRDHUP, .revents = 0};
    return socket >= 0 && ::poll(&ends, 1, 0) == 0;
}

bool XServerAccess::isServerRunning() const
{
    return !serverFd || isPeerConnected(serverFd->get());
}
}
