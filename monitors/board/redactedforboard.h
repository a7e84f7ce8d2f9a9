// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace Nightdesk
{
/// The text of a failure without what readers of the board must not see: accounts, hosts and their addresses, files, fingerprints and quoted text
/// (a server may send anything) become "…".
/// Anything that matches a pattern is replaced, and so are the known @p names. Pure.
QString redactedForBoard(const QString &text, const QStringList &names);
}
