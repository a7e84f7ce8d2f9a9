// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commandline.h"
#include "app/hubdirectory.h"

#include <QTextStream>

namespace Nightdesk
{
/// Whom a hub lets in: what is not `nightdesk hub run`. Blocks on the disk.
namespace HubAccounts
{
/// The facility's id as the command gives it, or as the hub knows it; the error is translated.
std::expected<QString, QString> facility(const HubCommand &command, const HubUsers &users);

/// What is run when a desk calls; empty: nothing. Of the facility's file only if nobody but its owner and us can have written it.
std::expected<QStringList, QString> pager(const HubCommand &command);

int add(const HubCommand &command, const HubDirectory &directory, QTextStream &out, QTextStream &err);
int remove(const HubCommand &command, const HubDirectory &directory, QTextStream &out, QTextStream &err);
int list(const HubCommand &command, const HubDirectory &directory, QTextStream &out, QTextStream &err);
}
}
