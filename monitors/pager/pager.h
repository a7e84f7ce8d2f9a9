// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/pager/pagerpolicy.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QProcess>
#include <QStringList>
#include <QTimer>

#include <chrono>

namespace Nightdesk
{
/// Runs the facility's command that wakes the support astronomer. Its arguments are those of the command, then the desk's name, the caller
/// and the call's id; the text of the call is its standard input. No shell; a minimal environment. The command is ended after a time limit,
/// and processes that it started are ended with it. GUI or main thread. Owned by PagerClient.
class Pager : public QObject
{
    Q_OBJECT
public:
    static constexpr std::chrono::seconds commandTimeLimit{30};

    /// @p timeLimit: time limit of the command.
    explicit Pager(const QStringList &command, QObject *parent = nullptr, std::chrono::milliseconds timeLimit = commandTimeLimit);
    ~Pager() override; ///< ends commands that are still running

    /// Receives the state of a desk's call. May be called repeatedly with the same state.
    void receiveCall(const DeskName &desk, const BoardWire::Call &call);

Q_SIGNALS:
    void logLineReady(const QString &line); ///< a line for the log: the command was started, wrote output or ended

private:
    void runDueCommand();
    void runCommand(const PagerPolicy::DueCall &due);
    void readCommandOutput(QProcess *process, const QString &desk);

    QStringList m_command;
    const std::chrono::milliseconds m_commandTimeLimit;
    PagerPolicy m_pagerPolicy;
    QTimer m_nextCommandRunTimer; ///< runs until the command has to be run the next time
    QList<QPointer<QProcess>> m_commandProcesses;
};
}
