// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/appdisplay.h"

#include "sessions/apps/appcommand.h"
#include "sessions/apps/appfailure.h"
#include "sessions/apps/appreport.h"
#include "sessions/apps/otherdeskdisplaymonitor.h"
#include "sessions/common/deletelater.h"
#include "sessions/common/displaytext.h"
#include "sessions/common/logging.h"
#include "sessions/links/facts/remotecommandline.h"
#include "sessions/xwindows/claimanswer.h"

#include <QTimer>

#include <functional>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto startLimit = 60s; ///< longer than the script's own limits; a shell's start-up files may take long
constexpr qsizetype maxKeptOutput = 64 * 1024; ///< bytes of output that are kept while the display is not ready
constexpr QByteArrayView outputMark = "nightdesk-app output\n"; ///< separates the login shell's output from the program's output
}

class AppDisplay::Private
{
public:
    Private(AppDisplay *display, Link *theLink)
        : q(display)
        , link(theLink)
    {
        startTimeLimitTimer.setSingleShot(true);
        startTimeLimitTimer.setInterval(startLimit);
        QObject::connect(&startTimeLimitTimer, &QTimer::timeout, q, [this] {
            fail(AppFailure::startTimedOut(host()));
        });
        channelLossTimer.setSingleShot(true);
        channelLossTimer.setInterval(OtherDeskDisplayMonitor::linkLossDetectionTime);
        QObject::connect(&channelLossTimer, &QTimer::timeout, q, [this] {
            if (link->isLive()) {
                fail(AppFailure::displayConnectionLost(host()));
            }
        });
    }

    QString host() const
    {
        return link->target().spec.host;
    }

    void runScript(const AppRequest &newRequest, AppCommand::ScriptAction action)
    {
        request = newRequest;
        displayFacts.reset();
        disconnectAndDeleteLater(otherDeskDisplayMonitor);
        isJoinOnly = action == AppCommand::ScriptAction::Watch;
        const auto command = AppCommand::command(action, request, receivedOutput);
        disconnectAndDeleteLater(program);
        channelLossTimer.stop();
        report = {};
        shellOutput.clear();
        earlyErrorOutput.clear();
        hasReceivedOutputMark = false;
        if (!command) {
            QMetaObject::invokeMethod(
                q,
                [this, number = ++attemptNumber] {
                    if (number == attemptNumber) {
                        Q_EMIT q->displayFailed(AppFailure::visualUnknown(request.spec));
                    }
                },
                Qt::QueuedConnection);
            return;
        }
        ++attemptNumber;
        startTimeLimitTimer.start();
        program = link->startProgram({.commandLine = remoteCommandLine(*command), .x11 = {}});
        QObject::connect(program.get(), &RemoteProgram::outputReceived, q, [this](const QByteArray &bytes, OutputKind kind) {
            kind == OutputKind::StandardOutput ? handleStandardOutput(bytes) : handleErrorOutput(bytes);
        });
        QObject::connect(program.get(), &RemoteProgram::failed, q, std::bind_front(&Private::fail, this));
        QObject::connect(program.get(), &RemoteProgram::finished, q, std::bind_front(&Private::handleScriptEnd, this));
    }

    /// Standard output: the script's report.
    void handleStandardOutput(const QByteArray &bytes)
    {
        const bool wasReady = report.state() == AppReport::State::DisplayReady;
        switch (report.addBytes(bytes)) {
        case AppReport::State::NotBegun:
            appendLimited(shellOutput, bytes);
            break;
        case AppReport::State::ReportBegun:
            break;
        case AppReport::State::DisplayReady:
            if (!wasReady) {
                becomeReady();
            }
            break;
        case AppReport::State::DisplayEnded:
            startTimeLimitTimer.stop(); // further output of the program may arrive until the channel is closed
            break;
        case AppReport::State::InvalidReport:
            fail(AppFailure::invalidReport(host(), lastOutput()));
            break;
        }
    }

    /// Handles standard error: first the output of the login shell, then, after outputMark, the output of the program.
    void handleErrorOutput(const QByteArray &bytes)
    {
        if (!displayFacts || !hasReceivedOutputMark) {
            appendLimited(earlyErrorOutput, bytes);
            emitEarlyOutput();
            return;
        }
        receivedOutput.byteCount += bytes.size();
        Q_EMIT q->outputReceived(bytes, OutputKind::StandardError);
    }

    /// Emits the output that the program wrote before the display was ready: what follows outputMark. The output of the login shell
    /// before the mark is skipped.
    void emitEarlyOutput()
    {
        const qsizetype at = displayFacts ? earlyErrorOutput.indexOf(outputMark) : -1;
        if (at >= 0) {
            hasReceivedOutputMark = true;
            const QByteArray rest = std::exchange(earlyErrorOutput, {}).sliced(at + outputMark.size());
            if (!rest.isEmpty()) {
                handleErrorOutput(rest);
            }
        }
    }

    static void appendLimited(QByteArray &buffer, const QByteArray &bytes)
    {
        buffer += bytes;
        buffer.remove(0, std::max<qsizetype>(0, buffer.size() - maxKeptOutput));
    }

    QString lastOutput() const
    {
        const QByteArray all = QByteArray(shellOutput + earlyErrorOutput).trimmed();
        return displayText(QByteArrayView(all).last(std::min<qsizetype>(300, all.size())), 300);
    }

    void becomeReady()
    {
        startTimeLimitTimer.stop();
        // Fails if the display now belongs to another run of the program, which another desk may have started.
        if (isJoinOnly && request.spec.isSingleInstance && report.runId() != receivedOutput.runId) {
            fail(std::get<Failure>(AppFailure::exitOrFailure({"fail", "gone"}, request.spec, host())));
            return;
        }
        displayFacts = report.displayFacts();
        receivedOutput = {.runId = report.runId(), .byteCount = report.skippedOutputBytes()};
        qCInfo(LogXWindow) << request.name.text() << (displayFacts->wasAlreadyRunning ? "joined" : "started") << "at" << host() << "display"
                           << displayFacts->xDisplayNumber;
        const quint64 number = attemptNumber;
        Q_EMIT q->found(*displayFacts);
        if (number == attemptNumber) {
            emitEarlyOutput();
        }
    }

    void handleScriptEnd(const ProgramExit &exit)
    {
        startTimeLimitTimer.stop();
        disconnectAndDeleteLater(program);
        const bool wasReady = displayFacts.has_value();
        if (report.state() != AppReport::State::DisplayEnded) {
            if (!exit.code && exit.signal.isEmpty()) {
                displayFacts.reset(); // the link was lost, so the display may still run
                channelLossTimer.start(); // if the link is still live after that time, only this channel was lost
                return;
            }
            fail(wasReady ? AppFailure::displayConnectionLost(host()) : AppFailure::invalidReport(host(), lastOutput()));
            return;
        }
        // The display became ready and ended before the report was processed.
        if (!wasReady && !report.displayFacts().vncSocketPath.isEmpty() && report.displayFacts().programStartedAt.isValid()) {
            displayFacts = report.displayFacts();
            receivedOutput = {.runId = report.runId(), .byteCount = report.skippedOutputBytes()};
            emitEarlyOutput();
        }
        displayFacts.reset();
        if (report.finalReportWords().value(0) == "occupied") {
            reportHolder();
            return;
        }
        const auto ending = AppFailure::exitOrFailure(report.finalReportWords(), request.spec, host());
        if (const auto *failure = std::get_if<Failure>(&ending)) {
            fail(*failure);
        } else {
            Q_EMIT q->programFinished(std::get<ProgramExit>(ending));
        }
    }

    void reportHolder()
    {
        ClaimAnswer answer("one");
        const QByteArrayList facts = report.values("one");
        for (const QByteArray &fact : facts) {
            answer.readLine(QByteArray("one " + fact), QDateTime::currentDateTimeUtc());
        }
        switch (answer.claimResult()) {
        case ClaimAnswer::ClaimResult::OccupiedByOther:
            Q_EMIT q->programAlreadyRunning(answer.holder());
            break;
        case ClaimAnswer::ClaimResult::Refused:
            fail(answer.refusal());
            break;
        case ClaimAnswer::ClaimResult::Incomplete:
        case ClaimAnswer::ClaimResult::Claimed:
            fail(AppFailure::invalidReport(host(), lastOutput()));
            break;
        }
    }

    void watchOtherDisplay(const AppHolder &holder)
    {
        disconnectAndDeleteLater(program);
        ++attemptNumber;
        channelLossTimer.stop();
        disconnectAndDeleteLater(otherDeskDisplayMonitor);
        otherDeskDisplayMonitor = std::make_unique<OtherDeskDisplayMonitor>(request.name, holder, link);
        QObject::connect(otherDeskDisplayMonitor.get(), &OtherDeskDisplayMonitor::displayFound, q, [this, holder] {
            displayFacts = AppDisplayFacts{.vncSocketPath = holder.socket, .canResize = false, .wasAlreadyRunning = true, .programStartedAt = holder.since};
            Q_EMIT q->found(*displayFacts);
        });
        QObject::connect(otherDeskDisplayMonitor.get(), &OtherDeskDisplayMonitor::monitoringFailed, q, std::bind_front(&Private::fail, this));
        QObject::connect(otherDeskDisplayMonitor.get(), &OtherDeskDisplayMonitor::displayEnded, q, [this] {
            displayFacts.reset();
            disconnectAndDeleteLater(otherDeskDisplayMonitor);
            Q_EMIT q->programFinished({.code = 0, .signal = {}});
        });
    }

    void fail(const Failure &failure)
    {
        startTimeLimitTimer.stop();
        channelLossTimer.stop();
        disconnectAndDeleteLater(otherDeskDisplayMonitor);
        displayFacts.reset();
        disconnectAndDeleteLater(program);
        qCInfo(LogXWindow) << request.name.text() << "failed:" << failure.what << failure.advice;
        Q_EMIT q->displayFailed(failure);
    }

    void clear()
    {
        ++attemptNumber;
        startTimeLimitTimer.stop();
        channelLossTimer.stop();
        displayFacts.reset();
        shellOutput.clear();
        earlyErrorOutput.clear();
        disconnectAndDeleteLater(otherDeskDisplayMonitor);
        disconnectAndDeleteLater(program);
    }

    AppDisplay *const q;
    Link *const link;
    AppRequest request;
    AppCommand::ReceivedOutput receivedOutput;
    AppReport report;
    QByteArray shellOutput; ///< output of the login shell
    QByteArray earlyErrorOutput; ///< standard error of the login shell, and the program's first output
    bool hasReceivedOutputMark = false; ///< the mark was received, so standard error is now the program's output
    std::optional<AppDisplayFacts> displayFacts;
    bool isJoinOnly = false; ///< true: only joins a running display, and starts none
    std::unique_ptr<RemoteProgram> program;
    std::unique_ptr<OtherDeskDisplayMonitor> otherDeskDisplayMonitor; ///< set while a display of another desk is viewed
    QTimer startTimeLimitTimer; ///< limits how long the start of the display takes
    QTimer channelLossTimer; ///< limits the wait for a report that the link was lost, after the channel was lost
    quint64 attemptNumber = 0;
};

AppDisplay::AppDisplay(Link *link, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, link))
{
}

AppDisplay::~AppDisplay()
{
    d->clear();
}

void AppDisplay::open(const AppRequest &request)
{
    if (request.name != d->request.name) {
        d->receivedOutput = {};
    }
    d->runScript(request, AppCommand::ScriptAction::Open);
}

void AppDisplay::join(const AppRequest &request)
{
    d->runScript(request, AppCommand::ScriptAction::Watch);
}

void AppDisplay::watch(const AppRequest &request, const AppHolder &holder)
{
    d->request = request;
    d->displayFacts.reset();
    d->watchOtherDisplay(holder);
}

void AppDisplay::leaveRunning()
{
    d->clear();
}

bool AppDisplay::endProgram()
{
    const auto command = AppCommand::command(AppCommand::ScriptAction::Stop, d->request);
    if (d->otherDeskDisplayMonitor || !command || d->request.name.display.isEmpty() || !d->link->isLive()) {
        return false;
    }
    // The stop command outlives this object if necessary. The program that watches the display reports the result.
    RemoteProgram *stopper = d->link->startProgram({.commandLine = remoteCommandLine(*command), .x11 = {}}).release();
    stopper->setParent(d->link);
    connect(stopper, &RemoteProgram::failed, stopper, &QObject::deleteLater);
    connect(stopper, &RemoteProgram::finished, stopper, &QObject::deleteLater);
    connect(stopper, &RemoteProgram::failed, this, &AppDisplay::endCompleted);
    connect(stopper, &RemoteProgram::finished, this, &AppDisplay::endCompleted);
    return true;
}

std::optional<AppDisplayFacts> AppDisplay::displayFacts() const
{
    return d->displayFacts;
}
}
