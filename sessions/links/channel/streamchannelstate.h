// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

namespace Nightdesk
{
/// A stream's channel through the link.
enum class StreamPhase {
    Opening, ///< the server was asked to open the channel
    Discarding, ///< the channel is not needed any more, but libssh must first complete its opening
    Open,
    Over,
};

enum class StreamPhaseEvent {
    Opened,
    Refused,
    Abandoned, ///< the stream is not needed any more
    Completed, ///< both directions have ended
};

inline constexpr StateStep<StreamPhase, StreamPhaseEvent> streamPhaseSteps[] = {
    {StreamPhase::Opening, StreamPhaseEvent::Opened, StreamPhase::Open},
    {StreamPhase::Opening, StreamPhaseEvent::Refused, StreamPhase::Over},
    {StreamPhase::Opening, StreamPhaseEvent::Abandoned, StreamPhase::Discarding},
    {StreamPhase::Discarding, StreamPhaseEvent::Opened, StreamPhase::Over},
    {StreamPhase::Discarding, StreamPhaseEvent::Refused, StreamPhase::Over},
    {StreamPhase::Open, StreamPhaseEvent::Abandoned, StreamPhase::Over},
    {StreamPhase::Open, StreamPhaseEvent::Completed, StreamPhase::Over},
};

/// Empty: the event is ignored in this state.
constexpr std::optional<StreamPhase> nextState(StreamPhase from, StreamPhaseEvent on)
{
    return findStep(streamPhaseSteps, from, on);
}

/// The direction from the local end to the channel.
enum class UploadState {
    Reading,
    ReadingRest, ///< the local end is closed; the bytes that it sent before are still read
    Ended, ///< the local end sends nothing more; end-of-file is still to be passed on
    EndedAndClosed, ///< like Ended, and the local end is closed
    EofSent, ///< end-of-file was passed on to the remote end
    Done, ///< like EofSent, and the local end is closed: it needs nothing from the channel
};

enum class UploadEvent {
    HungUp, ///< the local end was closed, not only shut down
    Ended, ///< nothing more can be read, or passed on
    Drained, ///< everything that was read has been passed on
};

inline constexpr StateStep<UploadState, UploadEvent> uploadSteps[] = {
    {UploadState::Reading, UploadEvent::HungUp, UploadState::ReadingRest},
    {UploadState::Reading, UploadEvent::Ended, UploadState::Ended},
    {UploadState::ReadingRest, UploadEvent::Ended, UploadState::EndedAndClosed},
    {UploadState::Ended, UploadEvent::HungUp, UploadState::EndedAndClosed},
    {UploadState::Ended, UploadEvent::Drained, UploadState::EofSent},
    {UploadState::EndedAndClosed, UploadEvent::Drained, UploadState::Done},
    {UploadState::EofSent, UploadEvent::HungUp, UploadState::Done},
};

/// Empty: the event is ignored in this state (for example while more can be read).
constexpr std::optional<UploadState> nextState(UploadState from, UploadEvent on)
{
    return findStep(uploadSteps, from, on);
}

/// The direction from the channel to the local end.
enum class DownloadState {
    Writing,
    Full, ///< waits until the local end can be written to
    Deaf, ///< the local end accepts nothing any more: what arrives is discarded
    EofPassed, ///< end-of-file was passed on to the local end
};

enum class DownloadEvent {
    Filled,
    Writable,
    Failed, ///< writing to the local end failed
    Ended, ///< the remote end sends nothing more, and everything was passed on
};

inline constexpr StateStep<DownloadState, DownloadEvent> downloadSteps[] = {
    {DownloadState::Writing, DownloadEvent::Filled, DownloadState::Full},
    {DownloadState::Writing, DownloadEvent::Failed, DownloadState::Deaf},
    {DownloadState::Writing, DownloadEvent::Ended, DownloadState::EofPassed},
    {DownloadState::Full, DownloadEvent::Writable, DownloadState::Writing},
    {DownloadState::Full, DownloadEvent::Failed, DownloadState::Deaf},
    {DownloadState::Full, DownloadEvent::Ended, DownloadState::EofPassed},
    {DownloadState::Deaf, DownloadEvent::Ended, DownloadState::EofPassed},
};

/// Empty: the event is ignored in this state.
constexpr std::optional<DownloadState> nextState(DownloadState from, DownloadEvent on)
{
    return findStep(downloadSteps, from, on);
}
}
