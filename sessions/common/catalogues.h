// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;

namespace Nightdesk
{
/// Adds the directory with Nightdesk's translations, relative to the program: in the build tree, or in an installation prefix that
/// XDG_DATA_DIRS does not contain. @p programDirectory: the program's directory. To be called before the first translated text.
void addTranslationCatalogues(const QString &programDirectory);
}
