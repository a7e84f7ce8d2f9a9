// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/drafteffect.h"

#include <QMargins>
#include <QRect>

namespace Nightdesk
{
/// Where a profile's displays appear on the screens of a site, as the console places them. Pure. Owned by LayoutView.
struct ScreenLayout {
    struct Screen {
        QString name; ///< empty: the site has no named screens
        QSize size; ///< size of the screen, in pixels
        bool isSizeKnown = false; ///< false: the size is not known, and the screen is drawn with an assumed one
        bool operator==(const Screen &) const = default;
    };
    struct Display {
        QString table; ///< name of the display's table in the profile: "desktop" or "window"
        QString id;
        QString title;
        int screenIndex = 0; ///< index into `screens`
        QRect rect = {}; ///< the effective position on that screen
        WindowGeometry profileGeometry = {}; ///< geometry of a window as written in the profile; unused for a desktop
        /// whether the display starts when the instrument is connected; false: an observer starts it
        bool startsAutomatically = true;
        QMargins excessMargins = {}; ///< by how many pixels the position as written exceeds the screen's edges; the console moves the window inside
        QStringList overlappingIds = {}; ///< ids of windows that overlap this one and start together with it
        bool isWindow() const;
        bool operator==(const Display &) const = default;
    };
    QList<Screen> screens; ///< the site's screens from left to right
    QList<Display> displays; ///< desktops before windows, in stacking order
    bool operator==(const ScreenLayout &) const = default;

    static ScreenLayout fromEffect(const DraftEffect &effect);
    /// The geometry that puts a window at @p rect. It keeps the edges from which offsets are counted (right, bottom), and whether a size is given.
    WindowGeometry geometryAt(const Display &window, const QRect &rect) const;
    /// @p geometry in the format of XParseGeometry, for example "640x400-0+20".
    static QString geometryText(const WindowGeometry &geometry);
    /// The problems of a display in words, translated; empty: none.
    QStringList problemTexts(const Display &display) const;
};
}
