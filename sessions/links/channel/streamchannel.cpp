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
// Bytes that one stream may move in one turn of the loop: enough for speed, but a key press on another channel does not wait long.
constexpr int bytesPerTurn = 64 * 1024;

bool hasEnded(UploadState state)
{
    return state != UploadState::Reading && state != UploadState::ReadingAfterHangUp;
}

bool hasSentEof(UploadState state)
{
    return state == UploadState::EofSent || state == UploadState::EofSentAndClosed;
}
}

StreamChannel::StreamChannel(SshSession &session, LinkEventPoster &eventPoster, quint64 id, const StreamTarget &target, UniqueFd local, const QString &where)
    : Channel(session)
    , m_eventPoster(eventPoster)
    , m_streamId(id)
    , m_streamTarget(target)
    , m_destinationText(where)
    , m_localEnd(std::move(local))
{
}

StreamChannel::StreamChannel(SshSession &session, LinkEventPoster &eventPoster, UniqueFd local)
    : Channel(session)
    , m_eventPoster(eventPoster)
    , m_localEnd(std::move(local))
    , m_streamPhase(StreamPhase::Open)
{
}

ssh_channel StreamChannel::accept()
{
    return handle();
}

quint64 StreamChannel::id() const
{
    return m_streamId;
}

void StreamChannel::handleEvent(StreamPhaseEvent event)
{
    const auto next = nextState(m_streamPhase, event);
    if (!next) {
        return;
    }
    m_streamPhase = *next;
    if (m_streamPhase != StreamPhase::Open) {
        m_localEnd.reset();
    }
}

void StreamChannel::handleEvent(UploadEvent event)
{
    const auto next = nextState(m_uploadState, event);
    if (!next) {
        return;
    }
    const UploadState before = std::exchange(m_uploadState, *next);
    if (hasSentEof(m_uploadState) && !hasSentEof(before)) {
        ssh_channel_send_eof(handle());
    }
}

void StreamChannel::handleEvent(DownloadEvent event)
{
    const auto next = nextState(m_downloadState, event);
    if (!next) {
        return;
    }
    m_downloadState = *next;
    if (m_downloadState == DownloadState::EofPassed) {
        ::shutdown(m_localEnd.get(), SHUT_WR);
    }
}

void StreamChannel::continueOpening()
{
    int result = SSH_ERROR;
    if (const auto *tcp = std::get_if<TcpStreamTarget>(&m_streamTarget)) {
        result = ssh_channel_open_forward(handle(), tcp->host.toUtf8().constData(), tcp->port, "127.0.0.1", 0);
    } else if (const auto *unixSocket = std::get_if<UnixStreamTarget>(&m_streamTarget)) {
        result = ssh_channel_open_forward_unix(handle(), unixSocket->path.toUtf8().constData(), "127.0.0.1", 0);
    }
    if (result == SSH_AGAIN || !session().isAlive()) {
        return; // handleLinkEnd() reports that the connection has ended: this is no refusal
    }
    const bool isReported = m_streamPhase == StreamPhase::Opening;
    if (result != SSH_OK) {
        handleEvent(StreamPhaseEvent::Refused);
        if (isReported) {
            const auto failure = hasServerFailedToReachTarget() ? LinkFailure::targetUnreachable : LinkFailure::channelRefused;
            m_eventPoster.post(StreamFailed{m_streamId, failure(m_destinationText, refusalReason())});
        }
        return;
    }
    handleEvent(StreamPhaseEvent::Opened);
    if (isReported) {
        m_eventPoster.post(StreamOpened{m_streamId});
    }
}

bool StreamChannel::processIo()
{
    switch (m_streamPhase) {
    case StreamPhase::Opening:
    case StreamPhase::AbandonedWhileOpening:
        continueOpening();
        break;
    case StreamPhase::Open:
        moveBytes();
        break;
    case StreamPhase::Ended:
        break;
    }
    return m_streamPhase != StreamPhase::Ended;
}

void StreamChannel::moveBytes()
{
    if (m_downloadState != DownloadState::WaitingForLocalEnd) {
        readFromChannel();
    }
    sendUnsentBytes();
    if (m_unsentBytes.isEmpty()) {
        handleEvent(UploadEvent::AllSent);
    }
    if (hasEof() && !hasBufferedData()) {
        handleEvent(DownloadEvent::RemoteEndFinished);
    }
    // The stream has ended if its local end is closed, or if all data was passed on in both directions (a closed channel accepts no more data).
    const bool needsNothing =
        m_uploadState == UploadState::EofSentAndClosed || (m_uploadState == UploadState::EofSent && m_downloadState == DownloadState::Discarding);
    if (needsNothing || (m_downloadState == DownloadState::EofPassed && (isClosed() || hasSentEof(m_uploadState)))) {
        handleEvent(StreamPhaseEvent::BothDirectionsEnded);
        if (m_streamId != 0) {
            m_eventPoster.post(StreamClosed{m_streamId});
        }
    }
}

int StreamChannel::localFd() const
{
    // poll() always reports a closed peer: while its last bytes cannot be sent, do not poll the descriptor.
    const bool isHungUp =
        m_uploadState == UploadState::ReadingAfterHangUp || m_uploadState == UploadState::EofPendingAndClosed || m_uploadState == UploadState::EofSentAndClosed;
    return m_streamPhase == StreamPhase::Open && !(isHungUp && localPollEvents() == 0) ? m_localEnd.get() : -1;
}

short StreamChannel::localPollEvents() const
{
    const bool mayRead = !hasEnded(m_uploadState) && m_unsentBytes.isEmpty() && !session().hasUnsentData() && ssh_channel_window_size(handle()) > 0;
    return static_cast<short>((mayRead ? POLLIN : 0) | (m_downloadState == DownloadState::WaitingForLocalEnd ? POLLOUT : 0));
}

Bytes StreamChannel::bytesWaitingToBeSent() const
{
    int unread = 0;
    if (!m_localEnd.isValid() || hasEnded(m_uploadState) || ::ioctl(m_localEnd.get(), FIONREAD, &unread) != 0) {
        unread = 0;
    }
    return {m_unsentBytes.size() + unread};
}

bool StreamChannel::isWindowExhausted() const
{
    return m_streamPhase == StreamPhase::Open && !isClosed() && sendWindowBytes().count == 0 && bytesWaitingToBeSent().count > 0;
}

bool StreamChannel::isLocalEndBlocked() const
{
    return m_downloadState == DownloadState::WaitingForLocalEnd || !m_unwrittenBytes.isEmpty() || hasBufferedData();
}

void StreamChannel::handleLocalEvents(short events)
{
    if (events & POLLOUT) {
        handleEvent(DownloadEvent::LocalEndWritable);
    }
    if (events & (POLLIN | POLLHUP | POLLERR)) {
        readFromLocalEnd();
    }
    if (events & (POLLHUP | POLLERR)) {
        handleEvent(UploadEvent::LocalEndClosed);
    }
}

int StreamChannel::handleData(const char *bytes, int count, bool isError)
{
    if (isError || !m_localEnd.isValid() || m_downloadState == DownloadState::Discarding || m_downloadState == DownloadState::EofPassed) {
        return count; // error output is ignored: a stream has none
    }
    if (hasBufferedData() || m_downloadState == DownloadState::WaitingForLocalEnd) {
        return 0; // keep the order: other bytes wait already
    }
    return writeToLocalEnd(bytes, count);
}

int StreamChannel::writeToLocalEnd(const char *bytes, int count)
{
    if (m_downloadState == DownloadState::Discarding || m_downloadState == DownloadState::EofPassed) {
        return count; // the local end accepts nothing any more
    }
    int done = 0;
    while (done < count) {
        const ssize_t sent = ::send(m_localEnd.get(), bytes + done, static_cast<std::size_t>(count - done), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent > 0) {
            done += static_cast<int>(sent);
        } else if (errno == EINTR) {
            continue;
        } else if (errno == EAGAIN) {
            handleEvent(DownloadEvent::LocalEndNotWritable);
            break;
        } else {
            handleEvent(DownloadEvent::WriteFailed);
            return count;
        }
    }
    return done;
}

void StreamChannel::readFromChannel()
{
    char bytes[bytesPerTurn];
    while (hasBufferedData() && m_downloadState != DownloadState::WaitingForLocalEnd) {
        // What is read from libssh must be written: check first whether the local end accepts data.
        pollfd local{m_localEnd.get(), POLLOUT, 0};
        const bool isWritable = ::poll(&local, 1, 0) == 1 && (local.revents & (POLLOUT | POLLERR | POLLHUP)) != 0;
        if (m_downloadState == DownloadState::Writing && !isWritable) {
            handleEvent(DownloadEvent::LocalEndNotWritable);
            break;
        }
        if (!m_unwrittenBytes.isEmpty()) {
            const int taken = writeToLocalEnd(m_unwrittenBytes.constData(), static_cast<int>(m_unwrittenBytes.size()));
            m_unwrittenBytes.remove(0, taken);
            continue;
        }
        const int count = ssh_channel_read_nonblocking(handle(), bytes, sizeof bytes, 0);
        if (count <= 0) {
            setHasBufferedData(false);
            break;
        }
        const int taken = writeToLocalEnd(bytes, count);
        m_unwrittenBytes.append(bytes + taken, count - taken);
    }
}

void StreamChannel::readFromLocalEnd()
{
    if (hasEnded(m_uploadState) || !m_unsentBytes.isEmpty()) {
        return;
    }
    const auto window = static_cast<int>(std::min<uint32_t>(ssh_channel_window_size(handle()), bytesPerTurn));
    if (window == 0 || session().hasUnsentData()) {
        return;
    }
    char bytes[bytesPerTurn];
    const ssize_t count = ::recv(m_localEnd.get(), bytes, static_cast<std::size_t>(window), MSG_DONTWAIT);
    if (count > 0) {
        m_unsentBytes.append(bytes, count);
        sendUnsentBytes();
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        handleEvent(UploadEvent::LocalInputEnded);
    }
}

void StreamChannel::sendUnsentBytes()
{
    if (m_unsentBytes.isEmpty()) {
        return;
    }
    const auto room = static_cast<qsizetype>(ssh_channel_window_size(handle()));
    if (room == 0 || isClosed()) {
        return; // without a window nothing can be sent; ssh_channel_write() would read from the socket instead, to wait for a window
    }
    const int written = ssh_channel_write(handle(), m_unsentBytes.constData(), static_cast<uint32_t>(std::min(room, m_unsentBytes.size())));
    if (written > 0) {
        m_unsentBytes.remove(0, written);
    } else if (written < 0) {
        m_unsentBytes.clear();
        handleEvent(UploadEvent::LocalInputEnded);
    }
}

void StreamChannel::abandon()
{
    handleEvent(StreamPhaseEvent::Abandoned);
}

void StreamChannel::handleLinkEnd()
{
    if (m_streamId == 0) {
        return;
    }
    if (m_streamPhase == StreamPhase::Open) {
        m_eventPoster.post(StreamClosed{m_streamId});
    } else if (m_streamPhase == StreamPhase::Opening) {
        m_eventPoster.post(StreamFailed{m_streamId, LinkFailure::notLive()});
    }
}
}
