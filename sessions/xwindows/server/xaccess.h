// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/xwindows/protocol/xpressfilter.h"
#include "sessions/xwindows/protocol/xrequestfilter.h"
#include "sessions/xwindows/server/xauthorization.h"

namespace Nightdesk
{
/// False: the other end of this connected socket was closed, even if bytes still wait to be read. Any thread.
bool isPeerConnected(int socket);

/// The authorization of a program at one X server, and what the relay must know about that server. A value: made by XServerConnection, held by the
/// connection that it authorizes.
struct XServerAccess {
    XAuthorization authorization = {};
    XInputExtensionCodes inputExtensionCodes = {};
    XRequestCodes requestCodes = {};
    bool isConfined = false; ///< untrusted, by the SECURITY extension
    SharedFd serverFd = {}; ///< Nightdesk's own connection to the server, only to notice its end; null: not watched

    /// False: the server has ended. Another server at the same display may accept a client without knowing its cookie. Any thread.
    bool isServerRunning() const;
};
}
