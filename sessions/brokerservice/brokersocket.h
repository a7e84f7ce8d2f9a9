// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <expected>

/// The Unix socket on which a broker listens, and its directory. A user who may enter the directory can connect; one who may change it could listen
/// there instead of the broker, and would receive all names and passwords. Blocks on the disk. Errors are translated and say
/// what happened, where, and what to do.
namespace Nightdesk::BrokerSocket
{
/// The default socket of a broker: "broker" in the service's $RUNTIME_DIRECTORY, or else in $XDG_RUNTIME_DIR/nightdesk, which is created with mode
/// 0700.
std::expected<QString, QString> defaultPath();
/// Checks that this user owns the directory of @p socket, and that others can neither enter, change nor replace it.
std::expected<void, QString> checkDirectory(const QString &socket);
}
