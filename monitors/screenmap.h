// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QList>
#include <QRect>
#include <QStringList>

namespace Nightdesk
{
/// Which monitor each screen name of a profile means at this desk. Pure.
///
/// Monitors count from left to right, then from top to bottom; names in the site's order. With fewer monitors than names the
/// names left over go to the last monitor. With one name more than there is, e.g. in a profile without a site, a name that
/// nobody declared goes to the first monitor.
class ScreenMap
{
public:
    ScreenMap() = default;
    /// @p monitors are the monitors' rectangles in the desktop's coordinates, in any order.
    ScreenMap(const QStringList &names, const QList<QRect> &monitors);

    /// Index into the list of monitors as given; -1 without monitors.
    int monitorFor(const QString &name) const;
    /// The names that fall on this monitor, in the site's order.
    QStringList namesOn(int monitor) const;
    QStringList names() const;

private:
    QStringList m_names;
    QHash<QString, int> m_monitorOfName;
    int m_first = -1;
};
}
