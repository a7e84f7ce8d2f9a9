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
/// Which monitor each screen name means at this desk. Pure.
///
/// The order in force: monitors count from left to right, those above each other from top to bottom; names count in the
/// site's order. A name with a chosen monitor that is there goes to it. The other names take, in their order, the monitors
/// that nothing was chosen for. When those are used up, the names left over fold onto the last monitor of all, whatever it
/// shows already. Names chosen for one monitor share it.
///
/// A chosen monitor is known by its connector; when no monitor has that, by maker, model and serial number, if it has a
/// serial number and no other monitor is the same. Monitors that repeat another's picture (mirrored, or a part of it) are one
/// place with it.
///
/// The empty name means the site's first screen; a name that nobody declared goes to the first monitor. Held by DisplayPlaces; dialogs make
/// one for a try.
class ScreenMap
{
public:
    ScreenMap() = default;
    /// @p monitors in any order.
    ScreenMap(const QStringList &names, const QList<Monitor> &monitors, const ScreenMapping &chosen = {});

    /// The site's names, and behind them those that only the profile has.
    static QStringList allNames(const QStringList &site, const InstrumentProfile &profile);
    static QStringList allNames(const QStringList &site, const QList<InstrumentProfile> &profiles); ///< of all of them
    /// Which of @p monitors this is now, by the rule above; -1: none.
    static int find(const MonitorId &id, const QList<Monitor> &monitors);

    /// Index into the list of monitors as given; -1 without monitors.
    int monitorFor(const QString &name) const;
    /// The names that fall on this monitor, in the site's order.
    QStringList namesOn(int monitor) const;
    /// What the stage of this monitor is called: its names.
    QString titleOf(int monitor) const;
    QStringList names() const;
    /// The monitors in the order above, without those that only repeat another.
    QList<int> order() const;
    /// The names for which no monitor was left, in the site's order.
    QStringList folded() const;
    bool isChosen(const QString &name) const; ///< and the monitor is there

private:
    void sortMonitors(const QList<Monitor> &monitors);

    QStringList m_names;
    QHash<QString, int> m_monitorOfName;
    QList<int> m_order;
    QList<int> m_place; ///< for each monitor the one in m_order that shows the same
    QStringList m_folded;
    QStringList m_chosen;
};
}
