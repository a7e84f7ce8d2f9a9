// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/screenwording.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <QLocale>

namespace Nightdesk
{
QString ScreenWording::monitor(const Monitor &monitor)
{
    return i18nc("@info a monitor's connector, its width and height in pixels",
                 "%1 · %2×%3",
                 displayText(monitor.id.connector),
                 QString::number(monitor.resolution.width()),
                 QString::number(monitor.resolution.height()));
}

QString ScreenWording::monitorInFull(const Monitor &monitor)
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

QString ScreenWording::folding(const ScreenMap &map, const QList<Monitor> &monitors)
{
    if (map.folded().isEmpty() || map.order().isEmpty()) {
        return {};
    }
    QStringList names;
    for (const QString &name : map.folded()) {
        names.append(i18nc("@info a screen's name in a sentence", "“%1”", displayText(name)));
    }
    return i18ncp("@info %2: names of screens, %3: a monitor's connector",
                  "There are fewer monitors than screens. No monitor is left for %2, which folds onto the last one, %3.",
                  "There are fewer monitors than screens. No monitor is left for %2, which fold onto the last one, %3.",
                  names.size(),
                  QLocale().createSeparatedList(names),
                  displayText(monitors.at(map.order().constLast()).id.connector));
}

QString ScreenWording::rule()
{
    return i18nc("@info:whatsthis",
                 "Monitors count from left to right, those above each other from top to bottom. Screens without a chosen monitor take the free ones "
                 "in the site's order; those for which none is left fold onto the last monitor. A chosen monitor that is unplugged counts again when "
                 "it is back.");
}
}
