// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/relay/relayedconnection.h"

#include "sessions/base/waketime.h"
#include "sessions/common/displaytext.h"
#include "sessions/common/logging.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto setupTimeLimit = 30s; ///< from the channel's opening to the client's whole first packet
constexpr auto connectTimeLimit = 15s; ///< a server that accepts no connection for this long hangs
constexpr auto connectRetryInterval = 50ms;
constexpr auto lingerTimeLimit = 5s; ///< to deliver the remaining bytes after one side ended
constexpr std::size_t backlogCapacity = 4 << 20; ///< a program that does not answer sends no requests, so only events arrive
constexpr auto backlogTime = 1s; ///< time for a server to send its backlog
}

RelayedConnection::RelayedConnection(UniqueFd channel, std::uint32_t link, const Hooks &hooks, Clock::time_point now)
    : m_hooks(hooks)
    , m_channelFd(std::move(channel))
    , m_linkNumber(link)
    , m_stateDeadline(now + setupTimeLimit)
{
    ::fcntl(m_channelFd.get(), F_SETFL, ::fcntl(m_channelFd.get(), F_GETFL) | O_NONBLOCK);
}

std::uint32_t RelayedConnection::linkNumber() const
{
    return m_linkNumber;
}

std::optional<std::uint32_t> RelayedConnection::program() const
{
    return m_authorizedProgram ? std::optional(m_authorizedProgram->program) : std::nullopt;
}

std::optional<std::uint32_t> RelayedConnection::resourceBase() const
{
    return m_resourceBase;
}

bool RelayedConnection::isFinished() const
{
    return m_state == RelayState::Finished;
}

bool RelayedConnection::isConnected() const
{
    return m_state == RelayState::AwaitingAnswer || m_state == RelayState::Relaying || m_state == RelayState::PassingServerRefusal;
}

void RelayedConnection::handle(RelayEvent event)
{
    const auto next = nextState(m_state, event);
    if (!next) {
        return;
    }
    m_state = *next;
    if (m_state == RelayState::AwaitingAnswer || m_state == RelayState::Finished) {
        // After the connection has ended, its sockets stay open until this object is deleted: until then the server gives its resource base to no
        // other client.
        m_stateDeadline.reset();
    }
    m_connectRetryAt.reset();
}

void RelayedConnection::handle(PressWithholdingEvent event)
{
    const auto next = nextState(m_pressWithholdingState, event);
    if (!next) {
        return;
    }
    const PressWithholdingState before = std::exchange(m_pressWithholdingState, *next);
    if (m_pressWithholdingState == PressWithholdingState::NotWithheld) {
        m_pressFilter->setPressesWithheld(false);
    } else if (before == PressWithholdingState::NotWithheld) {
        m_pressFilter->setPressesWithheld(true);
        const auto presses = m_pressFilter->takeUnsentPresses(m_sentByteCountAfterFilter);
        for (auto press = presses.rbegin(); press != presses.rend(); ++press) {
            m_toChannel.erase(static_cast<std::size_t>(press->offset - m_sentByteCountAfterFilter), press->byteCount);
        }
        m_authorizedProgram->counters->withheldPressCount.fetch_add(static_cast<std::int64_t>(presses.size()), std::memory_order_relaxed);
    }
}

void RelayedConnection::appendPollFds(std::vector<pollfd> &fds) const
{
    const auto add = [&fds](const UniqueFd &fd, bool wantsRead, bool wantsWrite) {
        const auto events = static_cast<short>((wantsRead ? POLLIN : 0) | (wantsWrite ? POLLOUT : 0));
        // Not polled when nothing is needed: poll() would report a hang-up again and again.
        fds.push_back({.fd = events != 0 ? fd.get() : -1, .events = events, .revents = 0});
    };
    const bool isRefusing = m_state == RelayState::SendingOwnRefusal;
    const bool readsChannel = m_state == RelayState::ReadingSetup || isRefusing || (isConnected() && m_toServer.size() < RelayBuffer::capacity);
    const bool hasAnswer = m_state == RelayState::Relaying || m_state == RelayState::PassingServerRefusal;
    const bool writesChannel = (hasAnswer && m_toChannel.size() > m_incompleteMessageBytes) || (isRefusing && !m_toChannel.isEmpty());
    add(m_channelFd, readsChannel && !m_hasChannelEnded, writesChannel);
    add(m_serverFd,
        isConnected() && !m_hasServerEnded && m_toChannel.size() < channelBufferRoom(),
        isConnected() && m_toServer.size() > m_postponedRequestBytes);
}

std::optional<RelayedConnection::Clock::time_point> RelayedConnection::wakeAt() const
{
    const auto at = m_stateDeadline ? WakeTime::earliest({m_stateDeadline, m_connectRetryAt}) : std::nullopt;
    if (!mustEndWithholding()) {
        return at;
    }
    // If the server sends no backlog, presses pass again at once.
    return WakeTime::earliest({at, m_pressWithholdingState == PressWithholdingState::AwaitingBacklog ? m_withholdingEndsAt : Clock::time_point()});
}

void RelayedConnection::advance(const pollfd *fds, Clock::time_point now)
{
    constexpr short readable = POLLIN | POLLHUP | POLLERR;
    const bool channelReadable = (fds[0].revents & readable) != 0 && (fds[0].events & POLLIN) != 0;
    const bool serverReadable = (fds[1].revents & readable) != 0 && (fds[1].events & POLLIN) != 0;
    if (m_stateDeadline && now >= *m_stateDeadline) {
        qCInfo(LogXWindow) << "an X connection was given up in state" << static_cast<int>(m_state);
        handle(RelayEvent::ConnectionEnded);
        return;
    }
    switch (m_state) {
    case RelayState::ReadingSetup:
        if (channelReadable) {
            readClientSetup(now);
        }
        break;
    case RelayState::Connecting:
        if (m_connectRetryAt && now >= *m_connectRetryAt) {
            connectServer(now);
        }
        break;
    case RelayState::AwaitingAnswer:
    case RelayState::Relaying:
    case RelayState::PassingServerRefusal:
        relay(channelReadable, serverReadable, now);
        break;
    case RelayState::SendingOwnRefusal:
        // The channel is read to its end, since unread bytes would cause a reset that discards the refusal.
        m_toServer.clear();
        if ((channelReadable && m_toServer.readFrom(m_channelFd.get()) == RelayBuffer::ReadResult::Ended) || !m_toChannel.writeTo(m_channelFd.get(), nullptr)) {
            handle(RelayEvent::ConnectionEnded);
        } else if (m_toChannel.isEmpty()) {
            ::shutdown(m_channelFd.get(), SHUT_WR);
        }
        break;
    case RelayState::Finished:
        break;
    }
}

void RelayedConnection::readClientSetup(Clock::time_point now)
{
    if (m_toServer.readFrom(m_channelFd.get(), XSetupRequest::maxSize) == RelayBuffer::ReadResult::Ended) {
        handle(RelayEvent::ConnectionEnded);
        return;
    }
    switch (XSetupRequest::parse(m_toServer.waitingBytes(), m_setupRequest)) {
    case XSetupParseResult::NeedMore:
        return;
    case XSetupParseResult::Malformed:
        qCWarning(LogXWindow) << "an X connection does not begin as one";
        handle(RelayEvent::ConnectionEnded);
        return;
    case XSetupParseResult::Complete:
        break;
    }
    m_authorizedProgram = m_hooks.authorize(*this, m_setupRequest);
    if (!m_authorizedProgram) {
        refuseProgram("Nightdesk: this connection has no cookie of a program that Nightdesk runs.", now);
        return;
    }
    if (m_authorizedProgram->observers) {
        m_streamObserver = m_authorizedProgram->observers->newConnection(now);
    }
    if (m_streamObserver) {
        m_streamObserver->observeBytesFromProgram(m_toServer.waitingBytes(), now);
    }
    const auto setup = m_setupRequest.withAuthorization(m_authorizedProgram->access.authorization.name, m_authorizedProgram->access.authorization.data);
    m_toServer.replaceFront(m_setupRequest.packetSize, setup);
    m_postponedRequestBytes = m_toServer.size() - setup.size();
    m_requestFilter.emplace(m_setupRequest.bigEndian, m_authorizedProgram->access.requestCodes, m_authorizedProgram->access.isConfined);
    if (!filterRequests(m_postponedRequestBytes)) {
        return;
    }
    m_setupRequest.authorizationData.clear();
    m_authorizedProgram->access.authorization = {};
    m_stateDeadline = now + connectTimeLimit;
    connectServer(now);
}

/// Filters the last @p count bytes that the program sent. False: the connection has ended.
bool RelayedConnection::filterRequests(std::size_t count)
{
    if (m_requestFilter->filter(m_toServer.lastReadBytes(count))) {
        return true;
    }
    qCWarning(LogXWindow) << "closed an X connection: a program sends requests of a length that cannot be";
    handle(RelayEvent::ConnectionEnded);
    return false;
}

void RelayedConnection::connectServer(Clock::time_point now)
{
    if (!m_authorizedProgram->access.isServerRunning()) {
        refuseProgram("Nightdesk: the X server of this program has ended.", now);
        return;
    }
    auto server = m_authorizedProgram->display.connectSocket();
    if (server) {
        m_serverFd = std::move(*server);
        handle(RelayEvent::Connected);
        relay(false, false, now);
    } else if (server.error() == EAGAIN) {
        handle(RelayEvent::ServerBusy);
        m_connectRetryAt = now + connectRetryInterval;
    } else {
        qCWarning(LogXWindow) << "no connection to the local X server:" << std::strerror(server.error());
        refuseProgram("Nightdesk: the X server of the workstation is unreachable.", now);
    }
}

void RelayedConnection::readSetupAnswer()
{
    XSetupReply reply;
    switch (XSetupReply::parse(m_toChannel.waitingBytes(), m_setupRequest.bigEndian, reply)) {
    case XSetupParseResult::NeedMore:
        if (m_toChannel.size() >= RelayBuffer::capacity || m_hasServerEnded) {
            handle(RelayEvent::RefusedByServer);
        }
        return;
    case XSetupParseResult::Malformed:
        qCWarning(LogXWindow) << "the local X server answers what is not X";
        handle(RelayEvent::ConnectionEnded);
        return;
    case XSetupParseResult::Complete:
        break;
    }
    if (reply.status != XSetupReply::Status::Success) {
        qCWarning(LogXWindow) << "the local X server refuses a program:" << displayText(QByteArrayView(reply.reason));
        handle(RelayEvent::RefusedByServer);
        m_hooks.serverRefused(*this, reply.reason);
        return;
    }
    // The X server that the program was started for may have ended. Then another server, which does not know the cookie, accepted the connection.
    if (!m_authorizedProgram->access.isServerRunning()) {
        qCWarning(LogXWindow) << "closed an X connection: the local X server is another one than the program was started for";
        handle(RelayEvent::ConnectionEnded);
        return;
    }
    handle(RelayEvent::AcceptedByServer);
    m_postponedRequestBytes = 0;
    m_resourceBase = reply.resourceBase;
    m_pressFilter.emplace(m_setupRequest.bigEndian, m_authorizedProgram->access.inputExtensionCodes, reply.packetSize);
    if (m_authorizedProgram->arePressesWithheld) {
        handle(PressWithholdingEvent::WithholdRequested);
    }
    filterNewPresses(m_toChannel.size());
    m_hooks.connectionOpened(*this, reply.resourceBase, reply.resourceMask);
}

void RelayedConnection::relay(bool channelReadable, bool serverReadable, Clock::time_point now)
{
    RelayCounters &counters = *m_authorizedProgram->counters;
    if (channelReadable) {
        const std::size_t before = m_toServer.size();
        m_hasChannelEnded |= m_toServer.readFrom(m_channelFd.get()) == RelayBuffer::ReadResult::Ended;
        const std::span<std::uint8_t> fromProgram = m_toServer.lastReadBytes(m_toServer.size() - before);
        if (m_streamObserver && !fromProgram.empty()) {
            m_streamObserver->observeBytesFromProgram(fromProgram, now);
        }
        if (!filterRequests(fromProgram.size())) {
            return;
        }
        m_postponedRequestBytes += m_resourceBase ? 0 : fromProgram.size();
    }
    if (!m_toServer.writeTo(m_serverFd.get(), &counters.bytesFromProgram, m_postponedRequestBytes)) {
        m_toServer.clear();
        m_postponedRequestBytes = 0;
        m_hasChannelEnded = true; // the server has closed; its last messages are still delivered
    }
    if (serverReadable || mustEndWithholding()) {
        readServer(now);
    }
    if (m_state == RelayState::AwaitingAnswer && !m_toChannel.isEmpty()) {
        readSetupAnswer();
        if (m_state == RelayState::Finished) {
            return;
        }
    }
    if (m_state != RelayState::AwaitingAnswer) {
        writeChannel(now);
    }
    if (m_state == RelayState::PassingServerRefusal) { // the program's requests are dropped
        m_toServer.clear();
        m_postponedRequestBytes = 0;
    }
    // Bytes on their way are delivered after an end: a program's last requests, or a server's last error.
    if ((m_hasChannelEnded && m_toServer.isEmpty()) || (m_hasServerEnded && m_toChannel.isEmpty())) {
        handle(RelayEvent::ConnectionEnded);
    } else if ((m_hasChannelEnded || m_hasServerEnded) && !m_stateDeadline) {
        m_stateDeadline = now + lingerTimeLimit;
    }
}

void RelayedConnection::readServer(Clock::time_point now)
{
    const std::size_t before = m_toChannel.size();
    const RelayBuffer::ReadResult readFrom = m_toChannel.readFrom(m_serverFd.get(), SIZE_MAX, channelBufferRoom());
    if (m_pressFilter) {
        filterNewPresses(m_toChannel.size() - before);
    }
    if (m_toChannel.size() >= backlogCapacity) {
        handle(PressWithholdingEvent::BufferFilled);
    }
    if (readFrom == RelayBuffer::ReadResult::Ended) {
        m_hasServerEnded = true;
        m_incompleteMessageBytes = 0; // the rest of an incomplete message never comes: its beginning is passed to the program
    } else if (readFrom == RelayBuffer::ReadResult::NothingToRead && mustEndWithholding()) {
        advanceWithholdingEnd(now);
    }
}

void RelayedConnection::writeChannel(Clock::time_point now)
{
    const std::span<const std::uint8_t> waitingBytes = m_toChannel.waitingBytes();
    const bool isRead = m_toChannel.writeTo(m_channelFd.get(), &m_authorizedProgram->counters->bytesToProgram, m_incompleteMessageBytes);
    const std::span<const std::uint8_t> toProgram = waitingBytes.first(waitingBytes.size() - m_toChannel.size());
    if (m_streamObserver && !toProgram.empty()) {
        m_streamObserver->observeBytesToProgram(toProgram, now);
    }
    if (!isRead) {
        m_toChannel.clear();
        m_incompleteMessageBytes = 0;
        m_hasChannelEnded = true;
    } else if (m_pressFilter) {
        m_sentByteCountAfterFilter += toProgram.size();
        m_pressFilter->forgetSentPresses(m_sentByteCountAfterFilter);
    }
}

void RelayedConnection::filterNewPresses(std::size_t count)
{
    const std::uint64_t withheld = m_pressFilter->withheldPressCount();
    const std::uint64_t exposes = m_pressFilter->exposeCount();
    const std::size_t all = m_incompleteMessageBytes + count;
    const XPressFilter::FilteredSizes sizes = m_pressFilter->filter(m_toChannel.lastReadBytes(all));
    m_authorizedProgram->counters->exposeCount.fetch_add(static_cast<std::int64_t>(m_pressFilter->exposeCount() - exposes), std::memory_order_relaxed);
    m_incompleteMessageBytes = sizes.incompleteMessageBytes;
    if (const std::size_t gone = all - sizes.passedBytes - sizes.incompleteMessageBytes; gone > 0) {
        m_toChannel.erase(m_toChannel.size() - gone, gone);
        m_authorizedProgram->counters->withheldPressCount.fetch_add(static_cast<std::int64_t>(m_pressFilter->withheldPressCount() - withheld),
                                                                    std::memory_order_relaxed);
    }
}

void RelayedConnection::setPressesWithheld(bool arePressesWithheld)
{
    if (!m_authorizedProgram) {
        return; // XRelay calls this function only for a connection whose program is known
    }
    m_authorizedProgram->arePressesWithheld = arePressesWithheld;
    if (m_pressFilter) {
        handle(arePressesWithheld ? PressWithholdingEvent::WithholdRequested : PressWithholdingEvent::PassRequested);
    }
}

bool RelayedConnection::mustEndWithholding() const
{
    return m_state == RelayState::Relaying && isWithholdingEnding(m_pressWithholdingState) && !m_hasServerEnded && m_toChannel.size() < channelBufferRoom();
}

void RelayedConnection::advanceWithholdingEnd(Clock::time_point now)
{
    if (m_pressWithholdingState != PressWithholdingState::AwaitingBacklog) {
        handle(PressWithholdingEvent::ServerDataRead);
        m_withholdingEndsAt = now + backlogTime; // now the server sends its backlog: input in it was typed while the program did not answer
    } else if (now >= m_withholdingEndsAt) {
        handle(PressWithholdingEvent::BacklogTimeOver);
    }
}

std::size_t RelayedConnection::channelBufferRoom() const
{
    return m_pressWithholdingState != PressWithholdingState::NotWithheld ? backlogCapacity : RelayBuffer::capacity;
}

void RelayedConnection::refuseProgram(const char *reason, Clock::time_point now)
{
    handle(RelayEvent::RefusedByNightdesk);
    m_stateDeadline = now + lingerTimeLimit;
    m_toServer.clear();
    m_toChannel.clear();
    m_toChannel.replaceFront(0, XSetupReply::failure(m_setupRequest.bigEndian, reason));
    if (!m_toChannel.writeTo(m_channelFd.get(), nullptr)) {
        handle(RelayEvent::ConnectionEnded);
    } else if (m_toChannel.isEmpty()) {
        ::shutdown(m_channelFd.get(), SHUT_WR);
    }
}
}
