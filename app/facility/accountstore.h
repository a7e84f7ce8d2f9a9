// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/night/nightaccounts.h"

/// Stores the accounts that users entered for each facility in the settings, so that they are not asked again after a restart in the same night. GUI
/// thread.
namespace Nightdesk::AccountStore
{
/// @p directory: directory of the facility.
NightAccounts loadAccounts(const QString &directory);
void saveAccount(const QString &directory, const EnteredAccount &given);
/// Ends the night for the accounts of every facility: Nightdesk proposes them, but asks for each of them again.
/// @p directory and @p timezone: directory and time zone of the open facility.
void endNight(const QString &directory, const QString &timezone, const QDateTime &now);
/// When the user last ended a night; 1970: never.
QDateTime lastNightEndedAt();
}
