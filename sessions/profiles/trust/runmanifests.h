// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

/// Functions for a RunManifest, the list of what a profile does in the observer's name: make, compare and hash it. Pure; any thread.
namespace Nightdesk::RunManifests
{
/// Lists what @p profile would run. @p profile: read without an account, so that it contains {account} literally.
/// Titles, screens, geometry and quality are not included: they cannot do harm.
RunManifest manifestOf(const InstrumentProfile &profile);
/// Adds an item for the login to the broker's host, which a desk makes while the profile is connected. Its id is one that no link can have, and its
/// details contain the broker's address. If a link of the profile leads to the same host with the same account and route, no item is added, since
/// that link is used; the address is added to the item of that link.
void addBroker(RunManifest &manifest, const BrokerSpec &broker);
/// Every item of @p now in its order, then the removed items in their order. Two items with the same kind and id are versions of one item.
QList<RunItemChange> changes(const RunManifest &approved, const RunManifest &now);
/// SHA-256, hexadecimal, of a normalized form of the manifest, so that the order of items and accounts does not matter.
QString hash(const RunManifest &manifest);
/// Compares @p manifest with what the user approved earlier. @p approved: that manifest; empty: the user approved nothing. @p approvedAt: when.
TrustVerdict
evaluateTrust(const RunManifest &manifest, const std::optional<RunManifest> &approved, const QDateTime &approvedAt, bool isInstalledByAdministrator);
}
