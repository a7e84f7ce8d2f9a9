// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/screenmap.h"

#include <algorithm>
#include <numeric>

namespace Nightdesk
{
ScreenMap::ScreenMap(const QStringList &names, const QList<PhysicalMonitor> &monitors, const ScreenMapping &chosen)
    : m_screenNames(names)
{
    if (monitors.isEmpty()) {
        return;
    }
    sortMonitors(monitors);
    QList<int> left = m_monitorIndexesLeftToRight;
    for (const QString &name : names) {
        const auto choice = chosen.constFind(name);
        const int monitor = choice == chosen.constEnd() ? -1 : findMonitor(*choice, monitors);
        if (monitor >= 0) {
            m_monitorOfName.insert(name, m_mirrorGroupRepresentatives[monitor]);
            m_namesOnChosenMonitor.append(name);
            left.removeOne(m_mirrorGroupRepresentatives[monitor]);
        }
    }
    for (const QString &name : names) {
        if (m_monitorOfName.contains(name)) {
            continue;
        }
        if (left.isEmpty()) {
            m_namesWithoutMonitor.append(name);
        }
        m_monitorOfName.insert(name, left.isEmpty() ? m_monitorIndexesLeftToRight.constLast() : left.takeFirst());
    }
}

void ScreenMap::sortMonitors(const QList<PhysicalMonitor> &monitors)
{
    QList<int> all(monitors.size());
    std::iota(all.begin(), all.end(), 0);
    std::ranges::stable_sort(all, [&monitors](int left, int right) {
        const QPoint a = monitors[left].rect.topLeft();
        const QPoint b = monitors[right].rect.topLeft();
        return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y();
    });
    const auto repeats = [&](int index) {
        return std::ranges::any_of(all, [&](int other) {
            const QRect rect = monitors[index].rect;
            const QRect wider = monitors[other].rect;
            return other != index && wider.contains(rect) && (wider != rect || all.indexOf(other) < all.indexOf(index));
        });
    };
    for (const int index : std::as_const(all)) {
        if (!repeats(index)) {
            m_monitorIndexesLeftToRight.append(index);
        }
    }
    for (const PhysicalMonitor &monitor : monitors) {
        m_mirrorGroupRepresentatives.append(*std::ranges::find_if(m_monitorIndexesLeftToRight, [&](int place) {
            return monitors[place].rect.contains(monitor.rect) || &monitors[place] == &monitor;
        }));
    }
}

QStringList ScreenMap::allNames(const QStringList &siteScreenNames, const InstrumentProfile &profile)
{
    QStringList names = siteScreenNames;
    const auto add = [&names](const QString &name) {
        if (!name.isEmpty() && !names.contains(name)) {
            names.append(name);
        }
    };
    for (const DesktopSpec &desktop : profile.desktops) {
        add(desktop.screen);
    }
    for (const WindowSpec &window : profile.windows) {
        add(window.screen);
    }
    return names;
}

QStringList ScreenMap::allNames(const QStringList &siteScreenNames, const QList<InstrumentProfile> &profiles)
{
    QStringList names = siteScreenNames;
    for (const InstrumentProfile &profile : profiles) {
        names = allNames(names, profile);
    }
    return names;
}

int ScreenMap::findMonitor(const MonitorId &id, const QList<PhysicalMonitor> &monitors)
{
    for (qsizetype i = 0; i < monitors.size(); ++i) {
        if (monitors[i].id.connector == id.connector) {
            return static_cast<int>(i);
        }
    }
    int found = -1;
    for (qsizetype i = 0; i < monitors.size() && !id.serial.isEmpty(); ++i) {
        const MonitorId &other = monitors[i].id;
        if (other.serial == id.serial && other.model == id.model && other.maker == id.maker) {
            if (found >= 0) {
                return -1; // ambiguous: some makers give all monitors of a model the same serial number
            }
            found = static_cast<int>(i);
        }
    }
    return found;
}

int ScreenMap::monitorFor(const QString &name) const
{
    if (name.isEmpty() && !m_screenNames.isEmpty()) {
        return m_monitorOfName.value(m_screenNames.constFirst(), -1);
    }
    return m_monitorOfName.value(name, m_monitorIndexesLeftToRight.isEmpty() ? -1 : m_monitorIndexesLeftToRight.constFirst());
}

QStringList ScreenMap::namesOn(int monitor) const
{
    QStringList result;
    if (monitor < 0 || monitor >= m_mirrorGroupRepresentatives.size()) {
        return result;
    }
    for (const QString &name : m_screenNames) {
        if (m_monitorOfName.value(name, -1) == m_mirrorGroupRepresentatives[monitor]) {
            result.append(name);
        }
    }
    return result;
}

QString ScreenMap::viewerWindowTitleOf(int monitor) const
{
    return namesOn(monitor).join(QLatin1Char('/'));
}

QStringList ScreenMap::names() const
{
    return m_screenNames;
}

QList<int> ScreenMap::monitorIndexesLeftToRight() const
{
    return m_monitorIndexesLeftToRight;
}

QStringList ScreenMap::namesWithoutMonitor() const
{
    return m_namesWithoutMonitor;
}

bool ScreenMap::isOnChosenMonitor(const QString &name) const
{
    return m_namesOnChosenMonitor.contains(name);
}
}
