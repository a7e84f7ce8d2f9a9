// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/channel/streamchannel.h"

#include "sessions/links/facts/linkfailure.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace Nightdesk
{
namespace
{
// The share of each stream in one turn: large enough for speed, small enough that a key press on another channel does not wait long.
constexpr int share = 64 * 1024;
}

StreamChannel::StreamChannel(SshSession &session, LinkEventPoster &mailbox, quint64 id, const StreamTarget &target, UniqueFd local, const QString &where)
    : Channel(session)
    , m_mailbox(mailbox)
    , m_id(id)
    , m_target(target)
    , m_where(where)
    , m_local(std::move(local))
{
}

StreamChannel::StreamChannel(SshSession &session, LinkEventPoster &mailbox, UniqueFd local)
    : Channel(session)
    , m_mailbox(mailbox)
    , m_local(std::move(local))
    , m_open(true)
{
}

ssh_channel StreamChannel::accept()
{
    return handle();
}

quint64 StreamChannel::id() const
{
    return m_id;
}

bool StreamChannel::openStep()
{
    int result = SSH_ERROR;
    if (const auto *tcp = std::get_if<StreamTcp>(&m_target)) {
        result = ssh_channel_open_forward(handle(), tcp->host.toUtf8().constData(), tcp->port, "127.0.0.1", 0);
    } else if (const auto *unixSocket = std::get_if<StreamUnix>(&m_target)) {
        result = ssh_channel_open_forward_unix(handle(), unixSocket->path.toUtf8().constData(), "127.0.0.1", 0);
    }
    if (result == SSH_AGAIN) {
        return true;
    }
    if (m_abandoned) {
        return false;
    }
    if (result != SSH_OK) {
        m_mailbox.post(StreamFailed{m_id, (didTry() ? LinkFailure::notReachedFromThere : LinkFailure::channelRefused)(m_where, refusal())});
        m_local.reset();
        return false;
    }
    m_open = true;
    m_mailbox.post(StreamOpened{m_id});
    return true;
}

bool StreamChannel::turn()
{
    if (!m_open) {
        return openStep();
    }
    if (m_abandoned) {
        return false;
    }
    if (!m_localFull) {
        fromChannel();
    }
    flushPending();
    if (m_localEof && m_pending.isEmpty() && !m_eofSent) {
        m_eofSent = true;
        ssh_channel_send_eof(handle());
    }
    if (hasEof() && !hasBuffered() && !m_eofPassed) {
        m_eofPassed = true;
        ::shutdown(m_local.get(), SHUT_WR);
    }
    // A closed channel accepts nothing any more; a closed local end needs nothing.
    const bool localGone = m_localEof && m_pending.isEmpty() && (m_localHungUp || m_localDeaf);
    if (localGone || (m_eofPassed && (isClosed() || m_eofSent))) {
        return end();
    }
    return true;
}

bool StreamChannel::end()
{
    m_local.reset();
    if (m_id != 0) {
        m_mailbox.post(StreamClosed{m_id});
    }
    return false;
}

int StreamChannel::localFd() const
{
    // poll() always reports a closed peer: while its last bytes cannot be sent, do not poll the descriptor.
    return m_open && !(m_localHungUp && localEvents() == 0) ? m_local.get() : -1;
}

short StreamChannel::localEvents() const
{
    const bool mayRead = !m_localEof && m_pending.isEmpty() && !session().hasUnsent() && ssh_channel_window_size(handle()) > 0;
    return static_cast<short>((mayRead ? POLLIN : 0) | (m_localFull ? POLLOUT : 0));
}

Bytes StreamChannel::waiting() const
{
    int unread = 0;
    if (!m_local.isValid() || m_localEof || ::ioctl(m_local.get(), FIONREAD, &unread) != 0) {
        unread = 0;
    }
    return {m_pending.size() + unread};
}

bool StreamChannel::isShut() const
{
    return m_open && !isClosed() && window().count == 0 && waiting().count > 0;
}

bool StreamChannel::isHeldBack() const
{
    return m_localFull || !m_overflow.isEmpty() || hasBuffered();
}

void StreamChannel::localReady(short events)
{
    if (events & POLLOUT) {
        m_localFull = false;
    }
    if (events & (POLLIN | POLLHUP | POLLERR)) {
        fromLocal();
    }
    if (events & (POLLHUP | POLLERR)) {
        m_localHungUp = true;
    }
}

int StreamChannel::received(const char *bytes, int count, bool isError)
{
    if (isError || !m_local.isValid() || m_abandoned || m_localDeaf) {
        return count; // data of this kind is ignored
    }
    if (hasBuffered() || m_localFull) {
        return 0; // keep the order: other bytes wait already
    }
    return toLocal(bytes, count);
}

int StreamChannel::toLocal(const char *bytes, int count)
{
    int done = 0;
    while (done < count) {
        const ssize_t sent = ::send(m_local.get(), bytes + done, static_cast<std::size_t>(count - done), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent > 0) {
            done += static_cast<int>(sent);
        } else if (errno == EINTR) {
            continue;
        } else if (errno == EAGAIN) {
            m_localFull = true;
            break;
        } else {
            m_localDeaf = true;
            return count;
        }
    }
    return done;
}

void StreamChannel::fromChannel()
{
    char bytes[share];
    while (hasBuffered() && !m_localFull) {
        // What is read from libssh must be written: check first whether the local end accepts data.
        pollfd local{m_local.get(), POLLOUT, 0};
        if (::poll(&local, 1, 0) != 1 || !(local.revents & (POLLOUT | POLLERR | POLLHUP))) {
            m_localFull = true;
            break;
        }
        if (!m_overflow.isEmpty()) {
            const int taken = toLocal(m_overflow.constData(), static_cast<int>(m_overflow.size()));
            m_overflow.remove(0, taken);
            continue;
        }
        const int count = ssh_channel_read_nonblocking(handle(), bytes, sizeof bytes, 0);
        if (count <= 0) {
            setBuffered(false);
            break;
        }
        const int taken = toLocal(bytes, count);
        m_overflow.append(bytes + taken, count - taken);
    }
}

void StreamChannel::fromLocal()
{
    if (m_localEof || !m_pending.isEmpty()) {
        return;
    }
    const auto window = static_cast<int>(std::min<uint32_t>(ssh_channel_window_size(handle()), share));
    if (window == 0 || session().hasUnsent()) {
        return;
    }
    char bytes[share];
    const ssize_t count = ::recv(m_local.get(), bytes, static_cast<std::size_t>(window), MSG_DONTWAIT);
    if (count > 0) {
        m_pending.append(bytes, count);
        flushPending();
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        m_localEof = true;
    }
}

void StreamChannel::flushPending()
{
    if (m_pending.isEmpty()) {
        return;
    }
    const auto room = static_cast<qsizetype>(ssh_channel_window_size(handle()));
    if (room == 0 || isClosed()) {
        return; // writing without a window would make libssh read immediately
    }
    const int written = ssh_channel_write(handle(), m_pending.constData(), static_cast<uint32_t>(std::min(room, m_pending.size())));
    if (written > 0) {
        m_pending.remove(0, written);
    } else if (written < 0) {
        m_pending.clear();
        m_localEof = true;
    }
}

void StreamChannel::abandon()
{
    m_abandoned = true;
    m_local.reset();
}

void StreamChannel::linkEnded()
{
    if (m_abandoned || m_id == 0) {
        return;
    }
    m_mailbox.post(m_open ? LinkEvent(StreamClosed{m_id}) : StreamFailed{m_id, LinkFailure::notLive()});
}
}
