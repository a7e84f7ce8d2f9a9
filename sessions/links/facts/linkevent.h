// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/links/facts/linkfacts.h"
#include "sessions/links/facts/silencejudge.h"

namespace Nightdesk
{
struct QuestionVoid {
    quint64 question = 0;
};
/// The way to @ref host goes through @ref hops (outermost first): answer with HopReadyCommand or HopFailedCommand.
struct HopWanted {
    QStringList hops;
    QString host;
    quint16 port = 0;
};
/// How it answers has changed, since @ref heard, when it was last heard of.
struct SilenceChanged {
    Silence silence = Silence::None;
    std::chrono::steady_clock::time_point heard;
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
    bool sessionRefused = false; ///< sshd would not open one more session channel; another connection may help
};
struct ProgramOutput {
    quint64 id = 0;
    QByteArray bytes;
    OutputKind kind = OutputKind::Standard;
};
struct ProgramFinished {
    quint64 id = 0;
    ProgramExit exit;
};
/// A person would have had to answer, and nobody may be asked: it ends for that.
struct PersonNeeded {
};
/// The thread is done. Empty: it was stopped.
struct LinkEnded {
    std::optional<Failure> failure;
};

/// What a link's thread tells: the state it has entered, the facts once it is connected, and so on. A SharedFd is an X
/// connection that a program of ours has opened.
using LinkEvent = std::variant<LinkState,
                               StepTiming,
                               HostKeyQuestion,
                               SecretQuestion,
                               QuestionVoid,
                               HopWanted,
                               LinkFacts,
                               SilenceChanged,
                               LinkSample,
                               LinkPulse,
                               StreamOpened,
                               StreamFailed,
                               StreamClosed,
                               ProgramStarted,
                               ProgramFailed,
                               ProgramOutput,
                               ProgramFinished,
                               SharedFd,
                               PersonNeeded,
                               LinkEnded>;
}
