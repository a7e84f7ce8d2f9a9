// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/secret.h"

#include <QString>

namespace Nightdesk
{
/// Passwords that no person chooses or types.
namespace BrokerPassword
{
/// 256 random bits.
Secret make();
/// As mosquitto's password file has it: PBKDF2 with SHA-512 and a salt. Reckoned here, so that no other program is told the
/// password.
QString hash(const Secret &password);
}
}
