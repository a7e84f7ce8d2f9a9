// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace Nightdesk
{
/// Whether @p text matches one of @p patterns with '*' and '?', as in ssh_config(5) and known_hosts, and none of those that begin with '!'. No pattern
/// is slow. Pure.
bool matchesHostPatterns(const QStringList &patterns, QStringView text, Qt::CaseSensitivity caseSensitivity);
}
