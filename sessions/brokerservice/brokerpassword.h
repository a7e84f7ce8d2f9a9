// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/secret.h"

#include <QString>

namespace Nightdesk
{
/// Passwords that are generated and never typed.
namespace BrokerPassword
{
/// A password of 256 random bits.
Secret make();
/// The hash in the format of mosquitto's password file: PBKDF2 with SHA-512 and a salt. Computed here, so that no other program gets the password.
QString hash(const Secret &password);
}
}
