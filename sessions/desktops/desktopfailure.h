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
/// Why one attempt at a desktop came to its end.
struct ConnectionEnd {
    enum class Cause {
        ChannelRefused, ///< sshd could not reach the server
        LinkLost, ///< the whole link went away
        ServerEnded, ///< the stream ended
        ServerFailed, ///< the worker says what is wrong with the server: @ref code
        SecretCancelled,
        NoSandbox, ///< a setting refuses to show desktops without one
        NoVncAuth, ///< this system has no DES
        NoMemory, ///< no picture could be made here
        WorkerMissing, ///< the program is not installed or cannot be started
        WorkerDied,
        WorkerLied,
        WorkerRunaway,
        WorkerSilent, ///< it hangs: not even statistics came
        ServerSilent, ///< for @ref silence, while the link answered
        LoginSilent, ///< for @ref silence before anything was shown
    };
    Cause cause = Cause::ServerEnded;
    RfbWire::FailureCode code = RfbWire::FailureCode::Closed;
    QString detail; ///< the peer's own words, or the log's; display-safe
    std::optional<Failure> linkFailure; ///< what the link says of it
    std::chrono::seconds silence{};
};

/// "display :3 of lris.summit.example", translated.
QString desktopPlace(const DesktopAddress &address, const QString &host);

/// True where another attempt with a fresh worker is made at once, but not for ever (WorkerWatchdog counts).
bool countsAsDeath(const ConnectionEnd &end);

/// The end in plain words. @p gaveUp: it was one death too many.
Failure desktopFailure(const ConnectionEnd &end, const QString &place, bool gaveUp);
}
