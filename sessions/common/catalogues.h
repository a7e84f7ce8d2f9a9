// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;

namespace Nightdesk
{
/// Finds our translations beside the program: in the build tree, and where it is installed below a prefix of its own, which
/// XDG_DATA_DIRS does not name. @p programDirectory: where the program lies. Before the first text is asked for.
void addCatalogues(const QString &programDirectory);
}
