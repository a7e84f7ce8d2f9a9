// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/screenmap.h"
#include "widgets/viewer/viewermenu.h"

#include <optional>

namespace Nightdesk
{
/// Which monitor each display belongs on, and where it could be moved: maps the screens of a site and its profiles to the monitors that this
/// workstation had at construction; some may be disconnected since. A value, held by ViewerWindows; decides nothing about windows.
class DisplayPlaces
{
public:
    DisplayPlaces() = default;
    /// @p names: screens, from left to right. @p chosen: the user's assignment at this workstation.
    DisplayPlaces(const QStringList &names, const QList<PhysicalMonitor> &monitors, const ScreenMapping &chosen);

    const ScreenMap &screenMap() const
    {
        return m_screenMap;
    }
    /// The monitor of a display. @p screenName: from the profile. @p movedTo: a name from targetScreens() to which the user moved the
    /// display; empty: not moved. Returns -1 if there is no monitor.
    int monitorFor(const QString &screenName, const QString &movedTo) const;
    /// Name for ViewerWindows::moveDisplayTo() and ViewerLook: a screen on this monitor, or "@" and the monitor's connector.
    QString targetNameOf(int monitor) const;
    QList<MoveTargetScreen> targetScreens(int currentMonitor) const; ///< from left to right; @p currentMonitor: the monitor for whose menu this is
    /// The monitor @p steps to the right (or left if negative), wrapping around; empty: there is no other.
    std::optional<int> neighborMonitor(int monitor, int steps) const;

private:
    ScreenMap m_screenMap;
    QList<PhysicalMonitor> m_monitors;
};
}
