// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/links/facts/linkfacts.h"
#include "sessions/links/facts/silencejudge.h"

namespace Nightdesk
{
struct QuestionWithdrawn {
    quint64 question = 0;
};
/// The thread needs a connection to @ref host through @ref hops (this computer connects to the first one). It waits for a HopReadyCommand or
/// HopFailedCommand.
struct HopRequest {
    QStringList hops;
    QString host;
    quint16 port = 0;
};
/// The link's silence level has changed. @ref lastHeardAt: when the host last sent something.
struct SilenceChanged {
    SilenceLevel silence = SilenceLevel::None;
    std::chrono::steady_clock::time_point lastHeardAt;
};
struct StreamOpened {
    quint64 id = 0;
};
struct StreamFailed {
    quint64 id = 0;
    Failure failure;
};
struct StreamClosed {
    quint64 id = 0;
};
struct ProgramStarted {
    quint64 id = 0;
};
struct ProgramFailed {
    quint64 id = 0;
    Failure failure;
    /// sshd refused a further session channel, so the program may start over another connection.
    bool needsAdditionalLink = false;
};
struct ProgramOutput {
    quint64 id = 0;
    QByteArray bytes;
    OutputKind kind = OutputKind::StandardOutput;
};
struct ProgramFinished {
    quint64 id = 0;
    ProgramExit exit;
};
/// The attempt ended because a person would have had to answer, and asking is not allowed.
struct UserAnswerNeeded {
};
/// The link's thread has ended. An empty failure: the thread was stopped.
struct LinkThreadEnded {
    std::optional<Failure> failure;
};

/// Events that a link's thread reports: the state that it has entered, the facts once it is connected, and so on. A SharedFd is an X connection
/// opened by a remote program that Nightdesk started.
using LinkEvent = std::variant<LinkState,
                               StepTiming,
                               HostKeyQuestion,
                               SecretQuestion,
                               QuestionWithdrawn,
                               HopRequest,
                               LinkFacts,
                               SilenceChanged,
                               LinkSample,
                               PingAnswer,
                               StreamOpened,
                               StreamFailed,
                               StreamClosed,
                               ProgramStarted,
                               ProgramFailed,
                               ProgramOutput,
                               ProgramFinished,
                               SharedFd,
                               UserAnswerNeeded,
                               LinkThreadEnded>;
}
