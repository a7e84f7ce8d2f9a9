// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"
#include "sessions/brokerservice/brokerdirectory.h"

#include <QTextStream>

namespace Nightdesk
{
/// Whom a broker lets in: what is not `nightdesk broker run`. Blocks on the disk.
namespace BrokerAccounts
{
/// The facility's id as the command gives it, or as the broker knows it; the error is translated.
std::expected<QString, QString> facility(const BrokerCommand &command, const BrokerUsers &users);

/// What is run when a desk calls; empty: nothing. Of the facility's file only if nobody but its owner and us can have written it.
std::expected<QStringList, QString> pager(const BrokerCommand &command);

int add(const BrokerCommand &command, const BrokerDirectory &directory, QTextStream &out, QTextStream &err);
int remove(const BrokerCommand &command, const BrokerDirectory &directory, QTextStream &out, QTextStream &err);
int list(const BrokerCommand &command, const BrokerDirectory &directory, QTextStream &out, QTextStream &err);
}
}
