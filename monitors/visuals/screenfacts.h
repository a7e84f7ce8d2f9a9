// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/monitor.h"

#include <QJsonObject>
#include <QList>
#include <QSize>
#include <QString>

#include <optional>

namespace Nightdesk
{
/// The monitors of this workstation, and whether each connected display fits its place on a monitor without scaling. A value.
/// ConsoleVisuals makes it, VisualsView keeps the one that it shows.
struct ScreenFacts {
    /// A display of a connected profile.
    struct Display {
        QString title; ///< the display's title, safe to show
        QString monitor; ///< connector of the monitor; empty: the display is not on a monitor
        QSize size; ///< size of the display's image in pixels; empty: not known
        QSize availableSize; ///< space for the display on its monitor, in pixels; empty: not shown
        bool operator==(const Display &) const = default;

        std::optional<bool> fits() const; ///< whether the display fits the space without scaling; empty: not known
    };
    /// A description of a monitor or a display.
    struct FactLine {
        QString name;
        QString text;
        QString meaning; ///< what is wrong with the monitor or display; empty: nothing
        bool operator==(const FactLine &) const = default;
    };
    QList<PhysicalMonitor> monitors;
    QList<Display> displays;
    bool operator==(const ScreenFacts &) const = default;

    QList<FactLine> lines() const;
    /// The monitors and displays for scripts: {"monitors": [...], "displays": [...]}.
    QJsonObject json() const;
    /// Reads what json() wrote; a value that is missing or has the wrong type is treated as not known.
    static ScreenFacts read(const QJsonObject &object);
};
}
