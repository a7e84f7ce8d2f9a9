// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/screenmap.h"
#include "widgets/stage/stagemenu.h"

#include <optional>

namespace Nightdesk
{
/// Which monitor each display belongs on, and what it could be moved to: the screens of a site and its profiles, on the monitors of this
/// desk as they were when this was made. Those of now may be fewer already. A value, held by Stages; decides nothing about windows.
class DisplayPlaces
{
public:
    DisplayPlaces() = default;
    /// @p names: screens, from left to right. @p chosen: by a person at this desk.
    DisplayPlaces(const QStringList &names, const QList<Monitor> &monitors, const ScreenMapping &chosen);

    const ScreenMap &map() const;
    /// @p screenName: the profile's. @p moved: a name of all(), where a person moved it; empty: nowhere. -1: there is no monitor.
    int monitorFor(const QString &screenName, const QString &moved) const;
    /// For Stages::moveTo() and the look: a screen on it, or "@" and its connector.
    QString nameOf(int monitor) const;
    QList<ScreenPlace> all(int here) const; ///< from left to right; @p here: the monitor that asks
    /// So many monitors to the right, or to the left, and around; empty: there is no other.
    std::optional<int> beside(int monitor, int steps) const;

private:
    ScreenMap m_map;
    QList<Monitor> m_monitors;
};
}
