// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/displayplaces.h"

namespace Nightdesk
{
DisplayPlaces::DisplayPlaces(const QStringList &names, const QList<PhysicalMonitor> &monitors, const ScreenMapping &chosen)
    : m_screenMap(names, monitors, chosen)
    , m_monitors(monitors)
{
}

int DisplayPlaces::monitorFor(const QString &screenName, const QString &movedTo) const
{
    if (movedTo.startsWith(u'@')) {
        for (const int monitor : m_screenMap.monitorIndexesLeftToRight()) {
            if (m_monitors.at(monitor).id.connector == movedTo.sliced(1)) {
                return monitor;
            }
        }
    } else if (m_screenMap.names().contains(movedTo)) {
        return m_screenMap.monitorFor(movedTo);
    }
    return m_screenMap.monitorFor(screenName); // the user did not move the display, or its target does not exist now
}

QString DisplayPlaces::targetNameOf(int monitor) const
{
    const QStringList names = m_screenMap.namesOn(monitor);
    return names.isEmpty() ? u'@' + m_monitors.at(monitor).id.connector : names.constFirst();
}

QList<MoveTargetScreen> DisplayPlaces::targetScreens(int currentMonitor) const
{
    QList<MoveTargetScreen> places;
    for (const int monitor : m_screenMap.monitorIndexesLeftToRight()) {
        const QString title = m_screenMap.viewerWindowTitleOf(monitor);
        places.append({targetNameOf(monitor), title.isEmpty() ? m_monitors.at(monitor).id.connector : title, monitor == currentMonitor});
    }
    return places;
}

std::optional<int> DisplayPlaces::neighborMonitor(int monitor, int steps) const
{
    const QList<int> orderedMonitors = m_screenMap.monitorIndexesLeftToRight();
    const qsizetype at = orderedMonitors.indexOf(monitor);
    if (orderedMonitors.size() < 2 || at < 0) {
        return {};
    }
    return orderedMonitors.at((at + steps + orderedMonitors.size()) % orderedMonitors.size());
}
}
