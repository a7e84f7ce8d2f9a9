// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apporder.h"

#include <QStringList>

#include <optional>

namespace Nightdesk
{
/// The command that runs at the summit for a private X server (vnc-app): a POSIX sh with Nightdesk's script, which is sent along. Pure.
namespace AppCommand
{
enum class Verb {
    Open, ///< starts the display, or joins a running one
    Watch, ///< joins a running display
    Stop,
};
/// How much of a display's output was received before.
struct Seen {
    QByteArray id; ///< AppReport::id()
    qint64 count = 0;
};
/// Empty: a display cannot have the order's visual.
std::optional<QStringList> command(Verb verb, const AppOrder &order, const Seen &seen = {});
/// Begin of the directory names of all displays of an account; the numeric user id follows.
constexpr const char *directoryPrefix = "/tmp/nightdesk";
/// @p script without comments and other parts that only human readers need.
QString withoutComments(const QString &script);
}
}
