// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/xtraffic/xstartwatch.h"
#include "sessions/common/facts.h"
#include "sessions/xtrace/xtracelog.h"
#include "sessions/xwindows/relay/delayline.h"
#include "sessions/xwindows/relay/xrelay.h"
#include "sessions/xwindows/server/authority.h"
#include "sessions/xwindows/server/displaysocket.h"

#include <QProcess>
#include <QSocketNotifier>
#include <QTimer>

namespace Nightdesk
{
/// One run of an X program at a display of our own. What it and its server say goes through the same relay as that of programs of
/// the summit, behind a line that may be slow, and is written down. Over when the program has ended, and with it the connections
/// of what it left in the background. Created by the command `nightdesk xtrace` for one run.
class XTraceRun : public QObject
{
    Q_OBJECT
public:
    /// As a shell tells them, who runs one program in behalf of somebody.
    static constexpr int cannotRun = 126;
    static constexpr int notThere = 127;
    static constexpr int endedBySignal = 128; ///< and its number

    struct NotBegun {
        Failure failure;
        int exitCode = 1;
    };

    XTraceRun(const QStringList &command, const LineFigures &line, QObject *parent = nullptr);
    ~XTraceRun() override;

    /// Empty: it runs.
    std::optional<NotBegun> begin();
    /// The program is asked to end; the second time, or after some seconds, it is made to.
    void stop();
    /// Once it has ended: the display is gone. What was seen stays.
    void close();

    int exitCode() const; ///< the program's
    XTrace trace() const;

Q_SIGNALS:
    void noted(const QString &line); ///< something that a person at the terminal should know
    void ended();

private:
    std::optional<NotBegun> findProgram() const;
    QProcessEnvironment environment() const;
    void accept();
    void tick();
    XLinkMark mark() const; ///< what the line carried so far; its time is not filled in
    void programEnded(int code, QProcess::ExitStatus status);
    void lookWhetherOver();

    const QStringList m_command;
    const LineFigures m_line;
    std::shared_ptr<XTraceLog> m_log;
    std::unique_ptr<DisplaySocket> m_socket;
    std::unique_ptr<DelayLine> m_delay; ///< null: none
    std::unique_ptr<XRelay> m_relay;
    std::unique_ptr<QSocketNotifier> m_notifier;
    QProcess m_process;
    XStartWatch m_watch;
    bool m_startIsOver = false;
    bool m_reportedMinutes = false;
    bool m_isBackgroundReported = false;
    int m_connections = 0;
    int m_stops = 0;
    int m_exitCode = 0;
    QTimer m_ticks;
    QTimer m_grace;
    QTimer m_background;
    QTimer m_patience;
};
}
