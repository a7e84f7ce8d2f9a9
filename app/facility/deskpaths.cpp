// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/facility/deskpaths.h"

#include "nightdesk.h"

#include <QFileInfo>
#include <QStandardPaths>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

QString DeskPaths::facilityDirectory()
{
    if (const QString set = Settings::facilityDirectory(); !set.isEmpty()) {
        return set;
    }
    // Else as installed by the administrator: /etc/xdg/nightdesk on most systems. The user's own directory of that name comes before
    // it and holds credentials, mostly without a facility.
    const QString file = QStandardPaths::locate(QStandardPaths::GenericConfigLocation, u"nightdesk/facility.toml"_s);
    return file.isEmpty() ? QString() : QFileInfo(file).path();
}

QString DeskPaths::trustFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/nightdesk/trust.json"_s;
}

QString DeskPaths::stateDirectory()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericStateLocation) + u"/nightdesk"_s;
}

QString DeskPaths::figuresDirectory()
{
    return stateDirectory() + u"/figures"_s;
}

QString DeskPaths::returnsFile()
{
    return stateDirectory() + u"/returns.json"_s;
}

QString DeskPaths::memoryDirectory()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + u"/nightdesk/facilities"_s;
}

QString DeskPaths::logDirectory()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericStateLocation) + u"/nightdesk/log"_s;
}
}
