// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <expected>

/// The Unix socket that a broker listens at, and its directory. Who may enter the directory can connect; who may change it could listen
/// there in the broker's place, and would be sent each name and password. Blocks on the disk. Errors are translated: what, where, what to do.
namespace Nightdesk::BrokerSocket
{
/// Where a broker listens that was given no other place: "broker" in the service's $RUNTIME_DIRECTORY, else in $XDG_RUNTIME_DIR/nightdesk,
/// which is made with mode 0700.
std::expected<QString, QString> defaultPath();
/// The directory of @p socket is ours, others may neither enter nor change it, nor put another one in its place.
std::expected<void, QString> checkDirectory(const QString &socket);
}
