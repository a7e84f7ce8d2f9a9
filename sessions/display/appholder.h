// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>

namespace Nightdesk
{
/// The user and process that run a program of which only one instance may run.
struct AppHolder {
    QString program = {}; ///< the command with which the program was started
    QDateTime since = {}; ///< when the program was started, UTC; invalid: not known
    QString site = {}; ///< the site from which the program was started; empty: not known
    QString account = {};
    qint64 process = 0;
    bool isStartedByNightdesk = false; ///< a Nightdesk console started the program
    bool isStartedByThisDesk = false; ///< this workstation's Nightdesk started the program
    /// Path of the file that claims the program, if the host hides whether the process still runs; empty: the process
    /// runs.
    QString claimFile = {};
    bool canWatch = false; ///< true: the running program can be shown here
    QString socket = {}; ///< the VNC socket of the running program, if canWatch is true
    bool operator==(const AppHolder &) const = default;
};
}
