// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

namespace Nightdesk
{
/// State of the job that reads or writes ProfileWindow's file on another thread. Only one job runs at a time.
enum class FileJobState {
    Idle,
    Running,
    SavePending, ///< a job is running; the file is saved as soon as the job has ended
};

enum class FileJobEvent {
    Started,
    SaveRequested,
    SaveWithdrawn, ///< the requested save is canceled, since another program changed the file: the user must choose a version first
    Ended,
};

inline constexpr StateTransition<FileJobState, FileJobEvent> fileJobSteps[] = {
    {FileJobState::Idle, FileJobEvent::Started, FileJobState::Running},
    {FileJobState::Running, FileJobEvent::SaveRequested, FileJobState::SavePending},
    {FileJobState::Running, FileJobEvent::Ended, FileJobState::Idle},
    {FileJobState::SavePending, FileJobEvent::SaveWithdrawn, FileJobState::Running},
    {FileJobState::SavePending, FileJobEvent::Ended, FileJobState::Idle},
};

/// Empty: the event is ignored in this state.
constexpr std::optional<FileJobState> nextState(FileJobState from, FileJobEvent on)
{
    return findStep(fileJobSteps, from, on);
}
}
