// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/statetable.h"

namespace Nightdesk
{
/// A stream's channel through the link.
enum class StreamPhase {
    Opening, ///< the server was asked to open the channel
    AbandonedWhileOpening, ///< the channel is not needed any more, but libssh must first complete its opening
    Open,
    Ended,
};

enum class StreamPhaseEvent {
    Opened,
    Refused,
    Abandoned, ///< the stream is not needed any more
    BothDirectionsEnded,
};

inline constexpr StateTransition<StreamPhase, StreamPhaseEvent> streamPhaseSteps[] = {
    {StreamPhase::Opening, StreamPhaseEvent::Opened, StreamPhase::Open},
    {StreamPhase::Opening, StreamPhaseEvent::Refused, StreamPhase::Ended},
    {StreamPhase::Opening, StreamPhaseEvent::Abandoned, StreamPhase::AbandonedWhileOpening},
    {StreamPhase::AbandonedWhileOpening, StreamPhaseEvent::Opened, StreamPhase::Ended},
    {StreamPhase::AbandonedWhileOpening, StreamPhaseEvent::Refused, StreamPhase::Ended},
    {StreamPhase::Open, StreamPhaseEvent::Abandoned, StreamPhase::Ended},
    {StreamPhase::Open, StreamPhaseEvent::BothDirectionsEnded, StreamPhase::Ended},
};

/// Empty: the event is ignored in this state.
constexpr std::optional<StreamPhase> nextState(StreamPhase from, StreamPhaseEvent on)
{
    return findStep(streamPhaseSteps, from, on);
}

/// The direction from the local end to the channel.
enum class UploadState {
    Reading,
    ReadingAfterHangUp, ///< the local end is closed; the bytes that it sent before are still read
    EofPending, ///< the local end sends nothing more; end-of-file is still to be passed on
    EofPendingAndClosed, ///< like EofPending, and the local end is closed
    EofSent, ///< end-of-file was passed on to the remote end
    EofSentAndClosed, ///< like EofSent, and the local end is closed: it needs nothing from the channel
};

enum class UploadEvent {
    LocalEndClosed, ///< the local end was closed, not only shut down
    LocalInputEnded, ///< nothing more can be read from the local end, or sent to the channel
    AllSent, ///< all data read from the local end was sent to the channel
};

inline constexpr StateTransition<UploadState, UploadEvent> uploadSteps[] = {
    {UploadState::Reading, UploadEvent::LocalEndClosed, UploadState::ReadingAfterHangUp},
    {UploadState::Reading, UploadEvent::LocalInputEnded, UploadState::EofPending},
    {UploadState::ReadingAfterHangUp, UploadEvent::LocalInputEnded, UploadState::EofPendingAndClosed},
    {UploadState::EofPending, UploadEvent::LocalEndClosed, UploadState::EofPendingAndClosed},
    {UploadState::EofPending, UploadEvent::AllSent, UploadState::EofSent},
    {UploadState::EofPendingAndClosed, UploadEvent::AllSent, UploadState::EofSentAndClosed},
    {UploadState::EofSent, UploadEvent::LocalEndClosed, UploadState::EofSentAndClosed},
};

/// Empty: the event is ignored in this state (for example while more can be read).
constexpr std::optional<UploadState> nextState(UploadState from, UploadEvent on)
{
    return findStep(uploadSteps, from, on);
}

/// The direction from the channel to the local end.
enum class DownloadState {
    Writing,
    WaitingForLocalEnd, ///< nothing can be written to the local end now
    Discarding, ///< the local end accepts nothing any more, so data that arrives is dropped
    EofPassed, ///< end-of-file was passed on to the local end
};

enum class DownloadEvent {
    LocalEndNotWritable, ///< the buffer of the local end is full
    LocalEndWritable,
    WriteFailed, ///< writing to the local end failed
    RemoteEndFinished, ///< the remote end sends nothing more, and everything was passed on
};

inline constexpr StateTransition<DownloadState, DownloadEvent> downloadSteps[] = {
    {DownloadState::Writing, DownloadEvent::LocalEndNotWritable, DownloadState::WaitingForLocalEnd},
    {DownloadState::Writing, DownloadEvent::WriteFailed, DownloadState::Discarding},
    {DownloadState::Writing, DownloadEvent::RemoteEndFinished, DownloadState::EofPassed},
    {DownloadState::WaitingForLocalEnd, DownloadEvent::LocalEndWritable, DownloadState::Writing},
    {DownloadState::WaitingForLocalEnd, DownloadEvent::WriteFailed, DownloadState::Discarding},
    {DownloadState::WaitingForLocalEnd, DownloadEvent::RemoteEndFinished, DownloadState::EofPassed},
    {DownloadState::Discarding, DownloadEvent::RemoteEndFinished, DownloadState::EofPassed},
};

/// Empty: the event is ignored in this state.
constexpr std::optional<DownloadState> nextState(DownloadState from, DownloadEvent on)
{
    return findStep(downloadSteps, from, on);
}
}
