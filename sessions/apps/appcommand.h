// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apprequest.h"

#include <QStringList>

#include <optional>

namespace Nightdesk
{
/// The command that runs at the summit for a private X server (vnc-app): a POSIX shell with a script of Nightdesk,
/// which is sent with the command. Pure.
namespace AppCommand
{
enum class ScriptAction {
    Open, ///< starts the display, or joins a running one
    Watch, ///< only joins a running display
    Stop,
};
/// How much of a display's output was received before.
struct ReceivedOutput {
    QByteArray runId; ///< id of the display's run, as in AppReport::runId()
    qint64 byteCount = 0;
};
/// The command for @p action. Empty: no private X server can have the visual that @p request names.
std::optional<QStringList> command(ScriptAction action, const AppRequest &request, const ReceivedOutput &received = {});
/// The first part of the directory names of all displays of an account. The numeric user id follows.
constexpr const char *directoryPrefix = "/tmp/nightdesk";
}
}
