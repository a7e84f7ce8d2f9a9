// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"
#include "sessions/brokerservice/brokerdirectory.h"

#include <QTextStream>

namespace Nightdesk
{
/// Manages the users that a broker authorizes: all actions of `nightdesk broker` except `run`. Blocks on the disk.
namespace BrokerAccounts
{
/// The facility's id from the command, else the one that the broker has stored; the error is translated.
std::expected<QString, QString> facilityId(const BrokerCommand &command, const BrokerUsers &users);

/// The command to run when a desk calls; empty: none. A command in facility.toml is used only if nobody except the file's owner and this user can
/// have written it.
std::expected<QStringList, QString> pagerCommand(const BrokerCommand &command);

int addUser(const BrokerCommand &command, const BrokerDirectory &directory, QTextStream &out, QTextStream &err);
int removeUser(const BrokerCommand &command, const BrokerDirectory &directory, QTextStream &out, QTextStream &err);
int listUsers(const BrokerCommand &command, const BrokerDirectory &directory, QTextStream &out, QTextStream &err);
}
}
