// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/xtrace/xtracerun.h"

#include "monitors/xadvice/xadvice.h"
#include "monitors/xadvice/xexperience.h"
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
    , m_line(line)
    , m_log(std::make_shared<XTraceLog>(titleOf(command), limits))
    , m_watch(XKnownPrograms::all().startCost(titleOf(command)))
{
    m_ticks.setInterval(tickPause);
    m_grace.setSingleShot(true);
    m_grace.setInterval(std::chrono::ceil<std::chrono::milliseconds>(grace + 2 * line.roundTrip));
    m_background.setSingleShot(true);
    // Waits longer, because the program's last messages may still be delayed.
    m_background.setInterval(m_grace.intervalAsDuration() + 1s);
    connect(&m_background, &QTimer::timeout, this, [this] {
        m_isBackgroundReported = true;
        Q_EMIT noted(i18nc("@info:shell",
                           "The program went into the background; waiting until its X connections end. Press Ctrl+C to end them and see the "
                           "report."));
    });
    m_patience.setSingleShot(true);
    m_patience.setInterval(patience);
    connect(&m_ticks, &QTimer::timeout, this, &XTraceRun::tick);
    connect(&m_patience, &QTimer::timeout, this, &XTraceRun::stop);
    connect(&m_grace, &QTimer::timeout, this, [this] {
        m_ticks.stop();
        m_patience.stop();
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

std::optional<XTraceRun::NotBegun> XTraceRun::findProgram() const
{
    const QString name = m_command.value(0);
    const QString path = name.contains(u'/') ? name : QStandardPaths::findExecutable(name);
    const QFileInfo file(path);
    if (!path.isEmpty() && file.isFile() && file.isExecutable()) {
        return {};
    }
    const bool isThere = !path.isEmpty() && file.exists();
    return NotBegun{.failure = {.kind = FailureKind::Refused,
                                .what = isThere ? i18nc("@info:shell", "“%1” is not a program that you may run.", name)
                                                : i18nc("@info:shell", "The program “%1” does not exist.", name),
                                .where = {},
                                .advice = i18nc("@info:shell", "Enter the program’s name or path, and each of its arguments as a separate word.")},
                    .exitCode = isThere ? cannotRun : notThere};
}

std::optional<XTraceRun::NotBegun> XTraceRun::begin()
{
    if (auto problem = findProgram()) {
        return problem;
    }
    const QString name = qEnvironmentVariable("DISPLAY");
    const auto display = LocalDisplay::parse(name);
    if (!display) {
        return NotBegun{.failure = XProblem::badDisplay(name, display.error())};
    }
    if (const auto server = display->connectSocket(); !server && server.error() != EAGAIN) {
        Failure failure = XProblem::unreachable(*display, server.error());
        failure.advice = i18nc("@info:shell", "Check that DISPLAY names the X server of this login session.");
        return NotBegun{.failure = failure};
    }
    auto socket = DisplaySocket::open();
    if (!socket) {
        return NotBegun{.failure = socket.error()};
    }
    m_socket = std::move(*socket);
    if (m_line != NetworkProperties()) {
        m_delay = std::make_unique<NetworkSimulator>(m_line);
    }
    m_relay = std::make_unique<XRelay>(XRelay::Watcher{.opened = [](std::uint32_t, std::uint32_t, std::uint32_t) { }, .closed = [](std::uint32_t) { }});
    connect(m_relay.get(), &XRelay::connectionCountChanged, this, [this](quint32, int count) {
        m_connections = count;
        lookWhetherOver();
    });
    connect(m_relay.get(), &XRelay::serverRefused, this, [this](quint32, const QString &reason) {
        Q_EMIT noted(i18nc("@info:shell %1: the X server's message", "The X server refused the program. Server message: “%1”", reason));
    });
    connect(
        m_relay.get(),
        &XRelay::connectionRefused,
        this,
        [this] {
            Q_EMIT noted(i18nc("@info:shell", "The X server refused a connection without the cookie of this run. Check that the program uses XAUTHORITY."));
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
    m_log->setCompressed(m_line.compresses);
    m_log->addMark(now, mark());
    m_process.start(m_command.constFirst(), m_command.mid(1));
    if (!m_process.waitForStarted()) {
        return NotBegun{
            .failure = {.kind = FailureKind::Refused,
                        .what = i18nc("@info:shell %2: the system's reason", "“%1” cannot be run: %2", m_command.constFirst(), m_process.errorString()),
                        .where = {},
                        .advice = i18nc("@info:shell", "Check that the file is a program for this workstation, and that you may run it.")},
            .exitCode = cannotRun};
    }
    m_ticks.start();
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
        m_relay->adopt(m_delay ? m_delay->through(std::move(connection)) : shareFd(std::move(connection)));
    }
}

XLinkMark XTraceRun::mark() const
{
    XLinkMark mark{.roundTrip = m_line.roundTrip.count(), .pathRoundTrip = m_line.roundTrip.count()};
    if (m_delay) {
        const NetworkCounters counts = m_delay->counts();
        mark.bytesIn = counts.wireUp;
        mark.bytesOut = counts.wireDown;
        mark.payloadIn = counts.payloadUp;
        mark.payloadOut = counts.payloadDown;
    }
    return mark;
}

void XTraceRun::tick()
{
    if (m_delay) {
        m_log->addMark(XStreamObserver::Clock::now(), mark());
    }
    if (m_startIsOver) {
        return;
    }
    const auto now = XStreamObserver::Clock::now();
    const std::int64_t since = m_log->microseconds(now);
    const XStartWatch::Verdict verdict = m_watch.judgeStart(m_log->snapshot(), since, {.roundTrip = m_line.roundTrip, .bytesPerSecond = m_line.bytesPerSecond});
    if (const auto at = m_watch.endedAt()) {
        m_startIsOver = true;
        m_log->endStart(now - std::chrono::microseconds(since - *at));
        const XTally start = XTally::of(m_log->snapshot(), 0, *at + 1);
        Q_EMIT noted(i18nc("@info:shell %1: a time such as 1.9 s, %2: a count",
                           "The window appeared after %1, with %2 round trips. Use the program now; the report follows when it ends or at Ctrl+C.",
                           XAdvice::duration(std::chrono::microseconds(*at)),
                           QLocale().toString(static_cast<qlonglong>(start.synchronous))));
    } else if (verdict.takesMinutes() && !m_reportedMinutes) {
        m_reportedMinutes = true;
        Q_EMIT noted(XAdvice::startSentence(verdict));
    }
}

void XTraceRun::programEnded(int code, QProcess::ExitStatus status)
{
    m_exitCode = status == QProcess::CrashExit ? endedBySignal + code : code;
    lookWhetherOver();
}

void XTraceRun::lookWhetherOver()
{
    const bool runs = m_process.state() != QProcess::NotRunning;
    if (!runs && m_connections == 0) {
        m_grace.start();
    } else {
        m_grace.stop();
    }
    if (runs || m_connections == 0 || m_stops > 0 || m_isBackgroundReported) {
        m_background.stop();
    } else if (!m_background.isActive()) {
        m_background.start();
    }
}

void XTraceRun::stop()
{
    ++m_stops;
    const bool runs = m_process.state() != QProcess::NotRunning;
    if (m_stops == 1 && runs) {
        m_process.terminate();
        m_patience.start();
        return;
    }
    if (runs) {
        m_process.kill();
    }
    m_relay->removeProgram(program); // closes connections of background programs that the program started
}

void XTraceRun::close()
{
    m_notifier.reset();
    m_relay.reset();
    m_delay.reset();
    m_socket.reset();
}

int XTraceRun::exitCode() const
{
    return m_exitCode;
}

XTrace XTraceRun::trace() const
{
    XTrace trace = m_log->snapshot();
    if (m_delay) {
        trace.marks.push_back(mark());
        trace.marks.back().at = trace.end;
    }
    trace.bytesPerSecond = std::llround(m_line.bytesPerSecond);
    return trace;
}
}
