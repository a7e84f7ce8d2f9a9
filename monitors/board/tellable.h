// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace Nightdesk
{
/// A failure's text as all may read it who read the board: accounts, hosts and their addresses, files, fingerprints and whatever is quoted
/// (a server may say anything) become "…".
/// What follows a pattern is found anywhere; @p names are those that are known. Pure.
QString tellable(const QString &text, const QStringList &names);
}
