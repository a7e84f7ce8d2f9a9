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
    DisplayPlaces(const QStringList &names, const QList<Monitor> &monitors, const ScreenMapping &chosen);

    const ScreenMap &map() const;
    /// @p screenName: from the profile. @p moved: a name from all() to which the user moved the display; empty: not moved. -1: there is no monitor.
    int monitorFor(const QString &screenName, const QString &moved) const;
    /// Name for ViewerWindows::moveDisplayTo() and ViewerLook: a screen on this monitor, or "@" and the monitor's connector.
    QString nameOf(int monitor) const;
    QList<ScreenPlace> all(int here) const; ///< from left to right; @p here: the monitor for whose menu this is
    /// The monitor @p steps to the right (or left if negative), wrapping around; empty: there is no other.
    std::optional<int> neighborOf(int monitor, int steps) const;

private:
    ScreenMap m_screenMap;
    QList<Monitor> m_monitors;
};
}
