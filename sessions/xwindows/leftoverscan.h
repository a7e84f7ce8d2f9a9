// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/programmark.h"

#include <QDateTime>
#include <QList>
#include <QMetaType>
#include <QStringList>

#include <chrono>

namespace Nightdesk
{
/// A program of this desk that runs at the summit though no console looks after it.
struct Leftover {
    qint64 process = 0;
    QString name; ///< as the system there has it, display-safe
    QDateTime since; ///< UTC
    ProgramMark mark;
    QList<qint64> processes; ///< it and what it started
    /// Of these, the program that sshd started, without what left its session, as shells in terminals do and daemons. Empty: it
    /// is not that program.
    QList<qint64> own;
    bool operator==(const Leftover &) const = default;
};

/// How leftovers are looked for and ended: what runs at the summit, and what its answer says. A host without Linux's /proc
/// answers nothing. Pure.
namespace LeftoverScan
{
/// Lists the processes of the account that carry @p desk's mark.
QStringList searchCommand(const QString &desk);
/// Ends @p processes, as far as they still carry @p mark: TERM, and KILL after 5 s. Exit code 0: they are gone.
QStringList endCommand(const ProgramMark &mark, const QList<qint64> &processes);
/// All of @p desk in the answer; of what started something with the same mark, the two together. Never believes the answer
/// further than that: the host may be hostile.
QList<Leftover> parse(const QByteArray &answer, const QString &desk, const QDateTime &now);

constexpr qsizetype maxAnswer = 64 * 1024;
}
}

Q_DECLARE_METATYPE(Nightdesk::Leftover)
