// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/xwindows/protocol/xeventgate.h"
#include "sessions/xwindows/protocol/xrequestfilter.h"
#include "sessions/xwindows/server/authority.h"

namespace Nightdesk
{
/// False: the other end of this connected socket has closed it, whatever waits to be read before that. Any thread.
bool isPeerThere(int socket);

/// What a program is authorized with by one X server, and what is to be known of that server while its connections are relayed. A value: made
/// by XServerConnection, held by the connection that it authorizes.
struct XAccess {
    XAuthorization authorization = {};
    XInputCodes input = {};
    XRequestCodes requests = {};
    bool isConfined = false; ///< by the SECURITY extension: it is not trusted
    SharedFd server = {}; ///< a connection of ours to it, only to be watched; null: it is not watched

    /// False: it has ended. Another one, at the same display, may take the authorization for none. Any thread.
    bool isServerThere() const;
};
}
