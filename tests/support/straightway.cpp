// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/straightway.h"

#include <QFile>
#include <QSocketNotifier>

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <array>
#include <cerrno>
#include <cstring>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
namespace
{
constexpr qsizetype mostWaiting = 256 * 1024; ///< then it stops reading

/// A socket that connects, or has; invalid: errno says why not.
UniqueFd dial(const std::variant<TcpAddress, UnixSocket> &address)
{
    const auto begin = [](int family, const void *name, socklen_t size) {
        UniqueFd fd(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
        if (fd.isValid() && ::connect(fd.get(), static_cast<const sockaddr *>(name), size) != 0 && errno != EINPROGRESS) {
            fd.reset();
        }
        return fd;
    };
    if (const auto *port = std::get_if<TcpAddress>(&address)) {
        sockaddr_in name{};
        name.sin_family = AF_INET;
        name.sin_port = htons(port->port);
        name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        UniqueFd fd = begin(AF_INET, &name, sizeof(name));
        const int on = 1;
        if (fd.isValid()) {
            (void)::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
        }
        return fd;
    }
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    const QByteArray path = QFile::encodeName(std::get<UnixSocket>(address).path);
    if (static_cast<size_t>(path.size()) >= sizeof(name.sun_path)) {
        errno = ENAMETOOLONG;
        return {};
    }
    std::memcpy(name.sun_path, path.constData(), static_cast<size_t>(path.size()));
    return begin(AF_UNIX, &name, sizeof(name));
}
}

class DirectTransport::Pump
{
public:
    /// One direction.
    struct Half {
        int from = -1;
        int to = -1;
        QByteArray waiting;
        std::unique_ptr<QSocketNotifier> readable;
        std::unique_ptr<QSocketNotifier> writable;

        /// False: that direction has ended, or broke.
        bool pass()
        {
            std::array<char, 65536> bytes; // NOLINT: written before it is read
            bool ended = false;
            while (!ended && waiting.size() < mostWaiting) {
                const ssize_t got = ::recv(from, bytes.data(), bytes.size(), 0);
                if (got <= 0) {
                    ended = got == 0 || (errno != EAGAIN && errno != EINTR);
                    break;
                }
                waiting.append(bytes.data(), got);
            }
            while (!waiting.isEmpty()) {
                const ssize_t sent = ::send(to, waiting.constData(), static_cast<size_t>(waiting.size()), MSG_NOSIGNAL);
                if (sent < 0) {
                    ended |= errno != EAGAIN && errno != EINTR;
                    break;
                }
                waiting.remove(0, sent);
            }
            readable->setEnabled(!ended && waiting.size() < mostWaiting);
            writable->setEnabled(!ended && !waiting.isEmpty());
            return !ended;
        }
    };

    UniqueFd ours; ///< the end that was given to us
    UniqueFd broker;
    std::array<Half, 2> halves; ///< to the broker, and from it
    bool isConnected = false;
};

DirectTransport::DirectTransport(const std::variant<TcpAddress, UnixSocket> &address, QObject *parent)
    : BrokerTransport(parent)
    , m_address(address)
{
}

DirectTransport::~DirectTransport() = default;

bool DirectTransport::isOpenable() const
{
    return m_isOpenable;
}

void DirectTransport::setOpenable(bool openable)
{
    if (openable != m_isOpenable) {
        m_isOpenable = openable;
        Q_EMIT openableChanged(openable);
    }
}

void DirectTransport::hangUp()
{
    if (m_pump) {
        retire();
        Q_EMIT streamClosed();
    }
}

void DirectTransport::open(UniqueFd end)
{
    retire();
    m_pump = std::make_unique<Pump>();
    m_pump->ours = std::move(end);
    (void)::fcntl(m_pump->ours.get(), F_SETFL, ::fcntl(m_pump->ours.get(), F_GETFL) | O_NONBLOCK);
    m_pump->broker = dial(m_address);
    if (!m_pump->broker.isValid()) {
        const Failure failure{.what = u"The test's broker was not reached: %1"_s.arg(QString::fromLocal8Bit(std::strerror(errno))),
                              .affectedItem = {},
                              .advice = {}};
        m_pump.reset();
        QMetaObject::invokeMethod(
            this,
            [this, failure] {
                Q_EMIT streamFailed(failure);
            },
            Qt::QueuedConnection);
        return;
    }
    const std::array<std::pair<int, int>, 2> directions{{{m_pump->ours.get(), m_pump->broker.get()}, {m_pump->broker.get(), m_pump->ours.get()}}};
    for (size_t i = 0; i < directions.size(); ++i) {
        Pump::Half &half = m_pump->halves[i];
        std::tie(half.from, half.to) = directions[i];
        half.readable = std::make_unique<QSocketNotifier>(half.from, QSocketNotifier::Read);
        half.writable = std::make_unique<QSocketNotifier>(half.to, QSocketNotifier::Write);
        for (QSocketNotifier *notifier : {half.readable.get(), half.writable.get()}) {
            notifier->setEnabled(false);
            connect(notifier, &QSocketNotifier::activated, this, &DirectTransport::pass);
        }
    }
    m_pump->halves[0].writable->setEnabled(!m_isCut); // says that it is connected
}

void DirectTransport::close()
{
    if (m_pump && m_pump->isConnected && !m_isCut) {
        (void)m_pump->halves[0].pass(); // its last words
    }
    retire();
}

/// It may be one of its notifiers that called.
void DirectTransport::retire()
{
    if (m_pump) {
        silence();
        if (m_isCut) {
            m_silent.push_back(std::move(m_pump->broker));
        }
        QMetaObject::invokeMethod(this, [gone = std::shared_ptr<Pump>(std::move(m_pump))] { }, Qt::QueuedConnection);
    }
}

void DirectTransport::silence()
{
    for (Pump::Half &half : m_pump->halves) {
        half.readable->setEnabled(false);
        half.writable->setEnabled(false);
    }
}

void DirectTransport::cut()
{
    m_isCut = true;
    if (m_pump) {
        silence();
    }
}

void DirectTransport::mend()
{
    m_isCut = false;
    if (m_pump) {
        m_pump->halves[0].writable->setEnabled(true);
    }
}

bool DirectTransport::isCut() const
{
    return m_isCut;
}

void DirectTransport::connected()
{
    int error = 0;
    socklen_t size = sizeof(error);
    (void)::getsockopt(m_pump->broker.get(), SOL_SOCKET, SO_ERROR, &error, &size);
    if (error != 0) {
        retire();
        const QString reason = QString::fromLocal8Bit(std::strerror(error));
        Q_EMIT streamFailed(Failure{.what = u"The test's broker was not reached: %1"_s.arg(reason), .affectedItem = {}, .advice = {}});
        return;
    }
    m_pump->isConnected = true;
    Q_EMIT streamOpened();
}

void DirectTransport::pass()
{
    if (m_isCut || !m_pump) {
        return;
    }
    if (!m_pump->isConnected) {
        connected();
        if (!m_pump || !m_pump->isConnected) { // whoever heard it may have closed us
            return;
        }
    }
    bool goesOn = true;
    for (Pump::Half &half : m_pump->halves) {
        goesOn = half.pass() && goesOn;
    }
    if (!goesOn) {
        retire();
        Q_EMIT streamClosed();
    }
}
}
