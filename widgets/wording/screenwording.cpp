// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/screenwording.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <QLocale>

namespace Nightdesk
{
QString ScreenWording::monitor(const PhysicalMonitor &monitor)
{
    return i18nc("@info a monitor's connector, its width and height in pixels",
                 "%1 · %2×%3",
                 displayText(monitor.id.connector),
                 QString::number(monitor.resolution.width()),
                 QString::number(monitor.resolution.height()));
}

QString ScreenWording::monitorWithModel(const PhysicalMonitor &monitor)
{
    const QString make = displayText(QStringLiteral("%1 %2").arg(monitor.id.maker, monitor.id.model)).trimmed();
    return make.isEmpty() ? ScreenWording::monitor(monitor)
                          : i18nc("@item a monitor's connector and size, its maker and model", "%1 · %2", ScreenWording::monitor(monitor), make);
}

QString ScreenWording::names(const ScreenMap &map, int monitor)
{
    QStringList names;
    for (const QString &name : map.namesOn(monitor)) {
        names.append(displayText(name));
    }
    return names.join(QStringLiteral(" / "));
}

QString ScreenWording::screensSharingMonitors(const ScreenMap &map, const QList<PhysicalMonitor> &monitors)
{
    if (map.namesWithoutMonitor().isEmpty() || map.monitorIndexesLeftToRight().isEmpty()) {
        return {};
    }
    QStringList names;
    for (const QString &name : map.namesWithoutMonitor()) {
        names.append(i18nc("@info a screen's name in a sentence", "“%1”", displayText(name)));
    }
    return i18ncp("@info %2: names of screens, %3: a monitor's connector",
                  "This site has more screens than this workstation has monitors. Screen %2 shares the last monitor, %3.",
                  "This site has more screens than this workstation has monitors. Screens %2 share the last monitor, %3.",
                  names.size(),
                  QLocale().createSeparatedList(names),
                  displayText(monitors.at(map.monitorIndexesLeftToRight().constLast()).id.connector));
}

QString ScreenWording::assignmentRule()
{
    return i18nc("@info:whatsthis",
                 "Monitors are numbered from left to right, then from top to bottom. Screens without a chosen monitor take free monitors in the site’s order. "
                 "Where none is free, they share the last one.");
}
}
