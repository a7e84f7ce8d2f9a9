// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Nightdesk
{
/// Whether a server's prompt asks for the account's password and nothing else, as sshd and PAM write it: only that may be
/// kept and given again. What also speaks of a code, a token or a new password is not known, and asked for each time.
bool isPasswordPrompt(const QString &prompt);
}
