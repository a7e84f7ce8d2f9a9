// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/catalogues.h"

#include <KLocalizedString>

#include <QDir>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

void addTranslationCatalogues(const QString &programDirectory)
{
    const QDir directory(programDirectory);
    // In the build tree, bin and locale are in the same directory; an installation prefix has bin and share/locale.
    for (const QString &place : {u"../locale"_s, u"../share/locale"_s}) {
        if (directory.exists(place)) {
            KLocalizedString::addDomainLocaleDir("nightdesk", QDir::cleanPath(directory.absoluteFilePath(place)));
            return;
        }
    }
}
}
