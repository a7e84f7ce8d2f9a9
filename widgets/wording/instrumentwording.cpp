// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/instrumentwording.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

namespace Nightdesk
{
QString InstrumentWording::name(const InstrumentProfile &profile)
{
    return displayText(profile.name.isEmpty() ? profile.id : profile.name, 60);
}

QString InstrumentWording::list(const QStringList &names)
{
    QString list = names.value(0);
    for (qsizetype i = 1; i < names.size(); ++i) {
        list = i + 1 < names.size() ? i18nc("@info a list of names, one more of them before the last", "%1, %2", list, names.at(i))
                                    : i18nc("@info a list of names, the last of them", "%1 and %2", list, names.at(i));
    }
    return list;
}

QString InstrumentWording::names(const QList<InstrumentProfile> &profiles)
{
    QStringList names;
    for (const InstrumentProfile &profile : profiles) {
        names.append(name(profile));
    }
    return list(names);
}
}
