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
/// The monitors of this workstation, and whether each display of what is connected fits its place there without being scaled. A value.
/// ConsoleVisuals makes it, VisualsView keeps what it shows.
struct ScreenFacts {
    /// A display of a connected profile.
    struct Display {
        QString title; ///< display-safe
        QString monitor; ///< its connector; empty: it is on none
        QSize size; ///< of its image, pixels; empty: not known
        QSize room; ///< pixels of the monitor that it has; empty: it is not shown
        bool operator==(const Display &) const = default;

        std::optional<bool> fits() const; ///< unscaled; empty: not known
    };
    /// In words, of a monitor or a display.
    struct Line {
        QString name;
        QString text;
        QString meaning; ///< what is wrong; empty: nothing
        bool operator==(const Line &) const = default;
    };
    QList<Monitor> monitors;
    QList<Display> displays;
    bool operator==(const ScreenFacts &) const = default;

    QList<Line> lines() const;
    /// For scripts: {"monitors": [...], "displays": [...]}.
    QJsonObject json() const;
    /// The same back; what @p object does not have, or has as something else, is not known.
    static ScreenFacts read(const QJsonObject &object);
};
}
