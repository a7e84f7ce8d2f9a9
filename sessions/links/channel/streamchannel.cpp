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

bool hasEnded(UploadState state)
{
    return state != UploadState::Reading && state != UploadState::ReadingRest;
}

bool hasSentEof(UploadState state)
{
    return state == UploadState::EofSent || state == UploadState::Done;
}
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
    , m_phase(StreamPhase::Open)
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

void StreamChannel::enter(StreamPhaseEvent event)
{
    const auto next = nextState(m_phase, event);
    if (!next) {
        return;
    }
    m_phase = *next;
    if (m_phase != StreamPhase::Open) {
        m_local.reset();
    }
}

void StreamChannel::enter(UploadEvent event)
{
    const auto next = nextState(m_upload, event);
    if (!next) {
        return;
    }
    const UploadState before = std::exchange(m_upload, *next);
    if (hasSentEof(m_upload) && !hasSentEof(before)) {
        ssh_channel_send_eof(handle());
    }
}

void StreamChannel::enter(DownloadEvent event)
{
    const auto next = nextState(m_download, event);
    if (!next) {
        return;
    }
    m_download = *next;
    if (m_download == DownloadState::EofPassed) {
        ::shutdown(m_local.get(), SHUT_WR);
    }
}

void StreamChannel::openStep()
{
    int result = SSH_ERROR;
    if (const auto *tcp = std::get_if<StreamTcp>(&m_target)) {
        result = ssh_channel_open_forward(handle(), tcp->host.toUtf8().constData(), tcp->port, "127.0.0.1", 0);
    } else if (const auto *unixSocket = std::get_if<StreamUnix>(&m_target)) {
        result = ssh_channel_open_forward_unix(handle(), unixSocket->path.toUtf8().constData(), "127.0.0.1", 0);
    }
    if (result == SSH_AGAIN) {
        return;
    }
    const bool isReported = m_phase == StreamPhase::Opening;
    if (result != SSH_OK) {
        enter(StreamPhaseEvent::Refused);
        if (isReported) {
            m_mailbox.post(StreamFailed{m_id, (didTry() ? LinkFailure::notReachedFromThere : LinkFailure::channelRefused)(m_where, refusal())});
        }
        return;
    }
    enter(StreamPhaseEvent::Opened);
    if (isReported) {
        m_mailbox.post(StreamOpened{m_id});
    }
}

bool StreamChannel::turn()
{
    switch (m_phase) {
    case StreamPhase::Opening:
    case StreamPhase::Discarding:
        openStep();
        break;
    case StreamPhase::Open:
        moveBytes();
        break;
    case StreamPhase::Over:
        break;
    }
    return m_phase != StreamPhase::Over;
}

void StreamChannel::moveBytes()
{
    if (m_download != DownloadState::Full) {
        fromChannel();
    }
    flushPending();
    if (m_pending.isEmpty()) {
        enter(UploadEvent::Drained);
    }
    if (hasEof() && !hasBuffered()) {
        enter(DownloadEvent::Ended);
    }
    // A closed channel accepts nothing any more, and a closed local end needs nothing.
    const bool needsNothing = m_upload == UploadState::Done || (m_upload == UploadState::EofSent && m_download == DownloadState::Deaf);
    if (needsNothing || (m_download == DownloadState::EofPassed && (isClosed() || hasSentEof(m_upload)))) {
        enter(StreamPhaseEvent::Completed);
        if (m_id != 0) {
            m_mailbox.post(StreamClosed{m_id});
        }
    }
}

int StreamChannel::localFd() const
{
    // poll() always reports a closed peer: while its last bytes cannot be sent, do not poll the descriptor.
    const bool isHungUp = m_upload == UploadState::ReadingRest || m_upload == UploadState::EndedAndClosed || m_upload == UploadState::Done;
    return m_phase == StreamPhase::Open && !(isHungUp && localEvents() == 0) ? m_local.get() : -1;
}

short StreamChannel::localEvents() const
{
    const bool mayRead = !hasEnded(m_upload) && m_pending.isEmpty() && !session().hasUnsent() && ssh_channel_window_size(handle()) > 0;
    return static_cast<short>((mayRead ? POLLIN : 0) | (m_download == DownloadState::Full ? POLLOUT : 0));
}

Bytes StreamChannel::waiting() const
{
    int unread = 0;
    if (!m_local.isValid() || hasEnded(m_upload) || ::ioctl(m_local.get(), FIONREAD, &unread) != 0) {
        unread = 0;
    }
    return {m_pending.size() + unread};
}

bool StreamChannel::isShut() const
{
    return m_phase == StreamPhase::Open && !isClosed() && window().count == 0 && waiting().count > 0;
}

bool StreamChannel::isHeldBack() const
{
    return m_download == DownloadState::Full || !m_overflow.isEmpty() || hasBuffered();
}

void StreamChannel::localReady(short events)
{
    if (events & POLLOUT) {
        enter(DownloadEvent::Writable);
    }
    if (events & (POLLIN | POLLHUP | POLLERR)) {
        fromLocal();
    }
    if (events & (POLLHUP | POLLERR)) {
        enter(UploadEvent::HungUp);
    }
}

int StreamChannel::received(const char *bytes, int count, bool isError)
{
    if (isError || !m_local.isValid() || m_download == DownloadState::Deaf || m_download == DownloadState::EofPassed) {
        return count; // error output is ignored: a stream has none
    }
    if (hasBuffered() || m_download == DownloadState::Full) {
        return 0; // keep the order: other bytes wait already
    }
    return toLocal(bytes, count);
}

int StreamChannel::toLocal(const char *bytes, int count)
{
    if (m_download == DownloadState::Deaf || m_download == DownloadState::EofPassed) {
        return count; // the local end accepts nothing any more
    }
    int done = 0;
    while (done < count) {
        const ssize_t sent = ::send(m_local.get(), bytes + done, static_cast<std::size_t>(count - done), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent > 0) {
            done += static_cast<int>(sent);
        } else if (errno == EINTR) {
            continue;
        } else if (errno == EAGAIN) {
            enter(DownloadEvent::Filled);
            break;
        } else {
            enter(DownloadEvent::Failed);
            return count;
        }
    }
    return done;
}

void StreamChannel::fromChannel()
{
    char bytes[share];
    while (hasBuffered() && m_download != DownloadState::Full) {
        // What is read from libssh must be written: check first whether the local end accepts data.
        pollfd local{m_local.get(), POLLOUT, 0};
        const bool isWritable = ::poll(&local, 1, 0) == 1 && (local.revents & (POLLOUT | POLLERR | POLLHUP)) != 0;
        if (m_download == DownloadState::Writing && !isWritable) {
            enter(DownloadEvent::Filled);
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
    if (hasEnded(m_upload) || !m_pending.isEmpty()) {
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
        enter(UploadEvent::Ended);
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
        enter(UploadEvent::Ended);
    }
}

void StreamChannel::abandon()
{
    enter(StreamPhaseEvent::Abandoned);
}

void StreamChannel::linkEnded()
{
    if (m_id == 0) {
        return;
    }
    if (m_phase == StreamPhase::Open) {
        m_mailbox.post(StreamClosed{m_id});
    } else if (m_phase == StreamPhase::Opening) {
        m_mailbox.post(StreamFailed{m_id, LinkFailure::notLive()});
    }
}
}
