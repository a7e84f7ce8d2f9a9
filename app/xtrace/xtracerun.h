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
    static constexpr int cannotExecute = 126;
    static constexpr int programNotFound = 127;
    static constexpr int endedBySignal = 128; ///< the exit code is this value plus the signal's number

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
    void messageReported(const QString &line); ///< a message for the user at the terminal
    void ended();

private:
    std::optional<StartError> findProgram() const;
    QProcessEnvironment environment() const;
    void accept();
    void checkStart();
    XLinkSample linkMark() const; ///< bytes carried so far by the emulated connection; the time is not set
    void programEnded(int code, QProcess::ExitStatus status);
    void checkWhetherOver();

    const QStringList m_command;
    const NetworkProperties m_emulatedNetwork;
    std::shared_ptr<XTraceLog> m_log;
    std::unique_ptr<DisplaySocket> m_socket;
    std::unique_ptr<NetworkSimulator> m_simulator; ///< emulates the connection; null: the connection is not slowed down
    std::unique_ptr<XRelay> m_relay;
    std::unique_ptr<QSocketNotifier> m_notifier;
    QProcess m_process;
    XStartMonitor m_startWatch;
    bool m_isStartOver = false;
    bool m_isLongRunReported = false;
    bool m_isBackgroundReported = false;
    int m_connectionCount = 0;
    int m_stopRequests = 0;
    int m_exitCode = 0;
    QTimer m_tickTimer;
    QTimer m_endTimer;
    QTimer m_backgroundTimer;
    QTimer m_killTimer;
};
}
