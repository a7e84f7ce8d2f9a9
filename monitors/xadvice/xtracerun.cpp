// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xadvice/xtracerun.h"

#include "monitors/xadvice/xadvice.h"
#include "monitors/xadvice/xprogramhistories.h"
#include "monitors/xadvice/xtracefailure.h"
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
constexpr std::uint32_t tracedProgramId = 1; ///< the only program in this relay
constexpr auto tickPause = 500ms;
/// Time to wait for new connections after the program's exit: a launcher may exit shortly before the program that it
/// started connects.
constexpr auto newConnectionTimeout = 250ms;
constexpr auto killTimeout = 3s; ///< time between SIGTERM and SIGKILL
/// Limits of the trace: everything that fits in the memory of a usual computer, some 100 MB for each limit.
constexpr XTraceLimits traceLimits{.maxStartRecords = 4'000'000, .maxRecordsAfterStart = 4'000'000, .keptSpanAfterStart = std::chrono::hours(24)};

XTraceTitle titleOf(const QStringList &command)
{
    return {.program = QFileInfo(command.value(0)).fileName().toStdString(), .topology = "x11", .host = QSysInfo::machineHostName().toStdString()};
}
}

XTraceRun::XTraceRun(const QStringList &command, const NetworkProperties &line, QObject *parent)
    : QObject(parent)
    , m_programCommand(command)
    , m_emulatedNetwork(line)
    , m_traceLog(std::make_shared<XTraceLog>(titleOf(command), traceLimits))
    , m_startMonitor(XKnownPrograms::all().startCost(titleOf(command)))
{
    m_startCheckTimer.setInterval(tickPause);
    m_newConnectionTimeoutTimer.setSingleShot(true);
    m_newConnectionTimeoutTimer.setInterval(std::chrono::ceil<std::chrono::milliseconds>(newConnectionTimeout + 2 * line.roundTrip));
    m_backgroundProgramTimer.setSingleShot(true);
    // Longer than the other timer: the end of the program's last X connection may still be on its way.
    m_backgroundProgramTimer.setInterval(m_newConnectionTimeoutTimer.intervalAsDuration() + 1s);
    connect(&m_backgroundProgramTimer, &QTimer::timeout, this, [this] {
        m_hasReportedBackgroundProgram = true;
        Q_EMIT userMessageReported(i18nc("@info:shell",
                                         "The program went into the background; waiting until its X connections end. Press Ctrl+C to end them and see the "
                                         "report."));
    });
    m_killTimer.setSingleShot(true);
    m_killTimer.setInterval(killTimeout);
    connect(&m_startCheckTimer, &QTimer::timeout, this, &XTraceRun::checkProgramStart);
    connect(&m_killTimer, &QTimer::timeout, this, &XTraceRun::stop);
    connect(&m_newConnectionTimeoutTimer, &QTimer::timeout, this, [this] {
        m_startCheckTimer.stop();
        m_killTimer.stop();
        Q_EMIT traceRunEnded();
    });
    connect(&m_programProcess, &QProcess::finished, this, &XTraceRun::handleProgramEnd);
}

XTraceRun::~XTraceRun()
{
    m_programProcess.disconnect(this);
    if (m_programProcess.state() != QProcess::NotRunning) {
        m_programProcess.kill();
        m_programProcess.waitForFinished(1000);
    }
}

std::optional<XTraceRun::StartError> XTraceRun::findProgram() const
{
    const QString name = m_programCommand.value(0);
    const QString path = name.contains(u'/') ? name : QStandardPaths::findExecutable(name);
    const QFileInfo file(path);
    if (!path.isEmpty() && file.isFile() && file.isExecutable()) {
        return {};
    }
    const bool isThere = !path.isEmpty() && file.exists();
    return isThere ? StartError{.failure = XTraceFailure::programNotExecutable(name), .exitCode = cannotExecuteExitCode}
                   : StartError{.failure = XTraceFailure::programMissing(name), .exitCode = programNotFoundExitCode};
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
    m_displaySocket = std::move(*socket);
    if (m_emulatedNetwork != NetworkProperties()) {
        m_networkSimulator = std::make_unique<NetworkSimulator>(m_emulatedNetwork);
    }
    m_xRelay = std::make_unique<XRelay>(
        XRelay::ConnectionCallbacks{.connectionOpened = [](std::uint32_t, std::uint32_t, std::uint32_t) { }, .connectionClosed = [](std::uint32_t) { }});
    connect(m_xRelay.get(), &XRelay::connectionCountChanged, this, [this](quint32, int count) {
        m_xConnectionCount = count;
        checkWhetherRunEnded();
    });
    connect(m_xRelay.get(), &XRelay::serverRefused, this, [this](quint32, const QString &reason) {
        Q_EMIT userMessageReported(i18nc("@info:shell %1: the X server's message", "The X server refused the program. Server message: “%1”", reason));
    });
    connect(
        m_xRelay.get(),
        &XRelay::connectionRefused,
        this,
        [this] {
            Q_EMIT userMessageReported(
                i18nc("@info:shell", "The X server refused a connection without the cookie of this run. Check that the program uses XAUTHORITY."));
        },
        Qt::SingleShotConnection); // reported only once, because a client without the cookie usually tries repeatedly
    m_xRelay->addProgram(tracedProgramId,
                         m_displaySocket->cookie(),
                         {.authorization = readAuthority(qEnvironmentVariable("XAUTHORITY"), *display)},
                         *display,
                         std::make_shared<RelayCounters>(),
                         m_traceLog);
    m_socketNotifier = std::make_unique<QSocketNotifier>(m_displaySocket->fd(), QSocketNotifier::Read);
    connect(m_socketNotifier.get(), &QSocketNotifier::activated, this, &XTraceRun::acceptConnection);

    m_programProcess.setProcessEnvironment(environment());
    m_programProcess.setProcessChannelMode(QProcess::ForwardedChannels);
    m_programProcess.setInputChannelMode(QProcess::ForwardedInputChannel);
    // The program would inherit ignored signals. SIGPIPE is restored, so that a closed pipe ends the program; signals
    // ignored by nohup stay ignored. The program also ends with this process, which provides its display.
    m_programProcess.setChildProcessModifier([parent = ::getpid()] {
        (void)std::signal(SIGPIPE, SIG_DFL);
        ProcessGuard::restoreCoreFileLimit();
        (void)::prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (::getppid() != parent) {
            (void)std::raise(SIGTERM);
        }
    });
    const auto now = XStreamObserver::Clock::now();
    m_traceLog->restart(now, std::chrono::system_clock::now());
    m_traceLog->setRecording(true);
    m_traceLog->setCompressed(m_emulatedNetwork.hasSshCompression);
    m_traceLog->addLinkSample(now, linkSample());
    m_programProcess.start(m_programCommand.constFirst(), m_programCommand.mid(1));
    if (!m_programProcess.waitForStarted()) {
        return StartError{.failure = XTraceFailure::programNotStarted(m_programCommand.constFirst(), m_programProcess.errorString()),
                          .exitCode = cannotExecuteExitCode};
    }
    m_startCheckTimer.start();
    return {};
}

QProcessEnvironment XTraceRun::environment() const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const auto here = LocalDisplay::parse(qEnvironmentVariable("DISPLAY"));
    const QString screen = here && here->screen > 0 ? u".%1"_s.arg(here->screen) : QString();
    environment.insert(u"DISPLAY"_s, m_displaySocket->name() + screen);
    environment.insert(u"XAUTHORITY"_s, m_displaySocket->authorityFile());
    // Removed, because toolkits would use the session's Wayland compositor instead of this display.
    environment.remove(u"WAYLAND_DISPLAY"_s);
    environment.remove(u"WAYLAND_SOCKET"_s);
    environment.insert(u"GDK_BACKEND"_s, u"x11"_s);
    environment.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
    return environment;
}

void XTraceRun::acceptConnection()
{
    while (true) {
        UniqueFd connection = m_displaySocket->accept();
        if (!connection.isValid()) {
            return;
        }
        m_xRelay->adoptX11Channel(m_networkSimulator ? m_networkSimulator->createDelayedSocket(std::move(connection)) : shareFd(std::move(connection)));
    }
}

XLinkSample XTraceRun::linkSample() const
{
    XLinkSample linkSample{.roundTrip = m_emulatedNetwork.roundTrip.count(), .pathRoundTrip = m_emulatedNetwork.roundTrip.count()};
    if (m_networkSimulator) {
        const NetworkCounters counts = m_networkSimulator->counters();
        linkSample.wireBytesFromProgram = counts.wireBytesFromProgram;
        linkSample.wireBytesToProgram = counts.wireBytesToProgram;
        linkSample.payloadBytesFromProgram = counts.payloadBytesFromProgram;
        linkSample.payloadBytesToProgram = counts.payloadBytesToProgram;
    }
    return linkSample;
}

void XTraceRun::checkProgramStart()
{
    if (m_networkSimulator) {
        m_traceLog->addLinkSample(XStreamObserver::Clock::now(), linkSample());
    }
    if (m_isProgramStartFinished) {
        return;
    }
    const auto now = XStreamObserver::Clock::now();
    const std::int64_t since = m_traceLog->microseconds(now);
    const XProgramStartMonitor::Verdict verdict =
        m_startMonitor.evaluateStart(m_traceLog->snapshot(),
                                     since,
                                     {.roundTrip = m_emulatedNetwork.roundTrip, .bytesPerSecond = m_emulatedNetwork.bytesPerSecond});
    if (const auto at = m_startMonitor.startEndedAt()) {
        m_isProgramStartFinished = true;
        m_traceLog->markStartEnded(now - std::chrono::microseconds(since - *at));
        const XTally start = XTally::of(m_traceLog->snapshot(), 0, *at + 1);
        Q_EMIT userMessageReported(
            i18nc("@info:shell %1: a time such as 1.9 s, %2: a count",
                  "The window appeared after %1, with %2 round trips. Use the program now; the report follows when it ends or at Ctrl+C.",
                  XAdvice::durationText(std::chrono::microseconds(*at)),
                  QLocale().toString(static_cast<qlonglong>(start.roundTripCount))));
    } else if (verdict.takesMinutes() && !m_isLongRunReported) {
        m_isLongRunReported = true;
        Q_EMIT userMessageReported(XAdvice::startSentence(verdict));
    }
}

void XTraceRun::handleProgramEnd(int code, QProcess::ExitStatus status)
{
    m_programExitCode = status == QProcess::CrashExit ? signalExitCodeBase + code : code;
    checkWhetherRunEnded();
}

void XTraceRun::checkWhetherRunEnded()
{
    const bool runs = m_programProcess.state() != QProcess::NotRunning;
    if (!runs && m_xConnectionCount == 0) {
        m_newConnectionTimeoutTimer.start();
    } else {
        m_newConnectionTimeoutTimer.stop();
    }
    if (runs || m_xConnectionCount == 0 || m_stopRequestCount > 0 || m_hasReportedBackgroundProgram) {
        m_backgroundProgramTimer.stop();
    } else if (!m_backgroundProgramTimer.isActive()) {
        m_backgroundProgramTimer.start();
    }
}

void XTraceRun::stop()
{
    ++m_stopRequestCount;
    const bool runs = m_programProcess.state() != QProcess::NotRunning;
    if (m_stopRequestCount == 1 && runs) {
        m_programProcess.terminate();
        m_killTimer.start();
        return;
    }
    if (runs) {
        m_programProcess.kill();
    }
    m_xRelay->removeProgram(tracedProgramId); // closes connections of background programs that the program started
}

void XTraceRun::closeDisplay()
{
    m_socketNotifier.reset();
    m_xRelay.reset();
    m_networkSimulator.reset();
    m_displaySocket.reset();
}

int XTraceRun::exitCode() const
{
    return m_programExitCode;
}

XTrace XTraceRun::trace() const
{
    XTrace trace = m_traceLog->snapshot();
    if (m_networkSimulator) {
        trace.linkSamples.push_back(linkSample());
        trace.linkSamples.back().at = trace.endTime;
    }
    trace.emulatedBytesPerSecond = std::llround(m_emulatedNetwork.bytesPerSecond);
    return trace;
}
}
