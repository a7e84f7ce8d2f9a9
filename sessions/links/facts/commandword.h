// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Nightdesk
{
/// Whether a shell takes @p text for one word, or part of a word, and for nothing else. Host and user names come from profiles; the ssh configuration
/// puts them into commands (%h, %n, %r) without quoting them.
bool isSafeShellWord(const QString &text);
}
