// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

namespace Nightdesk
{
/// The job that accesses ProfileWindow's file on another thread: only one at a time.
enum class FileJobState {
    Idle,
    Running,
    SaveFollows, ///< saves as soon as the running job has ended
};

enum class FileJobEvent {
    Begins,
    SaveRequested,
    SaveWithdrawn, ///< the running job found a change by another program: the user has to choose first
    Ended,
};

inline constexpr StateStep<FileJobState, FileJobEvent> fileJobSteps[] = {
    {FileJobState::Idle, FileJobEvent::Begins, FileJobState::Running},
    {FileJobState::Running, FileJobEvent::SaveRequested, FileJobState::SaveFollows},
    {FileJobState::Running, FileJobEvent::Ended, FileJobState::Idle},
    {FileJobState::SaveFollows, FileJobEvent::SaveWithdrawn, FileJobState::Running},
    {FileJobState::SaveFollows, FileJobEvent::Ended, FileJobState::Idle},
};

/// Empty: the event is ignored in this state.
constexpr std::optional<FileJobState> nextState(FileJobState from, FileJobEvent on)
{
    return findStep(fileJobSteps, from, on);
}
}
