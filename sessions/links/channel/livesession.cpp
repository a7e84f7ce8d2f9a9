// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/channel/livesession.h"

#include "sessions/common/logging.h"
#include "sessions/links/facts/linkfailure.h"
#include "sessions/links/facts/tcpinfo.h"

#include <libssh/server.h> // ssh_set_message_callback

#include <poll.h>
#include <sys/socket.h>
#include <time.h>

#include <algorithm>
#include <string>
#include <utility>

using namespace std::chrono_literals;

namespace Nightdesk
{
namespace
{
// Programs of one night on one link have few X connections each. X servers accept 256 clients in all (default of Xorg and Xwayland), and each channel
// costs this process three descriptors of the usual 1024: three links that open the maximum leave enough for the rest.
constexpr std::size_t x11Limit = 64;
// Interval of the probes. If one probe and the answer to its retransmission are lost, the next answer must still arrive before input is blocked.
// Example for a round trip of 100 ms (limit 1.5 s): 0.5 s until the probe, 0.1 s round trip, and two retransmissions by TCP after 0.3 s and
// 0.3 to 0.6 s. For 600 ms (limit 3 s), a probe is sent immediately after the previous answer, and TCP retransmits after 0.9 s each time.
constexpr auto pingInterval = 500ms;
// Interval of the probes while more than busyBytes arrive between two of them: the code that shares the bandwidth
// must notice a growing queue before a person does.
constexpr auto busyPingInterval = 200ms;
constexpr std::uint64_t busyBytes = 16 * 1024;
// libssh reads this many bytes at a time, an eighth of a packet. One turn of the loop for each read doubled the CPU
// time. So a turn makes up to readsATurn reads; then the other channels and commands are processed.
constexpr std::uint64_t libsshRead = 4096;
constexpr int readsATurn = 16;

bool hasUnreadData(int fd)
{
    pollfd readable{fd, POLLIN, 0};
    return ::poll(&readable, 1, 0) == 1;
}

/// The stream or program with this id; null: there is none.
template<typename StreamOrProgram>
StreamOrProgram *findChannel(const std::vector<std::unique_ptr<Channel>> &channels, quint64 id)
{
    for (const auto &channel : channels) {
        if (auto *found = dynamic_cast<StreamOrProgram *>(channel.get()); found && found->id() == id) {
            return found;
        }
    }
    return nullptr;
}
}

LiveSession::LiveSession(LinkControl &control, LinkEventPoster &eventPoster, SshSession &session, const QString &where)
    : m_linkControl(control)
    , m_eventPoster(eventPoster)
    , m_sshSession(session)
    , m_destinationText(where)
    , m_silenceTracker(BootClock::now())
    , m_tcpWarmUp(session)
    , m_nextPingAt(m_silenceTracker.lastDataAt())
    , m_nextSampleAt(m_silenceTracker.lastDataAt() + 1s)
{
    m_lastReceivedBytes = m_receivedBytesAtPing = session.wireCounters().in_bytes;
    m_callbacks.userdata = this;
    m_callbacks.channel_open_request_x11_function = [](ssh_session, const char *, int, void *self) {
        return static_cast<LiveSession *>(self)->acceptX11Channel();
    };
    ssh_callbacks_init(&m_callbacks);
    ssh_set_callbacks(session.handle(), &m_callbacks);
    ssh_set_message_callback(session.handle(), onMessage, this);
}

LiveSession::~LiveSession()
{
    ssh_set_message_callback(m_sshSession.handle(), nullptr, nullptr);
    m_callbacks.channel_open_request_x11_function = nullptr;
    m_channels.clear();
    m_acceptedX11Channels.clear();
    ssh_set_callbacks(m_sshSession.handle(), nullptr);
}

bool LiveSession::detectCompression()
{
    const auto flushed = [this] {
        return m_sshSession.hasUnsentData() && m_sshSession.isAlive() ? SSH_AGAIN : SSH_OK;
    };
    m_sshSession.retryCall(flushed, SSH_AGAIN, 5s);
    const std::uint64_t before = m_sshSession.wireCounters().out_bytes;
    const std::string dull(2048, 'n');
    ssh_send_ignore(m_sshSession.handle(), dull.c_str());
    m_sshSession.retryCall(flushed, SSH_AGAIN, 5s);
    m_isCompressing = m_sshSession.wireCounters().out_bytes - before < dull.size() / 2;
    return m_isCompressing;
}

std::optional<Failure> LiveSession::run()
{
    std::optional<Failure> failure;
    if (const auto known = m_sshSession.tcpRoundTrip()) {
        // TCP has already measured a round trip during the handshake and the login. It is reported first, since the answer to a ping takes time.
        reportPing(*known, true);
    }
    while (!failure && !m_linkControl.isStopped() && !m_linkControl.isFinishing()) {
        m_silenceTracker.noteLoopIteration(BootClock::now());
        m_linkControl.clearWakeFd();
        while (const auto command = m_linkControl.takeCommand()) {
            executeCommand(*command);
        }
        // libssh writes each message by itself. Before the first answer this end may send ten segments, which small ones would use up.
        const int warmUpRoundTrips = m_isCompressing ? 0 : std::exchange(m_warmUpRoundTrips, 0);
        if (warmUpRoundTrips > 0) {
            m_sshSession.setHoldsPartialSegments(true);
        }
        processChannels();
        const std::uint64_t processedBytes = m_sshSession.wireCounters().in_bytes;
        ping();
        m_tcpWarmUp.processAnswers();
        if (warmUpRoundTrips > 0) {
            // Last: sshd connects the streams while the refusals are under way.
            m_tcpWarmUp.begin(warmUpRoundTrips);
            m_sshSession.setHoldsPartialSegments(false);
        }
        if (m_sshSession.wireCounters().in_bytes != processedBytes) {
            processChannels(); // libssh also reads what arrives while it sends, and the socket wakes nobody for that any more
        }
        failure = checkSshConnection();
        if (!failure) {
            waitForEvents();
        }
    }
    if (m_linkControl.isStopped() || m_linkControl.isFinishing()) {
        failure.reset();
    }
    for (const auto &channel : m_channels) {
        channel->handleLinkEnd();
    }
    m_channels.clear(); // deleted before the session is freed: libssh would free the remaining channels with it
    m_acceptedX11Channels.clear();
    m_tcpWarmUp.freeRequests();
    const QString words = m_sshSession.disconnectAndReadReason();
    return failure && !words.isEmpty() ? LinkFailure::serverDisconnected(m_destinationText, words) : failure;
}

void LiveSession::waitForEvents()
{
    std::vector<pollfd> fds{{m_linkControl.wakeFd(), POLLIN, 0}, {m_sshSession.fd(), m_sshSession.pollEvents(), 0}};
    std::vector<Channel *> owners;
    for (const auto &channel : m_channels) {
        if (channel->localFd() >= 0) {
            fds.push_back({channel->localFd(), channel->localPollEvents(), 0});
            owners.push_back(channel.get());
        }
    }
    const auto now = BootClock::now();
    auto until = std::min({m_nextSampleAt, m_pingSentAt ? m_nextSampleAt : m_nextPingAt, m_silenceTracker.nextSilenceLevelChangeAt(now, m_lastRoundTrip)});
    if (const auto pause = fds[1].events == POLLIN ? m_readPausePolicy.pauseEnd(now) : std::nullopt) {
        // During the pause nothing is read, but keys and requests are still sent.
        fds[1].fd = -1;
        until = std::min(until, *pause);
    }
    const auto left = std::clamp<std::chrono::nanoseconds>(until - now, 0s, 1s);
    const timespec limit{.tv_sec = left / 1s, .tv_nsec = (left % 1s).count()};
    const bool isWindowExhausted = std::ranges::any_of(m_channels, &Channel::isWindowExhausted, &std::unique_ptr<Channel>::get);
    const bool isLocalEndBlocked = std::ranges::any_of(m_channels, &Channel::isLocalEndBlocked, &std::unique_ptr<Channel>::get);
    ::ppoll(fds.data(), fds.size(), &limit, nullptr);
    const auto waited = std::chrono::duration_cast<std::chrono::microseconds>(BootClock::now() - now);
    m_queueMeasurements.channelWindowExhaustedTime += isWindowExhausted ? waited : 0us;
    m_queueMeasurements.programNotReadingTime += isLocalEndBlocked ? waited : 0us;
    readFromHost();
    for (std::size_t i = 0; i < owners.size(); ++i) {
        if (fds[i + 2].revents != 0) {
            owners[i]->handleLocalEvents(fds[i + 2].revents);
        }
    }
}

void LiveSession::readFromHost()
{
    const std::uint64_t atFirst = m_sshSession.wireCounters().in_bytes;
    for (int i = 0; i < readsATurn; ++i) {
        const std::uint64_t before = m_sshSession.wireCounters().in_bytes;
        m_sshSession.processSocketEvents();
        if (m_sshSession.wireCounters().in_bytes - before < libsshRead) {
            break;
        }
    }
    m_readPausePolicy.noteRead(m_sshSession.wireCounters().in_bytes - atFirst, BootClock::now());
}

void LiveSession::processChannels()
{
    std::move(m_acceptedX11Channels.begin(), m_acceptedX11Channels.end(), std::back_inserter(m_channels));
    m_acceptedX11Channels.clear();
    std::erase_if(m_channels, [](const auto &channel) {
        return !channel->processIo();
    });
}

std::optional<Failure> LiveSession::checkSshConnection()
{
    const auto now = BootClock::now();
    if (!m_sshSession.isAlive()) {
        return LinkFailure::connectionLost(m_destinationText);
    }
    m_silenceTracker.noteLoopIteration(now);
    if (m_sshSession.wireCounters().in_bytes != m_lastReceivedBytes) {
        m_lastReceivedBytes = m_sshSession.wireCounters().in_bytes;
        m_silenceTracker.noteDataReceived(now);
    }
    checkSilence(now);
    if (now >= m_nextSampleAt) {
        takeLinkSample();
        m_nextSampleAt = std::max(m_nextSampleAt + 1s, now);
    }
    return std::nullopt;
}

void LiveSession::checkSilence(BootClock::time_point now)
{
    const SilenceLevel silence = m_silenceTracker.silenceLevel(now, m_lastRoundTrip);
    // This thread may have been suspended just before this check. Unread data is therefore read before a worse state is
    // reported.
    if (silence == m_reportedSilence || (silence > std::max(m_reportedSilence, SilenceLevel::InputBlocked) && hasUnreadData(m_sshSession.fd()))) {
        return;
    }
    m_reportedSilence = silence;
    const auto lastHeardAt =
        std::chrono::steady_clock::now() - std::chrono::duration_cast<std::chrono::steady_clock::duration>(now - m_silenceTracker.lastDataAt());
    m_eventPoster.post(SilenceChanged{silence, lastHeardAt});
}

void LiveSession::ping()
{
    // A request to cancel a forwarding that never existed: the answer ("no") takes one round trip, and libssh reports this answer, unlike that to a
    // keep-alive.
    if (!m_pingSentAt && BootClock::now() < m_nextPingAt && !m_silenceTracker.isPathInDoubt()) {
        return;
    }
    if (!m_pingSentAt) {
        m_pingSentAt = BootClock::now();
        const bool isBusy = m_sshSession.wireCounters().in_bytes - std::exchange(m_receivedBytesAtPing, m_sshSession.wireCounters().in_bytes) > busyBytes;
        m_nextPingAt = *m_pingSentAt + (isBusy ? busyPingInterval : pingInterval);
    }
    if (ssh_channel_cancel_forward(m_sshSession.handle(), "nightdesk-ping.invalid", 1) == SSH_AGAIN) {
        return;
    }
    if (m_sshSession.isAlive()) {
        const auto now = BootClock::now();
        if (!m_silenceTracker.wasProcessStoppedSince(*m_pingSentAt)) {
            m_sampledRoundTrip = std::chrono::duration_cast<std::chrono::microseconds>(now - *m_pingSentAt);
            // A probe that was under way during an interruption does not measure the path, and its long round trip would delay detecting the next
            // interruption.
            if (m_reportedSilence < SilenceLevel::Stalled) {
                m_lastRoundTrip = m_sampledRoundTrip;
            }
            reportPing(*m_sampledRoundTrip, false);
        }
        m_silenceTracker.noteProbeAnswer(*m_pingSentAt, now);
    }
    m_pingSentAt.reset();
}

void LiveSession::reportPing(std::chrono::microseconds roundTrip, bool isHandshakeRoundTrip)
{
    const PingAnswer ping{std::chrono::steady_clock::now(), roundTrip, {static_cast<std::int64_t>(m_sshSession.wireCounters().in_bytes)}, isHandshakeRoundTrip};
    m_eventPoster.post(ping);
}

LinkQueues LiveSession::takeQueueMeasurements()
{
    m_queueMeasurements.waitingBytes = {};
    m_queueMeasurements.busiestChannelReceivedBytes = {};
    for (const auto &channel : m_channels) {
        m_queueMeasurements.waitingBytes = m_queueMeasurements.waitingBytes + channel->bytesWaitingToBeSent();
        m_queueMeasurements.largestSendWindow = std::max(m_queueMeasurements.largestSendWindow, channel->sendWindowBytes());
        m_queueMeasurements.busiestChannelReceivedBytes = std::max(m_queueMeasurements.busiestChannelReceivedBytes, channel->takeReceivedByteCount());
    }
    return m_queueMeasurements;
}

void LiveSession::takeLinkSample()
{
    LinkSample sample;
    sample.takenAt = std::chrono::steady_clock::now();
    sample.sshRoundTrip = std::exchange(m_sampledRoundTrip, std::nullopt);
    if (const auto tcp = TcpInfo::read(m_sshSession.fd())) {
        sample.tcpRoundTrip = tcp->roundTrip;
        sample.tcpMinimumRoundTrip = tcp->facts.minimumRoundTrip;
        sample.tcpRoundTripVariation = tcp->roundTripVariation;
        sample.retransmits = tcp->facts.retransmits;
        sample.tcp = tcp->facts;
    }
    sample.totalWireBytesReceived.count = static_cast<std::int64_t>(m_sshSession.wireCounters().in_bytes);
    sample.totalWireBytesSent.count = static_cast<std::int64_t>(m_sshSession.wireCounters().out_bytes);
    sample.totalPayloadBytesReceived.count = static_cast<std::int64_t>(m_sshSession.payloadCounters().in_bytes);
    sample.totalPayloadBytesSent.count = static_cast<std::int64_t>(m_sshSession.payloadCounters().out_bytes);
    sample.openChannelCount = static_cast<int>(m_channels.size());
    sample.sessionChannelCount = m_sessionChannelCount;
    sample.queues = takeQueueMeasurements();
    timespec used{};
    if (::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used) == 0) {
        sample.connectionThreadCpuTime =
            std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec));
    }
    m_eventPoster.post(sample);
}

void LiveSession::executeCommand(const LinkCommand &command)
{
    if (const auto *open = std::get_if<OpenStreamCommand>(&command)) {
        m_channels.push_back(
            std::make_unique<StreamChannel>(m_sshSession, m_eventPoster, open->id, open->target, std::move(*open->localEnd), m_destinationText));
        m_warmUpRoundTrips = std::max(m_warmUpRoundTrips, open->warmUpRoundTrips);
    } else if (const auto *start = std::get_if<StartProgramCommand>(&command)) {
        m_channels.push_back(std::make_unique<ProgramChannel>(m_sshSession, m_eventPoster, *start, m_destinationText, m_sessionChannelCount));
    } else if (const auto *drop = std::get_if<CloseStreamCommand>(&command)) {
        if (auto *stream = findChannel<StreamChannel>(m_channels, drop->id)) {
            stream->abandon();
        }
    } else if (std::holds_alternative<ProbeCommand>(command)) {
        m_silenceTracker.markPathDoubtful(BootClock::now());
        m_nextSampleAt = BootClock::now();
        if (!m_sshSession.isLocalAddressPresent()) {
            m_silenceTracker.noteLocalAddressLost();
        }
    } else if (const auto *end = std::get_if<CloseProgramCommand>(&command)) {
        if (auto *program = findChannel<ProgramChannel>(m_channels, end->id)) {
            end->mustSendTerm ? program->terminate() : program->abandon();
        }
    }
}

ssh_channel LiveSession::acceptX11Channel()
{
    const bool wanted = std::ranges::any_of(m_channels, [](const auto &channel) {
        const auto *program = dynamic_cast<const ProgramChannel *>(channel.get());
        return program && program->needsX11();
    });
    const auto x11Channels = m_acceptedX11Channels.size() + static_cast<std::size_t>(std::ranges::count_if(m_channels, [](const auto &channel) {
                                 const auto *stream = dynamic_cast<const StreamChannel *>(channel.get());
                                 return stream && stream->id() == 0;
                             }));
    int pair[2];
    if (!wanted || x11Channels >= x11Limit || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) != 0) {
        if (!std::exchange(m_hasLoggedX11Refusal, true)) {
            qCWarning(LogLink, "refused an X11 channel; no further one is told");
        }
        return nullptr;
    }
    auto channel = std::make_unique<StreamChannel>(m_sshSession, m_eventPoster, UniqueFd(pair[0]));
    m_eventPoster.post(shareFd(UniqueFd(pair[1])));
    const ssh_channel handle = channel->accept();
    m_acceptedX11Channels.push_back(std::move(channel));
    return handle;
}

int LiveSession::onMessage(ssh_session, ssh_message message, void *self)
{
    // Logged once: a host that opens channels all night must not fill the log.
    if (ssh_message_type(message) == SSH_REQUEST_CHANNEL_OPEN && !std::exchange(static_cast<LiveSession *>(self)->m_hasLoggedChannelRefusal, true)) {
        qCWarning(LogLink, "refused a channel that the server opened (type %d); no further one is told", ssh_message_subtype(message));
    }
    return 1; // libssh refuses the request
}
}
