// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QString>

#include <cstdint>

namespace Nightdesk
{
using XId = std::uint32_t; ///< id of a window or pixmap; 0: none

/// What is known of a top-level window in a program's display.
struct AppWindow {
    XId id = 0;
    QRect rect; ///< without border; in root coordinates unless a window manager frames it
    int border = 0;
    bool isClient = true; ///< a window of the program; false: a window manager's frame, or not known to be the program's
    bool isMapped = false;
    bool overrideRedirect = false;
    bool inputOnly = false;
    bool isKnown = false; ///< the following properties have been read
    XId transientFor = 0; ///< the root window or the window itself means: transient for all of the program's windows
    bool isTransient = false;
    bool isAccessory = false; ///< its window type means that it belongs to another window or is shown briefly
    bool acceptsFocus = true; ///< WM_HINTS input
    bool takesFocus = false; ///< WM_TAKE_FOCUS
    bool canBeAsked = false; ///< supports WM_DELETE_WINDOW
    bool choseItsPlace = false; ///< WM_NORMAL_HINTS: its position was set by the user, according to the program
    QSize minimumSize; ///< empty: any
    QSize mostSize; ///< empty: any
    XId iconPixmap = 0;
    XId iconMask = 0;
    QString title;
    std::uint64_t mappedAs = 0; ///< sequence number of its mapping

    /// True for a window that users see as such; false for menus and helper windows of one pixel.
    bool isOrdinary() const
    {
        return isClient && isKnown && isMapped && !overrideRedirect && !inputOnly && rect.width() > 1 && rect.height() > 1;
    }
    bool isDialog() const
    {
        return isTransient || isAccessory;
    }
    bool operator==(const AppWindow &) const = default;
};
}
