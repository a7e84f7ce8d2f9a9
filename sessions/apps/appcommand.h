// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apporder.h"

#include <QStringList>

#include <optional>

namespace Nightdesk
{
/// What is run at the summit for a display of its own: a POSIX sh with our script, which is sent along. Pure.
namespace AppCommand
{
enum class Verb {
    Open, ///< starts it, or joins the one that runs
    Watch, ///< joins the one that runs
    Stop,
};
/// How much of a display's output is known already.
struct Seen {
    QByteArray id; ///< AppReport::id()
    qint64 count = 0;
};
/// Empty: the order's visual is none that a display can have.
std::optional<QStringList> command(Verb verb, const AppOrder &order, const Seen &seen = {});
/// Of all displays of an account; its user number follows.
constexpr const char *directoryPrefix = "/tmp/nightdesk";
/// @p script without what only its readers need.
QString compact(const QString &script);
}
}
