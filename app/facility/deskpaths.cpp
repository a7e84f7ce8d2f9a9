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
    // The last choice is the facility that the administrator installed, in /etc/xdg/nightdesk on most systems. Searched
    // by its file, not by its directory: the user's own nightdesk directory is searched first, but usually has only
    // credentials.
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

QString DeskPaths::connectionRecordFile()
{
    return stateDirectory() + u"/returns.json"_s;
}

QString DeskPaths::lastValidDirectory()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + u"/nightdesk/facilities"_s;
}

QString DeskPaths::logDirectory()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericStateLocation) + u"/nightdesk/log"_s;
}
}
