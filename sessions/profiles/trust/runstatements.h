// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

/// The statement of what a profile does in the observer's name, and how two such statements differ. Pure; any thread.
namespace Nightdesk::RunStatements
{
/// Lists what @p profile would run. @p profile: read without an account, so that it contains {account} literally.
/// Titles, screens, geometry and quality are not included: they cannot do harm.
RunStatement statementOf(const InstrumentProfile &profile);
/// Adds the login to the broker's host that a desk makes while the profile is connected, under an id that no link can have, and the address where the
/// broker listens there. If a link of the profile leads to that host in the same way, no login is added: the broker is reached through that link,
/// whose item gets the broker's address.
void addBroker(RunStatement &statement, const BrokerSpec &broker);
/// Every item of @p now in its order, then the removed items in their order. Two items with the same kind and id are versions of one item.
QList<RunChange> changes(const RunStatement &approved, const RunStatement &now);
/// SHA-256, hexadecimal, of a normalized form of the statement, so that the order of items and accounts does not matter.
QString hash(const RunStatement &statement);
/// The verdict on @p statement for a user who approved @p approved (empty: nothing) at @p approvedAt.
TrustVerdict
evaluateTrust(const RunStatement &statement, const std::optional<RunStatement> &approved, const QDateTime &approvedAt, bool isInstalledByAdministrator);
}
