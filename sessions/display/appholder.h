// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>

namespace Nightdesk
{
/// Who has a program that may run only once.
struct AppHolder {
    QString program = {}; ///< the word it was started with
    QDateTime since = {}; ///< UTC; invalid: not known
    QString site = {}; ///< started from there; empty: not known
    QString account = {};
    qint64 process = 0;
    bool isOurs = false; ///< Nightdesk started it
    bool isOwn = false; ///< this desk did
    QString doubt = {}; ///< the claim's file, where the host does not show whether the process lives; empty: it does
    bool canWatch = false; ///< it may be joined, with the order's own place for it
    QString socket = {}; ///< where, if so
    bool operator==(const AppHolder &) const = default;
};
}
