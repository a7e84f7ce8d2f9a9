// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/monitor.h"
#include "sessions/profiles/profile.h"

#include <QHash>
#include <QList>
#include <QStringList>

namespace Nightdesk
{
/// Which monitor each screen name means at this desk. Pure. Held by DisplayPlaces; dialogs create one to preview a change.
///
/// Monitors are ordered from left to right, and from top to bottom where one is above another. Names have the site's order.
/// A name whose chosen monitor is connected is placed there. The other names take, in their order, the monitors
/// for which nothing was chosen. When no such monitor is left, the remaining names share the last monitor, even if it
/// shows other names already. Names for which the same monitor was chosen share it.
///
/// A chosen monitor is recognized by its connector; if no monitor has that connector, by maker, model and serial number, provided
/// that it has a serial number and no second monitor matches. Monitors that repeat the image of another (mirrored, or a part
/// of it) count as one place with it.
///
/// The empty name means the site's first screen; an undeclared name means the first monitor.
class ScreenMap
{
public:
    ScreenMap() = default;
    /// @p monitors may be in any order.
    ScreenMap(const QStringList &names, const QList<PhysicalMonitor> &monitors, const ScreenMapping &chosen = {});

    /// The site's names, followed by names that only the profile has.
    static QStringList allNames(const QStringList &siteScreenNames, const InstrumentProfile &profile);
    /// like the other allNames(), for several profiles
    static QStringList allNames(const QStringList &siteScreenNames, const QList<InstrumentProfile> &profiles);
    /// Index in @p monitors of the monitor with this id (same connector, else same maker, model and serial number); -1:
    /// none.
    static int findMonitor(const MonitorId &id, const QList<PhysicalMonitor> &monitors);

    /// Index into the list passed to the constructor; -1 without monitors.
    int monitorFor(const QString &name) const;
    /// The names placed on this monitor, in the site's order.
    QStringList namesOn(int monitor) const;
    /// Title of the viewer window on this monitor: the names placed on it.
    QString viewerWindowTitleOf(int monitor) const;
    QStringList names() const;
    /// The monitors from left to right and top to bottom, without those that only repeat another monitor's image.
    QList<int> monitorIndexesLeftToRight() const;
    /// The screen names that share the last monitor because no monitor was left for them, in the site's order.
    QStringList namesWithoutMonitor() const;
    bool isOnChosenMonitor(const QString &name) const; ///< true only if the chosen monitor is connected

private:
    void sortMonitors(const QList<PhysicalMonitor> &monitors);

    QStringList m_screenNames;
    QHash<QString, int> m_monitorOfName;
    QList<int> m_monitorIndexesLeftToRight;
    QList<int> m_mirrorGroupRepresentatives; ///< for each monitor: the one that stands for all monitors with the same image
    QStringList m_namesWithoutMonitor;
    QStringList m_namesOnChosenMonitor;
};
}
