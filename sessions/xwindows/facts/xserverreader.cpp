// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/facts/xserverreader.h"

#include "sessions/common/backgroundjobs.h"
#include "sessions/common/displaytext.h"
#include "sessions/common/logging.h"
#include "sessions/xwindows/facts/xfactsprotocol.h"
#include "sessions/xwindows/server/xauthorization.h"

#include <KLocalizedString>

#include <QFileInfo>
#include <QRegularExpression>

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
using Clock = std::chrono::steady_clock;

constexpr int firstPort = 6000;
constexpr std::chrono::milliseconds pauseOfFullQueue{50};

/// Waits until @p socket is ready for @p events. False: timeout.
bool waitUntilReady(int socket, short events, Clock::time_point deadline)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    pollfd poller{.fd = socket, .events = events, .revents = 0};
    return left.count() > 0 && (::poll(&poller, socket < 0 ? 0 : 1, static_cast<int>(left.count())) >= 0 || errno == EINTR) && Clock::now() < deadline;
}

std::expected<UniqueFd, int> connectUnix(const LocalDisplay &display, Clock::time_point deadline)
{
    for (;;) {
        auto socket = display.connectSocket();
        if (socket || socket.error() != EAGAIN || Clock::now() >= deadline) {
            return socket;
        }
        waitUntilReady(-1, 0, std::min(deadline, Clock::now() + pauseOfFullQueue));
    }
}

/// Connects to the loopback port on which sshd listens when it forwards X to the computer on which Nightdesk runs.
std::expected<UniqueFd, int> connectLoopback(int number, Clock::time_point deadline)
{
    UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(firstPort + number));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (!socket.isValid() || firstPort + number > 65535) {
        return std::unexpected(socket.isValid() ? EADDRNOTAVAIL : errno);
    }
    if (::connect(socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof(address)) != 0 && errno != EINPROGRESS) {
        return std::unexpected(errno);
    }
    int error = ETIMEDOUT;
    socklen_t size = sizeof(error);
    if (waitUntilReady(socket.get(), POLLOUT, deadline)) {
        (void)::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &size);
    }
    return error == 0 ? std::expected<UniqueFd, int>(std::move(socket)) : std::unexpected(error);
}

std::optional<XSocketDirectory> socketDirectory(const LocalDisplay &display)
{
    struct stat status{};
    const QByteArray path = QFileInfo(display.socketPath()).path().toLatin1();
    if (::lstat(path.constData(), &status) != 0) {
        return {};
    }
    return XSocketDirectory{.permissionBits = static_cast<int>(status.st_mode & 07777), .owner = status.st_uid};
}

/// Exchanges bytes until the protocol is done. False: the server closed the connection, or the time ran out.
bool exchangeBytes(int socket, XFactsProtocol &protocol, Clock::time_point deadline)
{
    std::array<std::uint8_t, 16384> buffer;
    while (protocol.stage() == XFactsProtocol::Stage::Querying) {
        const auto output = protocol.output();
        if (!output.empty()) {
            const ssize_t size = ::send(socket, output.data(), output.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (size > 0) {
                protocol.removeSentOutput(static_cast<std::size_t>(size));
                continue;
            }
            if (errno != EAGAIN && errno != EINTR) {
                return false;
            }
        }
        if (!waitUntilReady(socket, static_cast<short>(POLLIN | (output.empty() ? 0 : POLLOUT)), deadline)) {
            return false;
        }
        const ssize_t size = ::recv(socket, buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (size > 0) {
            protocol.receive(std::span(buffer).first(static_cast<std::size_t>(size)));
        } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
            return false;
        }
    }
    return true;
}

XServerFacts factsOfProblem(const QString &display, const QString &problem)
{
    XServerFacts facts;
    facts.display = display;
    facts.problem = problem;
    return facts;
}
}

XServerReader::XServerReader(QObject *parent)
    : QObject(parent)
{
}

void XServerReader::read(const QString &display, const QStringList &fonts)
{
    BackgroundJobs::shared().run(
        [display, fonts] {
            return readFacts(display, fonts);
        },
        this,
        std::bind_front(&XServerReader::factsRead, this));
}

XServerFacts XServerReader::readFacts(const QString &display, const QStringList &fonts, std::chrono::milliseconds limit)
{
    const QString name = display.isEmpty() ? qEnvironmentVariable("DISPLAY") : display;
    if (name.isEmpty()) {
        return factsOfProblem(
            name,
            i18nc("@info", "This session has no X server: DISPLAY is not set. To show X programs of the remote host, install Xwayland and log in again."));
    }
    const auto deadline = Clock::now() + limit;
    static const QRegularExpression loopback(uR"(\A(?:localhost|127\.0\.0\.1)(:.*)\z)"_s);
    const QRegularExpressionMatch forwarded = loopback.match(name);
    const auto local = LocalDisplay::parse(forwarded.hasMatch() ? forwarded.captured(1) : name);
    if (!local) {
        return factsOfProblem(name,
                              local.error() == LocalDisplay::Problem::NotLocal
                                  ? i18nc("@info", "The X server %1 is on another host. Nightdesk reads only X servers of this computer.", displayText(name))
                                  : i18nc("@info", "“%1” is not a valid X display: expected a name like “:0”.", displayText(name)));
    }
    auto socket = forwarded.hasMatch() ? connectLoopback(local->number, deadline) : connectUnix(*local, deadline);
    if (!socket) {
        return factsOfProblem(name, i18nc("@info", "The X server %1 is unreachable. Check that it is running.", displayText(name)));
    }
    const XAuthorization authority = readAuthority(qEnvironmentVariable("XAUTHORITY"), *local);
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    XServerFacts facts = readFactsOverSocket(std::move(*socket), authority.data, name, fonts, left);
    if (facts.problem.isEmpty() && !forwarded.hasMatch()) {
        facts.socketDirectory = socketDirectory(*local);
    }
    return facts;
}

XServerFacts XServerReader::readFactsOverSocket(UniqueFd socket,
                                                const std::string &cookie,
                                                const QString &display,
                                                const QStringList &fonts,
                                                std::chrono::milliseconds limit)
{
    const QString name = displayText(display);
    const auto deadline = Clock::now() + limit;
    XFactsProtocol protocol(cookie, fonts);
    const bool isComplete = exchangeBytes(socket.get(), protocol, deadline);
    switch (protocol.stage()) {
    case XFactsProtocol::Stage::Done: {
        XServerFacts facts = protocol.facts();
        facts.display = display;
        return facts;
    }
    case XFactsProtocol::Stage::Refused:
        qCInfo(LogXWindow) << "the X server" << name << "refuses:" << displayText(QByteArrayView(protocol.problem()));
        return factsOfProblem(display,
                              i18nc("@info keep XAUTHORITY untranslated",
                                    "The X server %1 refuses Nightdesk. Check that the authority file (XAUTHORITY) has a cookie for this server.",
                                    name));
    case XFactsProtocol::Stage::Broken:
        qCWarning(LogXWindow) << "the X server" << name << "is not believed:" << displayText(QByteArrayView(protocol.problem()));
        return factsOfProblem(display, i18nc("@info", "The X server %1 sent invalid data. Nightdesk ignores this server.", name));
    case XFactsProtocol::Stage::Querying:
        break;
    }
    return factsOfProblem(display,
                          !isComplete && Clock::now() < deadline ? i18nc("@info", "The X server %1 closed the connection.", name)
                                                                 : i18nc("@info", "The X server %1 is not responding.", name));
}
}
