// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/programmark.h"

#include <QDateTime>
#include <QList>
#include <QStringList>

#include <chrono>

namespace Nightdesk
{
/// A program of this desk that runs on the remote host without a console.
struct OrphanedProgram {
    qint64 processId = 0;
    QString name; ///< the process name on the remote host, display-safe
    QDateTime startedAt; ///< when the program was started, in UTC
    ProgramMark mark;
    QList<qint64> processes = {}; ///< the program and all processes that it started
    /// The part of these processes that belongs to the program that sshd started, without processes that left its session, such as shells in
    /// terminals and daemons. Empty: this is not the program that sshd started.
    QList<qint64> sessionProcesses = {};
    bool operator==(const OrphanedProgram &) const = default;
};

/// The commands that find and end orphaned programs on the remote host, and the parser of their answer. A host without Linux's /proc gives an empty
/// answer. Pure.
namespace OrphanScan
{
/// The command that lists the account's processes with @p desk's mark.
QStringList searchCommand(const QString &desk);
/// The command that ends those of @p processes that still have @p mark: TERM, and KILL after 5 s. Exit code 0: all have ended.
QStringList endCommand(const ProgramMark &mark, const QList<qint64> &processes);
/// All programs of @p desk in the answer; a process and those that it started with the same mark are one program. The answer is untrusted: the host
/// may be compromised.
QList<OrphanedProgram> parse(const QByteArray &answer, const QString &desk, const QDateTime &now);

constexpr qsizetype maxAnswer = 64 * 1024;
}
}
