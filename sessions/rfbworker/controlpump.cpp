// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/controlpump.h"

#include "sessions/rfbwire/recordsocket.h"
#include "sessions/rfbworker/protocol/clientmessages.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <utility>

namespace Nightdesk::Rfb
{
namespace
{
constexpr std::chrono::seconds statsInterval{1};
// Minimum interval between two records of the same kind that report that the server responds.
constexpr std::chrono::milliseconds reportInterval{250};
constexpr std::size_t writeSize = 64 * 1024;
// The reader empties its mailbox at least once per rectangle; a console that sends more records than this meanwhile is faulty.
constexpr std::size_t maxMails = 4096;

std::uint64_t cpuMicroseconds()
{
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000 + static_cast<std::uint64_t>(time.tv_nsec) / 1000;
}

BootClock::time_point bootTime(std::uint64_t nanoseconds)
{
    return BootClock::time_point(std::chrono::nanoseconds(nanoseconds));
}
}

ControlPump::ControlPump(ControlSocket &console,
                         int rfbFd,
                         Outbox &outbox,
                         ClipboardExchange &clipboards,
                         Mailbox &mailbox,
                         Counters &counters,
                         const ServerLiveness &pulse,
                         std::function<std::uint64_t()> bytesIn)
    : m_consoleSocket(console)
    , m_rfbFd(rfbFd)
    , m_outbox(outbox)
    , m_clipboardExchange(clipboards)
    , m_mailbox(mailbox)
    , m_counters(counters)
    , m_liveness(pulse)
    , m_receivedByteCountSource(std::move(bytesIn))
{
}

void ControlPump::setSandboxStatus(const SandboxStatus &status)
{
    m_sandboxStatus = status;
}

std::string ControlPump::run()
{
    m_nextStatisticsAt = BootClock::now() + statsInterval;
    for (;;) {
        auto now = BootClock::now();
        updateHeartbeat(now);
        if (m_updateRequestsAfterKeys.takeDueRequest(now) && m_outbox.pushUpdateRequestAfterKeys()) {
            ++m_counters.requests;
        }
        writeToServer();
        now = BootClock::now();
        if (now >= m_nextStatisticsAt) {
            if (m_isStartRecordReceived) {
                sendStatistics();
            }
            m_nextStatisticsAt = now + statsInterval;
        }
        pollfd fds[3]{{m_consoleSocket.fd(), POLLIN, 0},
                      {m_outbox.wakeFd().fd(), POLLIN, 0},
                      {m_serverSocketState == ServerSocketState::Full ? m_rfbFd : -1, POLLOUT, 0}};
        if (::poll(fds, 3, pollTimeoutMilliseconds(now)) < 0 && errno != EINTR) {
            return "poll failed";
        }
        if (fds[1].revents != 0) {
            m_outbox.wakeFd().clear();
        }
        if (fds[2].revents != 0) {
            enterNextState(m_serverSocketState, ServerSocketEvent::BufferDrained);
        }
        if (fds[0].revents != 0 && !receiveRecords()) {
            return m_endReason;
        }
    }
}

int ControlPump::pollTimeoutMilliseconds(Instant now) const
{
    Instant next = m_nextStatisticsAt;
    if (m_hasUnreportedResponse) {
        next = std::min(next, m_responseReportSentAt + reportInterval);
    }
    if (const auto change = isServerLost() ? std::nullopt : m_heartbeat.nextChangeAt(now)) {
        next = std::min(next, *change);
    }
    if (const auto request = m_updateRequestsAfterKeys.nextChangeAt()) {
        next = std::min(next, *request);
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - now);
    return static_cast<int>(std::max<std::chrono::milliseconds::rep>(left.count(), 0));
}

void ControlPump::updateHeartbeat(Instant now)
{
    const ServerLiveness::LivenessSnapshot snapshot = m_liveness.snapshot();
    if (snapshot.hasFirstUpdateCome) {
        m_heartbeat.begin(now);
    }
    m_heartbeat.setServerHasFences(snapshot.hasFences);
    m_heartbeat.setMayServerBeMeasuringSpeed(snapshot.mayServerBeMeasuringSpeed);
    if (snapshot.lastBytesAt) {
        m_heartbeat.noteReceivedBytes(*snapshot.lastBytesAt);
        m_hasUnreportedResponse = *snapshot.lastBytesAt > m_lastReportedResponseAt;
    }
    if (snapshot.lastReturnedFenceNumber != std::exchange(m_lastReturnedFenceNumber, snapshot.lastReturnedFenceNumber)) {
        if (const auto took = m_heartbeat.fenceCameBack(snapshot.lastReturnedFenceNumber, snapshot.fenceReturnedAt)) {
            reportFenceRoundTrip(*took, now);
        }
    }
    if (snapshot.probeAnswerCount != std::exchange(m_serverAnswerCount, snapshot.probeAnswerCount)) {
        reportFenceRoundTrip(snapshot.lastAnswerDuration, now);
    }
    if (m_hasUnreportedResponse && now - m_responseReportSentAt >= reportInterval) {
        m_hasUnreportedResponse = false;
        m_lastReportedResponseAt = *snapshot.lastBytesAt;
        m_responseReportSentAt = now;
        m_consoleSocket.sendWithoutWaiting(RfbWire::ServerResponded{static_cast<std::uint64_t>(m_lastReportedResponseAt.time_since_epoch().count())});
    }
    auto probe = isServerLost() ? Heartbeat::Probe::None : m_heartbeat.dueProbe(now);
    if (probe != Heartbeat::Probe::None) {
        const std::uint64_t number = m_heartbeat.noteProbeSent(probe, now);
        // The reader thread may have just withdrawn the offer of fences: then a pixel is requested instead.
        if (probe == Heartbeat::Probe::Fence && !m_outbox.pushFence(ClientMessages::fenceRequest(number))) {
            m_heartbeat.setServerHasFences(false);
            probe = Heartbeat::Probe::Pixel;
            m_heartbeat.noteProbeSent(probe, now);
        }
        if (probe == Heartbeat::Probe::Pixel) {
            m_outbox.push(ClientMessages::pixelRequest());
        }
    }
    m_outbox.setInputPaused(m_heartbeat.isAnswerOverdue(now));
}

void ControlPump::reportFenceRoundTrip(BootClock::duration took, Instant now)
{
    if (now - m_fenceReportSentAt < reportInterval) {
        return;
    }
    m_fenceReportSentAt = now;
    const auto microseconds = std::max<std::int64_t>(std::chrono::duration_cast<std::chrono::microseconds>(took).count(), 0);
    m_consoleSocket.sendWithoutWaiting(RfbWire::FenceRoundTrip{std::min(static_cast<std::uint64_t>(microseconds), RfbWire::maxFenceMicroseconds)});
}

bool ControlPump::rejectRecord(const std::string &problem)
{
    m_endReason = problem;
    return false;
}

bool ControlPump::receiveRecords()
{
    // At most 16 records at a time, so that the keys in them are sent before more records are read.
    for (int i = 0; i < 16; ++i) {
        auto record = RfbWire::receiveRecord(m_consoleSocket.fd());
        if (!record) {
            switch (record.error()) {
            case RfbWire::SocketProblem::WouldBlock:
                return true;
            case RfbWire::SocketProblem::Closed:
            case RfbWire::SocketProblem::Failed:
                return rejectRecord({});
            case RfbWire::SocketProblem::TooLong:
                return rejectRecord("record: longer than a record may be");
            case RfbWire::SocketProblem::TooManyFds:
                return rejectRecord("record: more than one descriptor");
            }
        }
        auto message = RfbWire::decodeToWorker(record->bytes, record->fd.isValid());
        if (!message) {
            return rejectRecord(message.error().what);
        }
        if (!executeMessage(std::move(*message), std::move(record->fd))) {
            return false;
        }
    }
    return true;
}

bool ControlPump::executeMessage(RfbWire::ToWorker message, UniqueFd fd)
{
    if (const auto *start = std::get_if<RfbWire::Start>(&message)) {
        return executeMessage(*start);
    }
    if (!m_isStartRecordReceived) {
        return rejectRecord("the first record is not Start");
    }
    if (const auto *key = std::get_if<RfbWire::Key>(&message)) {
        m_outbox.addKeyEvent(key->keysym, key->down, bootTime(key->inputTimeNanoseconds), key->scanCode);
    } else if (const auto *pointer = std::get_if<RfbWire::Pointer>(&message)) {
        m_outbox.addPointerEvent(pointer->x, pointer->y, pointer->buttons, bootTime(pointer->inputTimeNanoseconds));
    } else if (const auto *chunk = std::get_if<RfbWire::ClipboardChunk>(&message)) {
        return executeMessage(*chunk);
    } else if (const auto *policy = std::get_if<RfbWire::Policy>(&message)) {
        executeMessage(*policy);
    } else if (const auto *picture = std::get_if<RfbWire::SharedFramebuffer>(&message)) {
        m_mailbox.put(FramebufferRecord{*picture, std::move(fd)});
    } else if (const auto *released = std::get_if<RfbWire::DamagePainted>(&message)) {
        m_mailbox.put(*released);
    } else if (const auto *view = std::get_if<RfbWire::View>(&message)) {
        m_heartbeat.setVisibility(view->visibility);
        if (view->visibility == RfbWire::Visibility::Hidden) {
            // Report the statistics so far: while the view is hidden, the console may not need more reports.
            m_nextStatisticsAt = BootClock::now();
        }
        m_mailbox.put(*view);
    } else if (const auto *share = std::get_if<RfbWire::LinkShare>(&message)) {
        m_mailbox.put(*share);
    } else if (const auto *size = std::get_if<RfbWire::RequestDesktopSize>(&message)) {
        // While view-only, the request would wait and resize the desktop later, when somebody else may use it.
        if (!m_isViewOnly) {
            m_mailbox.put(*size);
        }
    } else if (const auto *gate = std::get_if<RfbWire::SetInputEnabled>(&message)) {
        m_outbox.setInputGateOpen(gate->enabled, std::chrono::milliseconds(gate->maxInputAgeMilliseconds));
    } else if (const auto *owed = std::get_if<RfbWire::ReleaseKeys>(&message)) {
        m_outbox.releaseKeysAndButtons(owed->keysyms, owed->releaseButtons, owed->pointerX, owed->pointerY);
    } else if (const auto *answer = std::get_if<RfbWire::ChallengeAnswer>(&message)) {
        m_mailbox.put(*answer);
    }
    if (m_mailbox.size() > maxMails || m_outbox.isFull()) {
        return rejectRecord("more records than the worker can take");
    }
    return true;
}

bool ControlPump::executeMessage(const RfbWire::Start &start)
{
    if (m_isStartRecordReceived) {
        return rejectRecord("a second Start");
    }
    m_isStartRecordReceived = true;
    m_isViewOnly = start.viewOnly;
    m_outbox.setViewOnly(start.viewOnly);
    m_outbox.push(m_clipboardExchange.setDirections(!start.viewOnly, true));
    m_consoleSocket.sendWithoutWaiting(RfbWire::Hello{RfbWire::protocolVersion, m_sandboxStatus.seccomp, m_sandboxStatus.landlock});
    if (!m_sandboxStatus.shortcomings.empty()) {
        m_consoleSocket.sendWithoutWaiting(RfbWire::Log{2, "sandbox: " + m_sandboxStatus.shortcomings});
    }
    m_mailbox.put(start);
    return true;
}

void ControlPump::executeMessage(const RfbWire::Policy &policy)
{
    m_isViewOnly = policy.viewOnly;
    m_outbox.setViewOnly(policy.viewOnly);
    m_outbox.push(m_clipboardExchange.setDirections(policy.clipboardToServer && !policy.viewOnly, policy.clipboardFromServer));
    m_mailbox.put(policy);
}

bool ControlPump::executeMessage(const RfbWire::ClipboardChunk &chunk)
{
    switch (m_clipboardAssembler.add(chunk)) {
    case ClipboardAssembler::ChunkResult::Incomplete:
        return true;
    case ClipboardAssembler::ChunkResult::Complete:
        m_outbox.addClipboardMessage(m_clipboardExchange.offerText(m_clipboardAssembler.takeText()));
        return !m_outbox.isFull() || rejectRecord("more text than the worker can take");
    case ClipboardAssembler::ChunkResult::Invalid:
        break;
    }
    return rejectRecord("ClipboardChunk that does not follow");
}

void ControlPump::writeToServer()
{
    while (m_serverSocketState != ServerSocketState::Full && !m_outbox.isEmpty()) {
        // Whether the server's socket accepts data is checked before input is taken from the outbox: input that was
        // taken out no longer expires.
        pollfd server{m_rfbFd, POLLOUT, 0};
        if (!isServerLost() && ::poll(&server, 1, 0) == 0) {
            enterNextState(m_serverSocketState, ServerSocketEvent::BufferBecameFull);
            break;
        }
        Bytes bytes = m_outbox.bytesToSend(writeSize, BootClock::now());
        if (!isServerLost() && !bytes.empty()) {
            iovec part{bytes.data(), bytes.size()};
            msghdr message{};
            message.msg_iov = &part;
            message.msg_iovlen = 1;
            const ssize_t sent = ::sendmsg(m_rfbFd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
            if (sent < 0 && (errno == EAGAIN || errno == EINTR)) {
                if (errno == EAGAIN) {
                    enterNextState(m_serverSocketState, ServerSocketEvent::BufferBecameFull);
                }
                continue;
            }
            if (sent < 0) {
                enterNextState(m_serverSocketState, ServerSocketEvent::WriteFailed);
            } else {
                bytes.resize(static_cast<std::size_t>(sent));
                m_bytesSentToServer += static_cast<std::uint64_t>(sent);
            }
        }
        m_outbox.removeSentBytes(bytes.size());
    }
    if (m_outbox.wasInputSentSinceLastCall()) {
        m_heartbeat.noteInputSent();
    }
    if (m_outbox.wasKeyOrButtonSentSinceLastCall()) {
        m_updateRequestsAfterKeys.addSentKeyOrButton(BootClock::now());
    }
}

bool ControlPump::isServerLost() const
{
    return m_serverSocketState == ServerSocketState::Lost;
}

void ControlPump::sendStatistics()
{
    RfbWire::Stats stats;
    stats.bytesIn = m_receivedByteCountSource();
    stats.bytesOut = m_bytesSentToServer;
    stats.updates = m_counters.updates;
    stats.rects = m_counters.rects;
    stats.pixels = m_counters.pixels;
    stats.decodeMicroseconds = m_counters.decodeMicroseconds;
    stats.cpuMicroseconds = cpuMicroseconds();
    stats.lastEncoding = m_counters.lastEncoding;
    stats.requests = m_counters.requests;
    for (std::size_t kind = 0; kind < stats.kinds.size(); ++kind) {
        const Counters::PixelKindCounters &counters = m_counters.pixelKindCounters[kind];
        stats.kinds[kind] = {counters.pixels, counters.bytes, counters.decodeMicroseconds};
    }
    stats.demandBytesPerSecond = std::max<std::uint64_t>(m_counters.bytesPerSecondServerWouldSend, m_counters.refiningBytesPerSecond);
    stats.queueDelayMicroseconds = std::min<std::uint64_t>(m_counters.queueDelayMicroseconds, RfbWire::maxFenceMicroseconds);
    stats.mode = m_counters.requestMode;
    stats.jpegQuality = m_counters.jpegQuality;
    m_consoleSocket.sendWithoutWaiting(stats);
}
}
