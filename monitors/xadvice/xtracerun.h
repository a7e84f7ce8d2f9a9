// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xstartmonitor.h"
#include "sessions/common/facts.h"
#include "sessions/xtrace/xtracelog.h"
#include "sessions/xwindows/relay/networksimulator.h"
#include "sessions/xwindows/relay/xrelay.h"
#include "sessions/xwindows/server/displaysocket.h"
#include "sessions/xwindows/server/xauthorization.h"

#include <QProcess>
#include <QSocketNotifier>
#include <QTimer>

namespace Nightdesk
{
/// One run of an X program at a display of this process. Its X messages go through the same relay as those of programs
/// at the summit, over an emulated connection that may be slow, and are recorded. The run ends when the program has
/// exited and all X connections of programs that it left in the background are closed. Created by `nightdesk xtrace`
/// for one run.
class XTraceRun : public QObject
{
    Q_OBJECT
public:
    /// Exit codes that a shell would return for a program that cannot be run.
    static constexpr int cannotExecuteExitCode = 126;
    static constexpr int programNotFoundExitCode = 127;
    static constexpr int signalExitCodeBase = 128; ///< the exit code is this value plus the signal's number

    struct StartError {
        Failure failure;
        int exitCode = 1;
    };

    XTraceRun(const QStringList &command, const NetworkProperties &line, QObject *parent = nullptr);
    ~XTraceRun() override;

    /// Starts the program. Empty: the program runs; otherwise the reason why it does not.
    std::optional<StartError> startProgram();
    /// Asks the program to end. Kills it at the second call, or after some seconds.
    void stop();
    /// Closes the display. Call after the program has ended. The trace stays.
    void closeDisplay();

    int exitCode() const; ///< exit code of the program
    XTrace trace() const;

Q_SIGNALS:
    void userMessageReported(const QString &line); ///< a message for the user at the terminal
    void traceRunEnded();

private:
    std::optional<StartError> findProgram() const;
    QProcessEnvironment environment() const;
    void acceptConnection();
    void checkProgramStart();
    XLinkSample linkSample() const; ///< bytes carried so far by the emulated connection; the time is not set
    void handleProgramEnd(int code, QProcess::ExitStatus status);
    void checkWhetherRunEnded();

    const QStringList m_programCommand;
    const NetworkProperties m_emulatedNetwork;
    std::shared_ptr<XTraceLog> m_traceLog;
    std::unique_ptr<DisplaySocket> m_displaySocket;
    std::unique_ptr<NetworkSimulator> m_networkSimulator; ///< emulates the connection; null: the connection is not slowed down
    std::unique_ptr<XRelay> m_xRelay;
    std::unique_ptr<QSocketNotifier> m_socketNotifier;
    QProcess m_programProcess;
    XProgramStartMonitor m_startMonitor;
    bool m_isProgramStartFinished = false;
    bool m_isLongRunReported = false;
    bool m_hasReportedBackgroundProgram = false;
    int m_xConnectionCount = 0;
    int m_stopRequestCount = 0;
    int m_programExitCode = 0;
    QTimer m_startCheckTimer;
    QTimer m_newConnectionTimeoutTimer;
    QTimer m_backgroundProgramTimer;
    QTimer m_killTimer;
};
}
