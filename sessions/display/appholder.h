// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>

namespace Nightdesk
{
/// The user and process that run a program of which only one instance may run.
struct AppHolder {
    QString program = {}; ///< the command with which it was started
    QDateTime since = {}; ///< start time, UTC; invalid: not known
    QString site = {}; ///< the site it was started from; empty: not known
    QString account = {};
    qint64 process = 0;
    bool isStartedByNightdesk = false; ///< a Nightdesk console started the program
    bool isStartedByThisDesk = false; ///< this workstation's Nightdesk started the program
    QString claimFile = {}; ///< path of the file that claims the program, if the host hides whether the process still runs; empty: it runs
    bool canWatch = false; ///< the running program can be shown here
    QString socket = {}; ///< its VNC socket, if canWatch
    bool operator==(const AppHolder &) const = default;
};
}
