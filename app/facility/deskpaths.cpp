// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/facility/deskpaths.h"

#include "nightdesk.h"

#include <QStandardPaths>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

QString DeskPaths::facilityDirectory()
{
    const QString set = Settings::facilityDirectory();
    // Else as installed by the administrator: /etc/xdg/nightdesk on most systems.
    return !set.isEmpty() ? set : QStandardPaths::locate(QStandardPaths::GenericConfigLocation, u"nightdesk"_s, QStandardPaths::LocateDirectory);
}

QString DeskPaths::trustFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/nightdesk/trust.json"_s;
}

QString DeskPaths::stateDirectory()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericStateLocation) + u"/nightdesk"_s;
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
