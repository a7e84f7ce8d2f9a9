// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/channel/channel.h"
#include "sessions/links/channel/streamchannelstate.h"
#include "sessions/links/facts/linkeventposter.h"

namespace Nightdesk
{
/// Moves bytes between a channel and a local descriptor, with back-pressure in both directions: what the local end does not take stays in libssh's
/// buffer and closes the ssh window (2 MiB); what the remote end or the network does not take is not read from the descriptor. End-of-file is passed
/// on separately in each direction. Link's thread. Owned by LiveSession.
class StreamChannel : public Channel
{
public:
    /// A stream that this end opens to @p target.
    StreamChannel(SshSession &session, LinkEventPoster &eventPoster, quint64 id, const StreamTarget &target, UniqueFd local, const QString &where);
    /// A channel that the remote end opens; accept() hands it to libssh.
    StreamChannel(SshSession &session, LinkEventPoster &eventPoster, UniqueFd local);
    ssh_channel accept();

    quint64 id() const;
    bool processIo() override;
    int localFd() const override;
    short localPollEvents() const override;
    void handleLocalEvents(short events) override;
    Bytes bytesWaitingToBeSent() const override;
    bool isWindowExhausted() const override;
    bool isLocalEndBlocked() const override;
    void abandon() override;
    void handleLinkEnd() override;

private:
    int handleData(const char *bytes, int count, bool isError) override;
    void handleEvent(StreamPhaseEvent event);
    void handleEvent(UploadEvent event);
    void handleEvent(DownloadEvent event);
    void continueOpening();
    void moveBytes();
    int writeToLocalEnd(const char *bytes, int count);
    void readFromChannel();
    void readFromLocalEnd();
    void sendUnsentBytes();

    LinkEventPoster &m_eventPoster;
    const quint64 m_streamId = 0; ///< 0: an X11 channel, without reports
    const StreamTarget m_streamTarget;
    const QString m_destinationText;
    UniqueFd m_localEnd;
    QByteArray m_unsentBytes; ///< read from the local end, not yet accepted by libssh (during a key exchange)
    QByteArray m_unwrittenBytes; ///< read from libssh, not yet accepted by the local end: at most the bytes of one turn of the loop
    StreamPhase m_streamPhase = StreamPhase::Opening;
    UploadState m_uploadState = UploadState::Reading;
    DownloadState m_downloadState = DownloadState::Writing;
};
}
