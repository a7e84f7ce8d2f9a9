// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/catalogues.h"

#include <KLocalizedString>

#include <QDir>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

void addCatalogues(const QString &programDirectory)
{
    const QDir directory(programDirectory);
    // The build tree has bin and locale beside each other, a prefix has bin and share/locale.
    for (const QString &place : {u"../locale"_s, u"../share/locale"_s}) {
        if (directory.exists(place)) {
            KLocalizedString::addDomainLocaleDir("nightdesk", QDir::cleanPath(directory.absoluteFilePath(place)));
            return;
        }
    }
}
}
