// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/channel/programchannel.h"
#include "sessions/links/channel/readpause.h"
#include "sessions/links/channel/silencetracker.h"
#include "sessions/links/channel/streamchannel.h"
#include "sessions/links/channel/tcpwarmup.h"

#include <vector>

namespace Nightdesk
{
/// A session that is logged in: executes commands, moves the data of all channels, sends the host a probe twice a second, reports when the host is
/// silent, and takes a sample once a second. Silence never ends the session: the path may come back. One poll() covers the session, the local
/// descriptors and LinkControl. Link's thread. Owned by LinkWorker.
class LiveSession
{
public:
    LiveSession(LinkControl &control, LinkEventPoster &eventPoster, SshSession &session, const QString &where);
    ~LiveSession();
    Q_DISABLE_COPY_MOVE(LiveSession)

    /// Runs until the link is stopped (then empty) or lost.
    std::optional<Failure> run();
    /// Whether the host compresses what this end sends: measured, since libssh does not report what was negotiated.
    bool detectCompression();

private:
    static int onMessage(ssh_session, ssh_message message, void *self);

    ssh_channel acceptX11Channel();
    void executeCommand(const LinkCommand &command);
    void waitForEvents();
    void readFromHost();
    void processChannels();
    std::optional<Failure> checkSshConnection();
    void checkSilence(BootClock::time_point now);
    void ping();
    void takeLinkSample();
    LinkQueues takeQueueMeasurements();
    void reportPing(std::chrono::microseconds roundTrip, bool isHandshakeRoundTrip);

    LinkControl &m_linkControl;
    LinkEventPoster &m_eventPoster;
    SshSession &m_sshSession;
    const QString m_destinationText;
    ssh_callbacks_struct m_callbacks{};
    int m_sessionChannelCount = 0;
    std::vector<std::unique_ptr<Channel>> m_channels;
    /// X11 channels that libssh is about to hand over. They are added to m_channels when libssh is not running.
    std::vector<std::unique_ptr<Channel>> m_acceptedX11Channels;
    LinkQueues m_queueMeasurements;
    bool m_hasLoggedChannelRefusal = false;
    bool m_hasLoggedX11Refusal = false;

    using Time = BootClock::time_point;
    SilenceTracker m_silenceTracker;
    ReadPausePolicy m_readPausePolicy;
    TcpWarmUp m_tcpWarmUp;
    bool m_isCompressing = false; ///< as found by detectCompression()
    int m_warmUpRoundTrips = 0; ///< a stream was requested in this turn of the loop for which TcpWarmUp has so many round trips; 0: none
    std::uint64_t m_lastReceivedBytes = 0;
    SilenceLevel m_reportedSilence = SilenceLevel::None;
    std::optional<Time> m_pingSentAt;
    Time m_nextPingAt;
    std::uint64_t m_receivedBytesAtPing = 0; ///< bytes received when the last probe was sent
    Time m_nextSampleAt;
    std::optional<std::chrono::microseconds> m_lastRoundTrip; ///< last round trip measured while the host answered
    std::optional<std::chrono::microseconds> m_sampledRoundTrip; ///< last round trip since the previous LinkSample; empty: none
};
}
