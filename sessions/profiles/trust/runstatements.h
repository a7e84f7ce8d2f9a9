// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

/// What a profile does in the observer's name, and how two such statements differ. Pure; any thread.
namespace Nightdesk::RunStatements
{
/// @p profile as read without an account, so that {account} stands literally. Titles, screens, geometry and quality are no
/// part of it: they cannot hurt anybody.
RunStatement of(const InstrumentProfile &profile);
/// Adds the login to the broker's host that a desk makes while the profile is connected, under an id that no link can have, and where
/// the broker listens there. No login is added where a link of the profile leads there in the same way: then the broker is reached
/// through that, which names the broker's address.
void addBroker(RunStatement &statement, const BrokerSpec &broker);
/// Every item of @p now in its order, then what was removed in the order it had. Items are the same by kind and id.
QList<RunChange> changes(const RunStatement &before, const RunStatement &now);
/// SHA-256, hexadecimal, of the statement's one written form, in which the order of items and accounts is no matter.
QString hash(const RunStatement &statement);
/// The verdict on @p statement for a person who agreed to @p agreed (empty: to nothing) at @p agreedAt.
TrustVerdict judge(const RunStatement &statement, const std::optional<RunStatement> &agreed, const QDateTime &agreedAt, bool isAdministrators);
}
