// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/path/directlinkworker.h"

#include "sessions/links/facts/linkfailure.h"
#include "sessions/links/facts/tcpinfo.h"
#include "sessions/links/path/tcpconnector.h"

#include <KLocalizedString>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace Nightdesk
{
namespace
{
/// Maximum data to buffer while the other side does not read.
constexpr qsizetype pipeLimit = 256 * 1024;

bool isTransientError(int error)
{
    return error == EAGAIN || error == EINTR;
}
}

DirectLinkWorker::DirectLinkWorker(std::shared_ptr<LinkControl> control, std::shared_ptr<LinkEventPoster> eventPoster)
    : m_linkControl(std::move(control))
    , m_eventPoster(std::move(eventPoster))
{
}

void DirectLinkWorker::run()
{
    LinkFacts facts;
    facts.account = i18nc("@info:status in the place of user@host of an ssh connection", "this workstation, without ssh");
    m_eventPoster->post(facts);
    auto nextSample = Clock::now() + 1s;
    while (!m_linkControl->isStopped()) {
        waitAndTransfer(std::max(std::chrono::duration_cast<std::chrono::milliseconds>(nextSample - Clock::now()), 0ms));
        m_linkControl->clearWakeFd();
        while (auto command = m_linkControl->takeCommand()) {
            executeCommand(std::move(*command));
        }
        if (Clock::now() >= nextSample) {
            nextSample += 1s;
            sendLinkSample();
        }
    }
}

void DirectLinkWorker::executeCommand(LinkCommand command)
{
    if (auto *wanted = std::get_if<OpenStreamCommand>(&command)) {
        openStream(std::move(*wanted));
    } else if (const auto *over = std::get_if<CloseStreamCommand>(&command)) {
        m_streams.remove_if([over](const Stream &stream) {
            return stream.id == over->id;
        });
    } else if (const auto *program = std::get_if<StartProgramCommand>(&command)) {
        m_eventPoster->post(ProgramFailed{program->id, LinkFailure::programNeedsSsh()});
    }
}

void DirectLinkWorker::openStream(OpenStreamCommand command)
{
    auto reached = connectTo(command.target);
    if (!reached) {
        m_eventPoster->post(StreamFailed{command.id, reached.error()});
        return;
    }
    Stream stream;
    stream.id = command.id;
    stream.localFd = std::move(*command.localEnd);
    stream.remoteFd = std::move(*reached);
    ::fcntl(stream.localFd.get(), F_SETFL, ::fcntl(stream.localFd.get(), F_GETFL) | O_NONBLOCK);
    m_streams.push_back(std::move(stream));
    m_eventPoster->post(StreamOpened{command.id});
}

std::expected<UniqueFd, Failure> DirectLinkWorker::connectTo(const StreamTarget &target)
{
    if (const auto *socket = std::get_if<UnixStreamTarget>(&target)) {
        return connectToUnixSocket(socket->path.toLocal8Bit()).transform_error([socket](int error) {
            const bool mayComeBack = error == ENOENT || error == ECONNREFUSED;
            return LinkFailure::socketUnreachable(socket->path, QString::fromLocal8Bit(std::strerror(error)), mayComeBack);
        });
    }
    const TcpStreamTarget &tcp = std::get<TcpStreamTarget>(target);
    TcpConnector connector(*m_linkControl, TcpConnector::Pace::Unlimited);
    const QString where = QStringLiteral("%1:%2").arg(tcp.host).arg(tcp.port);
    auto connection = connector.connect(tcp.host, tcp.port, AddressFamily::Any, where, [] { });
    if (!connection) {
        return std::unexpected(connection.error().value_or(LinkFailure::notLive()));
    }
    return std::move(connection->fd);
}

void DirectLinkWorker::waitAndTransfer(std::chrono::milliseconds limit)
{
    std::vector<pollfd> polled{{m_linkControl->wakeFd(), POLLIN, 0}};
    const auto events = [](const Pipe &reading, const Pipe &writing) {
        return static_cast<short>((!reading.isSourceAtEnd && reading.unwrittenBytes.size() < pipeLimit ? POLLIN : 0)
                                  | (writing.unwrittenBytes.isEmpty() ? 0 : POLLOUT));
    };
    for (const Stream &stream : m_streams) {
        // If there is nothing to wait for at one end, its descriptor is not polled: poll() would report its hang-up again and again.
        const short local = events(stream.pipeToRemote, stream.pipeToLocal);
        const short remote = events(stream.pipeToLocal, stream.pipeToRemote);
        polled.push_back({local ? stream.localFd.get() : -1, local, 0});
        polled.push_back({remote ? stream.remoteFd.get() : -1, remote, 0});
    }
    ::poll(polled.data(), polled.size(), static_cast<int>(limit.count()));
    for (auto stream = m_streams.begin(); stream != m_streams.end();) {
        if (transferBothWays(*stream)) {
            ++stream;
            continue;
        }
        m_eventPoster->post(StreamClosed{stream->id});
        stream = m_streams.erase(stream);
    }
}

bool DirectLinkWorker::transferBothWays(Stream &stream)
{
    return transfer(stream.pipeToRemote, stream.localFd.get(), stream.remoteFd.get(), m_bytesSent)
        && transfer(stream.pipeToLocal, stream.remoteFd.get(), stream.localFd.get(), m_bytesReceived)
        && !(stream.pipeToRemote.wasEofPassedOn && stream.pipeToLocal.wasEofPassedOn);
}

bool DirectLinkWorker::transfer(Pipe &pipe, int source, int target, Bytes &counter)
{
    char buffer[64 * 1024];
    if (!pipe.isSourceAtEnd && pipe.unwrittenBytes.size() < pipeLimit) {
        const ssize_t got = ::recv(source, buffer, sizeof buffer, MSG_DONTWAIT);
        if (got > 0) {
            pipe.unwrittenBytes.append(buffer, got);
            counter.count += got;
        } else if (got == 0) {
            pipe.isSourceAtEnd = true;
        } else if (!isTransientError(errno)) {
            return false;
        }
    }
    if (!pipe.unwrittenBytes.isEmpty()) {
        const ssize_t sent = ::send(target, pipe.unwrittenBytes.constData(), static_cast<std::size_t>(pipe.unwrittenBytes.size()), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent > 0) {
            pipe.unwrittenBytes.remove(0, sent);
        } else if (sent < 0 && !isTransientError(errno)) {
            return false;
        }
    }
    if (pipe.isSourceAtEnd && pipe.unwrittenBytes.isEmpty() && !pipe.wasEofPassedOn) {
        ::shutdown(target, SHUT_WR);
        pipe.wasEofPassedOn = true;
    }
    return true;
}

void DirectLinkWorker::sendLinkSample()
{
    LinkSample taken;
    taken.takenAt = Clock::now();
    taken.totalWireBytesReceived = taken.totalPayloadBytesReceived = m_bytesReceived;
    taken.totalWireBytesSent = taken.totalPayloadBytesSent = m_bytesSent;
    taken.openChannelCount = static_cast<int>(m_streams.size());
    for (const Stream &stream : m_streams) {
        if (const auto tcp = TcpInfo::read(stream.remoteFd.get())) {
            taken.tcpRoundTrip = tcp->roundTrip;
            taken.tcpMinimumRoundTrip = tcp->facts.minimumRoundTrip;
            taken.tcpRoundTripVariation = tcp->roundTripVariation;
            taken.retransmits = tcp->facts.retransmits;
            // A direct connection has no ssh round trip: the TCP round trip is shown instead.
            taken.sshRoundTrip = taken.tcpRoundTrip;
            break;
        }
    }
    m_eventPoster->post(taken);
    if (taken.tcpRoundTrip) {
        m_eventPoster->post(PingAnswer{taken.takenAt, *taken.tcpRoundTrip, taken.totalWireBytesReceived, false});
    }
}
}
