// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/profiles/profile.h"
#include "sessions/rfbwire/messages.h"

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Why one connection attempt to a desktop ended.
struct ConnectionEnd {
    enum class Cause {
        ChannelRefused, ///< sshd could not reach the server
        LinkLost, ///< the whole link was lost
        ServerEnded, ///< the server closed the stream
        ServerFailed, ///< the worker reports a problem with the server; @ref code says which
        SecretCancelled,
        NoSandbox, ///< a setting requires a sandbox, which is not available
        NoVncAuth, ///< this system does not provide DES, which the server's password check needs
        NoMemory, ///< no framebuffer could be allocated
        WorkerMissing, ///< the program is not installed or cannot be started
        WorkerCrashed,
        WorkerViolatedProtocol,
        WorkerBusyWithoutResult,
        WorkerSilent, ///< the worker hangs: it does not even send statistics
        ServerSilent, ///< no data for @ref silence, while the link answered
        LoginSilent, ///< no data for @ref silence before the first image
    };
    Cause cause = Cause::ServerEnded;
    RfbWire::FailureCode code = RfbWire::FailureCode::Closed;
    QString detail; ///< text from the peer or from the log; display-safe
    std::optional<Failure> linkFailure; ///< the link's own failure, if it has one
    std::chrono::seconds silence{};
};

/// The name of a desktop for the user, translated, for example "display :3 of lris.summit.example".
QString desktopNameForUser(const DesktopAddress &address, const QString &host);

/// True: the attempt is repeated at once with a new worker, but only a limited number of times (counted by
/// WorkerWatchdog).
bool countsAsWorkerCrash(const ConnectionEnd &end);

/// The failure to show for @p end. @p gaveUp: the limit of worker crashes was reached.
Failure desktopFailure(const ConnectionEnd &end, const QString &place, bool gaveUp);
}
