// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/drafteffect.h"

#include <QMargins>
#include <QRect>

namespace Nightdesk
{
/// Where a profile's displays land on the screens of a site, as a console puts them there. Pure. Owned by LayoutView.
struct ScreenLayout {
    struct Screen {
        QString name; ///< empty: the site has none with a name
        QSize size; ///< pixels
        bool isKnown = false; ///< false: nobody says how large it is, and it is drawn with a usual size
        bool operator==(const Screen &) const = default;
    };
    struct Display {
        QString table; ///< "desktop" or "window"
        QString id;
        QString title;
        int screen = 0; ///< of screens
        QRect rect; ///< on that screen, where it lands
        WindowGeometry geometry; ///< of a window, as it is written
        bool isStarted = true; ///< false: an observer starts it
        QMargins excess; ///< by so many pixels it would reach over the screen's edges; a console moves it inside
        QStringList overlaps; ///< ids of windows that are on the same place and start with it
        bool isWindow() const;
        bool operator==(const Display &) const = default;
    };
    QList<Screen> screens; ///< from left to right
    QList<Display> displays; ///< desktops before windows, as they lie above each other
    bool operator==(const ScreenLayout &) const = default;

    static ScreenLayout of(const DraftEffect &effect);
    /// The geometry that puts a window at @p rect: what it was counted from (right, bottom) and whether it has a size of its own stay.
    WindowGeometry geometryAt(const Display &window, const QRect &rect) const;
    /// As XParseGeometry reads it: "640x400-0+20".
    static QString text(const WindowGeometry &geometry);
    /// Its problems in words, translated; empty: none.
    QStringList problems(const Display &display) const;
};
}
