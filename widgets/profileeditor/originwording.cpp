// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/originwording.h"

#include <KLocalizedString>

#include <QFileInfo>

namespace Nightdesk::OriginWording
{
using namespace Qt::StringLiterals;

QString origin(const EffectiveValue &value, const QString &file)
{
    const SourcePlace &place = value.writtenValue.place;
    if (place.line <= 0) {
        return i18nc("@item where a value comes from: nobody wrote it", "Default");
    }
    const QString line = QString::number(place.line);
    const QString where =
        place.file == file ? i18nc("@item where a value comes from; %1: a line number", "line %1", line) : QFileInfo(place.file).fileName() + u':' + line;
    switch (value.origin.kind) {
    case ValueOrigin::Kind::Facility:
        return i18nc("@item where a value comes from; %1: line 12, or a file and its line", "Facility, %1", where);
    case ValueOrigin::Kind::FacilityDefault:
        return i18nc("@item where a value comes from; %1: line 12, or a file and its line", "Facility default, %1", where);
    case ValueOrigin::Kind::Group:
        return i18nc("@item where a value comes from; %1: a name, %2: line 12, or a file and its line", "Group %1, %2", value.origin.name, where);
    case ValueOrigin::Kind::Site:
        return i18nc("@item where a value comes from; %1: a name, %2: line 12, or a file and its line", "Site %1, %2", value.origin.name, where);
    default:
        return i18nc("@item where a value comes from; %1: line 12, or a file and its line", "Profile, %1", where);
    }
}
}
