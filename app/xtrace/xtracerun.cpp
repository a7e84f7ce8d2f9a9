// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/xtrace/xtracerun.h"

#include "monitors/xadvice/xadvice.h"
#include "monitors/xadvice/xprogramhistories.h"
#include "sessions/common/processguard.h"
#include "sessions/xwindows/server/xproblem.h"

#include <KLocalizedString>

#include <QFileInfo>
#include <QLocale>
#include <QStandardPaths>
#include <QSysInfo>

#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
constexpr std::uint32_t program = 1; ///< id of the traced program, the only one in this relay
constexpr auto tickPause = 500ms;
/// Time to wait for new connections after the program's exit: a launcher may exit shortly before the program that it
/// started connects.
constexpr auto grace = 250ms;
constexpr auto patience = 3s; ///< time between SIGTERM and SIGKILL
/// Limits of the trace: everything that fits in the memory of a usual computer, some 100 MB for each limit.
constexpr XTraceLimits limits{.start = 4'000'000, .live = 4'000'000, .liveSpan = std::chrono::hours(24)};

XTraceTitle titleOf(const QStringList &command)
{
    return {.program = QFileInfo(command.value(0)).fileName().toStdString(),
            .display = {},
            .topology = "x11",
            .host = QSysInfo::machineHostName().toStdString()};
}
}

XTraceRun::XTraceRun(const QStringList &command, const NetworkProperties &line, QObject *parent)
    : QObject(parent)
    , m_command(command)
    , m_emulatedNetwork(line)
    , m_log(std::make_shared<XTraceLog>(titleOf(command), limits))
    , m_startWatch(XKnownPrograms::all().startCost(titleOf(command)))
{
    m_tickTimer.setInterval(tickPause);
    m_endTimer.setSingleShot(true);
    m_endTimer.setInterval(std::chrono::ceil<std::chrono::milliseconds>(grace + 2 * line.roundTrip));
    m_backgroundTimer.setSingleShot(true);
    // Waits longer, because the program's last messages may still be delayed.
    m_backgroundTimer.setInterval(m_endTimer.intervalAsDuration() + 1s);
    connect(&m_backgroundTimer, &QTimer::timeout, this, [this] {
        m_isBackgroundReported = true;
        Q_EMIT messageReported(i18nc("@info:shell",
                                     "The program went into the background; waiting until its X connections end. Press Ctrl+C to end them and see the "
                                     "report."));
    });
    m_killTimer.setSingleShot(true);
    m_killTimer.setInterval(patience);
    connect(&m_tickTimer, &QTimer::timeout, this, &XTraceRun::checkStart);
    connect(&m_killTimer, &QTimer::timeout, this, &XTraceRun::stop);
    connect(&m_endTimer, &QTimer::timeout, this, [this] {
        m_tickTimer.stop();
        m_killTimer.stop();
        Q_EMIT ended();
    });
    connect(&m_process, &QProcess::finished, this, &XTraceRun::programEnded);
}

XTraceRun::~XTraceRun()
{
    m_process.disconnect(this);
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished(1000);
    }
}

std::optional<XTraceRun::StartError> XTraceRun::findProgram() const
{
    const QString name = m_command.value(0);
    const QString path = name.contains(u'/') ? name : QStandardPaths::findExecutable(name);
    const QFileInfo file(path);
    if (!path.isEmpty() && file.isFile() && file.isExecutable()) {
        return {};
    }
    const bool isThere = !path.isEmpty() && file.exists();
    return StartError{.failure = {.kind = FailureKind::Refused,
                                  .what = isThere ? i18nc("@info:shell", "“%1” is not a program that you may run.", name)
                                                  : i18nc("@info:shell", "The program “%1” does not exist.", name),
                                  .where = {},
                                  .advice = i18nc("@info:shell", "Enter the program’s name or path, and each of its arguments as a separate word.")},
                      .exitCode = isThere ? cannotExecute : programNotFound};
}

std::optional<XTraceRun::StartError> XTraceRun::startProgram()
{
    if (auto problem = findProgram()) {
        return problem;
    }
    const QString name = qEnvironmentVariable("DISPLAY");
    const auto display = LocalDisplay::parse(name);
    if (!display) {
        return StartError{.failure = XProblem::badDisplay(name, display.error())};
    }
    if (const auto server = display->connectSocket(); !server && server.error() != EAGAIN) {
        Failure failure = XProblem::unreachable(*display, server.error());
        failure.advice = i18nc("@info:shell", "Check that DISPLAY names the X server of this login session.");
        return StartError{.failure = failure};
    }
    auto socket = DisplaySocket::open();
    if (!socket) {
        return StartError{.failure = socket.error()};
    }
    m_socket = std::move(*socket);
    if (m_emulatedNetwork != NetworkProperties()) {
        m_simulator = std::make_unique<NetworkSimulator>(m_emulatedNetwork);
    }
    m_relay = std::make_unique<XRelay>(XRelay::Watcher{.opened = [](std::uint32_t, std::uint32_t, std::uint32_t) { }, .closed = [](std::uint32_t) { }});
    connect(m_relay.get(), &XRelay::connectionCountChanged, this, [this](quint32, int count) {
        m_connectionCount = count;
        checkWhetherOver();
    });
    connect(m_relay.get(), &XRelay::serverRefused, this, [this](quint32, const QString &reason) {
        Q_EMIT messageReported(i18nc("@info:shell %1: the X server's message", "The X server refused the program. Server message: “%1”", reason));
    });
    connect(
        m_relay.get(),
        &XRelay::connectionRefused,
        this,
        [this] {
            Q_EMIT messageReported(
                i18nc("@info:shell", "The X server refused a connection without the cookie of this run. Check that the program uses XAUTHORITY."));
        },
        Qt::SingleShotConnection); // reported once, because such a client usually tries repeatedly
    m_relay->addProgram(program,
                        m_socket->cookie(),
                        {.authorization = readAuthority(qEnvironmentVariable("XAUTHORITY"), *display)},
                        *display,
                        std::make_shared<RelayCounters>(),
                        m_log);
    m_notifier = std::make_unique<QSocketNotifier>(m_socket->fd(), QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &XTraceRun::accept);

    m_process.setProcessEnvironment(environment());
    m_process.setProcessChannelMode(QProcess::ForwardedChannels);
    m_process.setInputChannelMode(QProcess::ForwardedInputChannel);
    // The program would inherit ignored signals. SIGPIPE is restored, so that a closed pipe ends the program; signals
    // ignored by nohup stay ignored. The program also ends with this process, which provides its display.
    m_process.setChildProcessModifier([parent = ::getpid()] {
        (void)std::signal(SIGPIPE, SIG_DFL);
        ProcessGuard::lift();
        (void)::prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (::getppid() != parent) {
            (void)std::raise(SIGTERM);
        }
    });
    const auto now = XStreamObserver::Clock::now();
    m_log->restart(now, std::chrono::system_clock::now());
    m_log->setRecording(true);
    m_log->setCompressed(m_emulatedNetwork.compresses);
    m_log->addLinkSample(now, linkMark());
    m_process.start(m_command.constFirst(), m_command.mid(1));
    if (!m_process.waitForStarted()) {
        return StartError{
            .failure = {.kind = FailureKind::Refused,
                        .what = i18nc("@info:shell %2: the system's reason", "“%1” cannot be run: %2", m_command.constFirst(), m_process.errorString()),
                        .where = {},
                        .advice = i18nc("@info:shell", "Check that the file is a program for this workstation, and that you may run it.")},
            .exitCode = cannotExecute};
    }
    m_tickTimer.start();
    return {};
}

QProcessEnvironment XTraceRun::environment() const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const auto here = LocalDisplay::parse(qEnvironmentVariable("DISPLAY"));
    const QString screen = here && here->screen > 0 ? u".%1"_s.arg(here->screen) : QString();
    environment.insert(u"DISPLAY"_s, m_socket->name() + screen);
    environment.insert(u"XAUTHORITY"_s, m_socket->authorityFile());
    // Removed, because toolkits would use the session's Wayland compositor instead of this display.
    environment.remove(u"WAYLAND_DISPLAY"_s);
    environment.remove(u"WAYLAND_SOCKET"_s);
    environment.insert(u"GDK_BACKEND"_s, u"x11"_s);
    environment.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
    return environment;
}

void XTraceRun::accept()
{
    while (true) {
        UniqueFd connection = m_socket->accept();
        if (!connection.isValid()) {
            return;
        }
        m_relay->adoptChannel(m_simulator ? m_simulator->delayedEnd(std::move(connection)) : shareFd(std::move(connection)));
    }
}

XLinkSample XTraceRun::linkMark() const
{
    XLinkSample linkMark{.roundTrip = m_emulatedNetwork.roundTrip.count(), .pathRoundTrip = m_emulatedNetwork.roundTrip.count()};
    if (m_simulator) {
        const NetworkCounters counts = m_simulator->counts();
        linkMark.bytesIn = counts.wireUp;
        linkMark.bytesOut = counts.wireDown;
        linkMark.payloadIn = counts.payloadUp;
        linkMark.payloadOut = counts.payloadDown;
    }
    return linkMark;
}

void XTraceRun::checkStart()
{
    if (m_simulator) {
        m_log->addLinkSample(XStreamObserver::Clock::now(), linkMark());
    }
    if (m_isStartOver) {
        return;
    }
    const auto now = XStreamObserver::Clock::now();
    const std::int64_t since = m_log->microseconds(now);
    const XStartMonitor::Verdict verdict =
        m_startWatch.evaluateStart(m_log->snapshot(), since, {.roundTrip = m_emulatedNetwork.roundTrip, .bytesPerSecond = m_emulatedNetwork.bytesPerSecond});
    if (const auto at = m_startWatch.endedAt()) {
        m_isStartOver = true;
        m_log->endStart(now - std::chrono::microseconds(since - *at));
        const XTally start = XTally::of(m_log->snapshot(), 0, *at + 1);
        Q_EMIT messageReported(i18nc("@info:shell %1: a time such as 1.9 s, %2: a count",
                                     "The window appeared after %1, with %2 round trips. Use the program now; the report follows when it ends or at Ctrl+C.",
                                     XAdvice::duration(std::chrono::microseconds(*at)),
                                     QLocale().toString(static_cast<qlonglong>(start.synchronous))));
    } else if (verdict.takesMinutes() && !m_isLongRunReported) {
        m_isLongRunReported = true;
        Q_EMIT messageReported(XAdvice::startSentence(verdict));
    }
}

void XTraceRun::programEnded(int code, QProcess::ExitStatus status)
{
    m_exitCode = status == QProcess::CrashExit ? endedBySignal + code : code;
    checkWhetherOver();
}

void XTraceRun::checkWhetherOver()
{
    const bool runs = m_process.state() != QProcess::NotRunning;
    if (!runs && m_connectionCount == 0) {
        m_endTimer.start();
    } else {
        m_endTimer.stop();
    }
    if (runs || m_connectionCount == 0 || m_stopRequests > 0 || m_isBackgroundReported) {
        m_backgroundTimer.stop();
    } else if (!m_backgroundTimer.isActive()) {
        m_backgroundTimer.start();
    }
}

void XTraceRun::stop()
{
    ++m_stopRequests;
    const bool runs = m_process.state() != QProcess::NotRunning;
    if (m_stopRequests == 1 && runs) {
        m_process.terminate();
        m_killTimer.start();
        return;
    }
    if (runs) {
        m_process.kill();
    }
    m_relay->removeProgram(program); // closes connections of background programs that the program started
}

void XTraceRun::closeDisplay()
{
    m_notifier.reset();
    m_relay.reset();
    m_simulator.reset();
    m_socket.reset();
}

int XTraceRun::exitCode() const
{
    return m_exitCode;
}

XTrace XTraceRun::trace() const
{
    XTrace trace = m_log->snapshot();
    if (m_simulator) {
        trace.marks.push_back(linkMark());
        trace.marks.back().at = trace.end;
    }
    trace.bytesPerSecond = std::llround(m_emulatedNetwork.bytesPerSecond);
    return trace;
}
}
