// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/workerconnection.h"

#include "sessions/common/displaytext.h"
#include "sessions/common/logging.h"

#include <QPointer>

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
// How long to wait after the channel closed: the server's last message ("password refused") may still be on its way
// through the worker.
constexpr auto lastWordsLimit = 2s;
// A worker reports statistics every second, from a thread that never blocks. Only its start may take longer, on a busy machine.
constexpr auto workerSilenceLimit = 3s;
constexpr auto workerStartLimit = 10s;

WorkerWatchdog::Instant now()
{
    return std::chrono::steady_clock::now();
}

QString exitText(const WorkerExit &exit)
{
    return exit.signal != 0 ? u"signal %1"_s.arg(exit.signal) : u"exit code %1"_s.arg(exit.code);
}

/// @p error: an errno.
ConnectionEnd endOfFailedStart(int error)
{
    // Memory, processes and descriptors are free again when other programs end, so the start is repeated. The installation is not at fault.
    const bool isShortage = error == EAGAIN || error == ENOMEM || error == EMFILE || error == ENFILE;
    const auto cause = isShortage ? ConnectionEnd::Cause::NoMemory : ConnectionEnd::Cause::WorkerMissing;
    return {cause, {}, QString::fromLocal8Bit(std::strerror(error)), {}};
}
}

WorkerConnection::WorkerConnection(Link *link, const StreamTarget &target, FramebufferStore *pictures, WorkerWatchdog *watchdog, QObject *parent)
    : QObject(parent)
    , m_link(link)
    , m_streamTarget(target)
    , m_framebufferStore(pictures)
    , m_workerWatchdog(watchdog)
    , m_workerSilenceLimit(workerStartLimit)
{
    m_watchWorkerTimer.setInterval(500ms);
    m_finalMessageWaitTimer.setSingleShot(true);
    connect(&m_workerProcess, &WorkerProcess::recordArrived, this, &WorkerConnection::receiveRecord);
    connect(&m_workerProcess, &WorkerProcess::started, this, [this] {
        m_workerWatchdog->noteStarted(now());
        Q_EMIT workerStarted();
    });
    connect(&m_workerProcess, &WorkerProcess::startFailed, this, [this](int error) {
        finish(endOfFailedStart(error));
    });
    connect(&m_workerProcess, &WorkerProcess::ended, this, &WorkerConnection::handleWorkerExit);
    connect(&m_workerProcess, &WorkerProcess::protocolViolated, this, [this](const QString &what) {
        finish({ConnectionEnd::Cause::WorkerViolatedProtocol, {}, what, {}});
    });
    connect(&m_watchWorkerTimer, &QTimer::timeout, this, &WorkerConnection::checkWorkerSilence);
    connect(&m_finalMessageWaitTimer, &QTimer::timeout, this, [this] {
        finish(m_connectionEnd);
    });
}

WorkerConnection::~WorkerConnection()
{
    stop();
}

void WorkerConnection::start(const RfbWire::Start &settings, ChannelOpening channelOpening)
{
    std::array<int, 2> pair{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) < 0) {
        finishLater(endOfFailedStart(errno));
        return;
    }
    UniqueFd ours(pair[0]);
    if (const auto started = m_workerProcess.enqueueStart(UniqueFd(pair[1])); !started) {
        finishLater(endOfFailedStart(started.error()));
        return;
    }
    m_watchWorkerTimer.start();
    // A known server without a password gets the first request with the version, others a round trip later.
    m_warmUpRoundTrips = settings.remembered.admitsEveryone() ? 1 : 2;
    m_workerProcess.send(settings);
    if (channelOpening == ChannelOpening::AfterHello) {
        m_localEnd = std::move(ours);
    } else {
        openStream(std::move(ours));
    }
}

void WorkerConnection::setStreamRelay(std::function<UniqueFd(UniqueFd localEnd)> insertRelay)
{
    m_insertRelay = std::move(insertRelay);
}

void WorkerConnection::openStream(UniqueFd localEnd)
{
    if (m_insertRelay) {
        localEnd = m_insertRelay(std::move(localEnd));
    }
    m_linkStream = m_link->openStream(m_streamTarget, std::move(localEnd), m_warmUpRoundTrips);
    connect(m_linkStream.get(), &LinkStream::opened, this, [this] {
        if (!enterNextState(m_state, WorkerConnectionEvent::ChannelOpened)) {
            return;
        }
        const QPointer<WorkerConnection> self(this);
        Q_EMIT opened();
        if (self && m_state == WorkerConnectionState::ChannelOpenedAfterStreamEnd) {
            finish(m_connectionEnd);
        }
    });
    connect(m_linkStream.get(), &LinkStream::failed, this, [this](const Failure &failure) {
        finish({m_link->isLive() ? ConnectionEnd::Cause::ChannelRefused : ConnectionEnd::Cause::LinkLost, {}, {}, failure});
    });
    connect(m_linkStream.get(), &LinkStream::closed, this, [this] {
        m_finalMessageWaitTimer.start(lastWordsLimit);
    });
}

void WorkerConnection::stop()
{
    enterNextState(m_state, WorkerConnectionEvent::Stopped);
    m_watchWorkerTimer.stop();
    m_finalMessageWaitTimer.stop();
    m_workerProcess.kill();
    if (m_linkStream) {
        m_linkStream->disconnect(this);
        m_linkStream.release()->deleteLater(); // deleted later, because a signal of the stream may be calling this function
    }
}

void WorkerConnection::send(const RfbWire::ToWorker &message)
{
    m_workerProcess.send(message);
}

void WorkerConnection::reportDamagePainted()
{
    if (const auto damage = m_workerProtocol.reportDamagePainted()) {
        m_workerProcess.send(*damage);
    }
}

qint64 WorkerConnection::workerPid() const
{
    return m_workerProcess.pid();
}

bool WorkerConnection::isOpen() const
{
    return m_state == WorkerConnectionState::Open || m_state == WorkerConnectionState::ChannelOpenedAfterStreamEnd;
}

bool WorkerConnection::isOver() const
{
    return m_state == WorkerConnectionState::Finished;
}

void WorkerConnection::receiveRecord(const QByteArray &record, bool hasFd)
{
    if (m_state != WorkerConnectionState::Opening && m_state != WorkerConnectionState::Open) {
        return;
    }
    m_workerSilenceLimit = workerSilenceLimit;
    m_silenceMeter.restart();
    auto outcome = m_workerProtocol.receiveRecord(std::as_bytes(std::span(record.constData(), static_cast<std::size_t>(record.size()))), hasFd, now());
    if (!outcome) {
        qCWarning(LogDesktop) << "worker" << m_workerProcess.pid() << "broke the protocol:" << outcome.error().what;
        finish({ConnectionEnd::Cause::WorkerViolatedProtocol, {}, outcome.error().what, {}});
        return;
    }
    if (!*outcome) {
        return;
    }
    const WorkerFact &fact = **outcome;
    if (const auto *log = std::get_if<LogFact>(&fact)) {
        if (log->level == 2) {
            qCWarning(LogDesktop) << "worker" << m_workerProcess.pid() << "says" << log->text;
        } else {
            qCDebug(LogDesktop) << "worker" << m_workerProcess.pid() << "says" << log->text;
        }
    } else if (const auto *wanted = std::get_if<RfbWire::RequestSharedFramebuffer>(&fact)) {
        createFramebuffer(*wanted);
    } else if (const auto *failed = std::get_if<RfbWire::Failed>(&fact)) {
        handleWorkerFailure(*failed);
    } else {
        if (std::holds_alternative<ImageDamageFact>(fact)) {
            m_workerWatchdog->noteDamage(now());
        }
        const bool isHello = std::holds_alternative<RfbWire::Hello>(fact);
        const QPointer<WorkerConnection> self(this);
        Q_EMIT factReceived(fact);
        if (self && !isOver() && isHello && m_localEnd.isValid()) {
            openStream(std::move(m_localEnd));
        }
    }
}

void WorkerConnection::createFramebuffer(const RfbWire::RequestSharedFramebuffer &wanted)
{
    auto made = m_framebufferStore->createFramebuffer(wanted.width, wanted.height);
    if (!made) {
        finish({ConnectionEnd::Cause::NoMemory, {}, QString::fromLocal8Bit(std::strerror(made.error())), {}});
        return;
    }
    m_workerProtocol.noteFramebufferSent(made->picture.generation, made->picture.image.size());
    m_workerProcess.send(RfbWire::SharedFramebuffer{made->picture.generation, wanted.width, wanted.height}, made->fd.get());
    Q_EMIT framebufferCreated(made->picture);
}

void WorkerConnection::handleWorkerFailure(const RfbWire::Failed &failed)
{
    const ConnectionEnd end{ConnectionEnd::Cause::ServerFailed,
                            failed.code,
                            displayText(QByteArrayView(failed.detail.data(), static_cast<qsizetype>(failed.detail.size()))),
                            {}};
    if (failed.code == RfbWire::FailureCode::Closed && enterNextState(m_state, WorkerConnectionEvent::StreamEnded)) {
        m_connectionEnd = end;
        m_finalMessageWaitTimer.start(lastWordsLimit);
        return;
    }
    finish(end);
}

void WorkerConnection::handleWorkerExit(const WorkerExit &exit)
{
    if (m_state != WorkerConnectionState::Opening && m_state != WorkerConnectionState::Open) {
        return;
    }
    qCWarning(LogDesktop) << "a worker ended:" << exitText(exit);
    finish({ConnectionEnd::Cause::WorkerCrashed, {}, exitText(exit), {}});
}

void WorkerConnection::checkWorkerSilence()
{
    const auto cpu = m_workerProcess.cpuTime();
    if (cpu && m_workerWatchdog->isWorkerBusyWithoutResult(now(), *cpu)) {
        finish({ConnectionEnd::Cause::WorkerBusyWithoutResult, {}, {}, {}});
        return;
    }
    m_silenceMeter.addInterval(BootClock::now());
    if (m_silenceMeter.waited() > m_workerSilenceLimit) {
        qCWarning(LogDesktop) << "worker" << m_workerProcess.pid() << "says nothing any more and is ended";
        finish({ConnectionEnd::Cause::WorkerSilent, {}, {}, {}});
    } else if (const auto clipboard = m_workerProtocol.takeHeldBackClipboard(now())) {
        Q_EMIT factReceived(WorkerFact(*clipboard));
    }
}

void WorkerConnection::finish(const ConnectionEnd &end)
{
    if (isOver()) {
        return;
    }
    stop();
    Q_EMIT connectionEnded(end);
}

void WorkerConnection::finishLater(const ConnectionEnd &end)
{
    QMetaObject::invokeMethod(
        this,
        [this, end] {
            finish(end);
        },
        Qt::QueuedConnection);
}
}
