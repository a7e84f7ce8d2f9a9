// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/night/nightaccounts.h"

namespace Nightdesk
{
/// Keeps the accounts that were given at each facility in the settings, so that a restart in the same night asks nothing
/// again. GUI thread.
namespace AccountStore
{
/// @p directory is the facility's.
NightAccounts load(const QString &directory);
void save(const QString &directory, const GivenAccount &given);
/// The night is over for the accounts of every facility: they are proposed, but asked for again. @p directory and @p timezone
/// are the open facility's.
void endNight(const QString &directory, const QString &timezone, const QDateTime &now);
/// When a person last ended a night; the epoch: never.
QDateTime nightEnded();
}
}
