// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/relay/relayedconnection.h"

#include "sessions/common/displaytext.h"
#include "sessions/common/logging.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto setupLimit = 30s; ///< from the channel's opening to the client's whole first packet
constexpr auto connectLimit = 15s; ///< a server that accepts no connection for this long hangs
constexpr auto connectPause = 50ms;
constexpr auto lingerLimit = 5s; ///< to deliver the remaining bytes after one side ended
constexpr std::size_t heldRoom = 4 << 20; ///< a program that does not answer sends no requests, so only events arrive
constexpr auto crowdedPause = 1s; ///< time for a server to send its backlog
}

RelayedConnection::RelayedConnection(UniqueFd channel, std::uint32_t link, const Hooks &hooks, Clock::time_point now)
    : m_hooks(hooks)
    , m_channel(std::move(channel))
    , m_link(link)
    , m_deadline(now + setupLimit)
{
    ::fcntl(m_channel.get(), F_SETFL, ::fcntl(m_channel.get(), F_GETFL) | O_NONBLOCK);
}

std::uint32_t RelayedConnection::link() const
{
    return m_link;
}

std::optional<std::uint32_t> RelayedConnection::program() const
{
    return m_admitted ? std::optional(m_admission.program) : std::nullopt;
}

std::optional<std::uint32_t> RelayedConnection::resourceBase() const
{
    return m_base;
}

bool RelayedConnection::isFinished() const
{
    return m_state == State::Finished;
}

void RelayedConnection::appendPollFds(std::vector<pollfd> &fds) const
{
    const auto add = [&fds](const UniqueFd &fd, bool wantsRead, bool wantsWrite) {
        const auto events = static_cast<short>((wantsRead ? POLLIN : 0) | (wantsWrite ? POLLOUT : 0));
        // Not polled when nothing is needed: poll() would report a hang-up again and again.
        fds.push_back({.fd = events != 0 ? fd.get() : -1, .events = events, .revents = 0});
    };
    const bool readsChannel = m_state == State::Setup || m_state == State::Refusing || (m_state == State::Relaying && m_toServer.size() < RelayPipe::capacity);
    const bool writesChannel =
        (m_state == State::Relaying && m_answered && m_toChannel.size() > m_undecided) || (m_state == State::Refusing && !m_toChannel.isEmpty());
    add(m_channel, readsChannel && !m_channelEnded, writesChannel);
    add(m_server,
        m_state == State::Relaying && !m_serverEnded && m_toChannel.size() < roomToChannel(),
        m_state == State::Relaying && m_toServer.size() > m_early);
}

std::optional<RelayedConnection::Clock::time_point> RelayedConnection::wakeAt() const
{
    std::optional<Clock::time_point> at = m_retryAt && m_deadline ? std::min(*m_retryAt, *m_deadline) : m_deadline;
    if (mustOpenGate()) {
        const Clock::time_point openAt = m_openAt.value_or(Clock::time_point()); // no wait
        at = at ? std::min(*at, openAt) : openAt;
    }
    return at;
}

void RelayedConnection::advance(const pollfd *fds, Clock::time_point now)
{
    constexpr short readable = POLLIN | POLLHUP | POLLERR;
    const bool channelReadable = (fds[0].revents & readable) != 0 && (fds[0].events & POLLIN) != 0;
    const bool serverReadable = (fds[1].revents & readable) != 0 && (fds[1].events & POLLIN) != 0;
    if (m_deadline && now >= *m_deadline) {
        qCInfo(LogXWindow) << "an X connection was given up in state" << static_cast<int>(m_state);
        finish();
        return;
    }
    switch (m_state) {
    case State::Setup:
        if (channelReadable) {
            readSetup(now);
        }
        break;
    case State::Connecting:
        if (m_retryAt && now >= *m_retryAt) {
            connectServer(now);
        }
        break;
    case State::Relaying:
        relay(channelReadable, serverReadable, now);
        break;
    case State::Refusing:
        // The channel is read to its end, since unread bytes would cause a reset that discards the refusal.
        m_toServer.clear();
        if ((channelReadable && m_toServer.fill(m_channel.get()) == RelayPipe::Fill::Ended) || !m_toChannel.flush(m_channel.get(), nullptr)) {
            finish();
        } else if (m_toChannel.isEmpty()) {
            ::shutdown(m_channel.get(), SHUT_WR);
        }
        break;
    case State::Finished:
        break;
    }
}

void RelayedConnection::readSetup(Clock::time_point now)
{
    if (m_toServer.fill(m_channel.get(), XSetupRequest::maxSize) == RelayPipe::Fill::Ended) {
        finish();
        return;
    }
    switch (XSetupRequest::parse(m_toServer.waiting(), m_request)) {
    case XSetupVerdict::NeedMore:
        return;
    case XSetupVerdict::Malformed:
        qCWarning(LogXWindow) << "an X connection does not begin as one";
        finish();
        return;
    case XSetupVerdict::Complete:
        break;
    }
    std::optional<Admission> admission = m_hooks.admit(*this, m_request);
    if (!admission) {
        refuse("Nightdesk: this connection has no cookie of a program that Nightdesk runs.", now);
        return;
    }
    m_admission = std::move(*admission);
    m_held = m_admission.held;
    m_admitted = true;
    if (m_admission.observers) {
        m_observer = m_admission.observers->newConnection(now);
        m_observer->fromProgram(m_toServer.waiting(), now);
    }
    const auto setup = m_request.withAuthorization(m_admission.access.authorization.name, m_admission.access.authorization.data);
    m_toServer.replaceFront(m_request.size, setup);
    m_early = m_toServer.size() - setup.size();
    m_filter.emplace(m_request.bigEndian, m_admission.access.requests, m_admission.access.isConfined);
    if (!filterRequests(m_early)) {
        return;
    }
    m_request.authorizationData.clear();
    m_admission.access.authorization = {};
    m_deadline = now + connectLimit;
    connectServer(now);
}

/// Filters the last @p count bytes that the program sent. False: the connection has ended.
bool RelayedConnection::filterRequests(std::size_t count)
{
    if (m_filter->filter(m_toServer.last(count))) {
        return true;
    }
    qCWarning(LogXWindow) << "closed an X connection: a program sends requests of a length that cannot be";
    finish();
    return false;
}

void RelayedConnection::connectServer(Clock::time_point now)
{
    if (!m_admission.access.isServerThere()) {
        refuse("Nightdesk: the X server of this program has ended.", now);
        return;
    }
    auto server = m_admission.display.connectSocket();
    if (server) {
        m_server = std::move(*server);
        m_state = State::Relaying;
        m_deadline.reset();
        m_retryAt.reset();
        relay(false, false, now);
    } else if (server.error() == EAGAIN) {
        m_state = State::Connecting;
        m_retryAt = now + connectPause;
    } else {
        qCWarning(LogXWindow) << "no connection to the local X server:" << std::strerror(server.error());
        refuse("Nightdesk: the X server of the workstation is unreachable.", now);
    }
}

bool RelayedConnection::answerSeen()
{
    XSetupReply reply;
    switch (XSetupReply::parse(m_toChannel.waiting(), m_request.bigEndian, reply)) {
    case XSetupVerdict::NeedMore:
        return m_toChannel.size() >= RelayPipe::capacity || m_serverEnded;
    case XSetupVerdict::Malformed:
        qCWarning(LogXWindow) << "the local X server answers what is not X";
        finish();
        return false;
    case XSetupVerdict::Complete:
        break;
    }
    if (reply.status == XSetupReply::Status::Success) {
        if (!m_admission.access.isServerThere()) { // another server accepted it, which does not know its cookie
            qCWarning(LogXWindow) << "closed an X connection: the local X server is another one than the program was started for";
            finish();
            return false;
        }
        m_early = 0;
        m_base = reply.resourceBase;
        m_gate.emplace(m_request.bigEndian, m_admission.access.input, reply.size);
        m_gate->setHeld(m_held);
        filterNew(m_toChannel.size());
        m_hooks.opened(*this, reply.resourceBase, reply.resourceMask);
    } else {
        qCWarning(LogXWindow) << "the local X server refuses a program:" << displayText(QByteArrayView(reply.reason));
        m_hooks.refused(*this, reply.reason);
    }
    return true;
}

void RelayedConnection::relay(bool channelReadable, bool serverReadable, Clock::time_point now)
{
    RelayCounters &counters = *m_admission.counters;
    if (channelReadable) {
        const std::size_t before = m_toServer.size();
        m_channelEnded |= m_toServer.fill(m_channel.get()) == RelayPipe::Fill::Ended;
        const std::span<std::uint8_t> said = m_toServer.last(m_toServer.size() - before);
        if (m_observer && !said.empty()) {
            m_observer->fromProgram(said, now);
        }
        if (!filterRequests(said.size())) {
            return;
        }
        m_early += m_base ? 0 : said.size();
    }
    if (!m_toServer.flush(m_server.get(), &counters.fromProgram, m_early)) {
        m_toServer.clear();
        m_early = 0;
        m_channelEnded = true; // the server has closed; its last messages are still delivered
    }
    if (serverReadable || mustOpenGate()) {
        readServer(now);
    }
    if (!m_answered && !m_toChannel.isEmpty()) {
        m_answered = answerSeen();
        if (m_state == State::Finished) {
            return;
        }
    }
    if (m_answered) {
        writeChannel(now);
        if (!m_base) { // the X server refused the program, so its requests are dropped
            m_toServer.clear();
            m_early = 0;
        }
    }
    // Bytes on their way are delivered after an end: a program's last requests, or a server's last error.
    if ((m_channelEnded && m_toServer.isEmpty()) || (m_serverEnded && m_toChannel.isEmpty())) {
        finish();
    } else if ((m_channelEnded || m_serverEnded) && !m_deadline) {
        m_deadline = now + lingerLimit;
    }
}

void RelayedConnection::readServer(Clock::time_point now)
{
    const std::size_t before = m_toChannel.size();
    const RelayPipe::Fill fill = m_toChannel.fill(m_server.get(), SIZE_MAX, roomToChannel());
    if (m_gate) {
        filterNew(m_toChannel.size() - before);
    }
    m_hasBacklog |= m_held && m_toChannel.size() >= heldRoom;
    if (fill == RelayPipe::Fill::Ended) {
        m_serverEnded = true;
        m_undecided = 0; // an incomplete message is passed on to the client
    } else if (fill == RelayPipe::Fill::Dry && mustOpenGate()) {
        openGate(now);
    }
}

void RelayedConnection::writeChannel(Clock::time_point now)
{
    const std::span<const std::uint8_t> waiting = m_toChannel.waiting();
    const bool isRead = m_toChannel.flush(m_channel.get(), &m_admission.counters->toProgram, m_undecided);
    const std::span<const std::uint8_t> told = waiting.first(waiting.size() - m_toChannel.size());
    if (m_observer && !told.empty()) {
        m_observer->toProgram(told, now);
    }
    if (!isRead) {
        m_toChannel.clear();
        m_undecided = 0;
        m_channelEnded = true;
    } else if (m_gate) {
        m_sent += told.size();
        m_gate->forget(m_sent);
    }
}

void RelayedConnection::filterNew(std::size_t count)
{
    const std::uint64_t withheld = m_gate->withheld();
    const std::uint64_t exposes = m_gate->exposes();
    const std::size_t all = m_undecided + count;
    const XEventGate::Sizes sizes = m_gate->filter(m_toChannel.last(all));
    m_admission.counters->exposes.fetch_add(static_cast<std::int64_t>(m_gate->exposes() - exposes), std::memory_order_relaxed);
    m_undecided = sizes.undecided;
    if (const std::size_t gone = all - sizes.decided - sizes.undecided; gone > 0) {
        m_toChannel.erase(m_toChannel.size() - gone, gone);
        m_admission.counters->withheld.fetch_add(static_cast<std::int64_t>(m_gate->withheld() - withheld), std::memory_order_relaxed);
    }
}

void RelayedConnection::setHeld(bool held)
{
    m_held = held;
    m_admission.held = held;
    m_openAt.reset();
    if (!held || !m_gate || m_gate->isHeld()) {
        return; // the gate opens as soon as everything from the server was read
    }
    m_gate->setHeld(true);
    m_hasBacklog = false;
    const auto presses = m_gate->takeBack(m_sent);
    for (auto press = presses.rbegin(); press != presses.rend(); ++press) {
        m_toChannel.erase(static_cast<std::size_t>(press->begin - m_sent), press->size);
    }
    m_admission.counters->withheld.fetch_add(static_cast<std::int64_t>(presses.size()), std::memory_order_relaxed);
}

bool RelayedConnection::mustOpenGate() const
{
    return m_state == State::Relaying && !m_held && m_gate && m_gate->isHeld() && !m_serverEnded && m_toChannel.size() < roomToChannel();
}

void RelayedConnection::openGate(Clock::time_point now)
{
    // The server's backlog follows now; its input was typed while the program did not answer.
    if (std::exchange(m_hasBacklog, false)) {
        m_openAt = now + crowdedPause;
    } else if (!m_openAt || now >= *m_openAt) {
        m_openAt.reset();
        m_gate->setHeld(false);
    }
}

std::size_t RelayedConnection::roomToChannel() const
{
    return m_gate && m_gate->isHeld() ? heldRoom : RelayPipe::capacity;
}

void RelayedConnection::refuse(const char *reason, Clock::time_point now)
{
    m_state = State::Refusing;
    m_deadline = now + lingerLimit;
    m_retryAt.reset();
    m_toServer.clear();
    m_toChannel.clear();
    m_toChannel.replaceFront(0, XSetupReply::failure(m_request.bigEndian, reason));
    if (!m_toChannel.flush(m_channel.get(), nullptr)) {
        finish();
    } else if (m_toChannel.isEmpty()) {
        ::shutdown(m_channel.get(), SHUT_WR);
    }
}

void RelayedConnection::finish()
{
    m_state = State::Finished;
    m_deadline.reset();
    m_retryAt.reset();
    // The descriptors are closed with this object: until then no other client gets the resource base.
}
}
