// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QString>

#include <cstdint>

namespace Nightdesk
{
using XId = std::uint32_t; ///< of a window or pixmap; 0: none

/// A top-level window in a program's display, as far as it is known.
struct AppWindow {
    XId id = 0;
    QRect rect; ///< without border, root pixels where no manager frames it
    int border = 0;
    bool isClient = true; ///< the program's own; false: a manager's frame, or not known to be the program's
    bool isMapped = false;
    bool overrideRedirect = false;
    bool inputOnly = false;
    bool isKnown = false; ///< what follows has arrived
    XId transientFor = 0; ///< the root window, or itself: of all of the program's
    bool isTransient = false;
    bool isAccessory = false; ///< its type says that it belongs to another window, or stays a short while
    bool acceptsFocus = true; ///< WM_HINTS input
    bool takesFocus = false; ///< WM_TAKE_FOCUS
    bool canBeAsked = false; ///< WM_DELETE_WINDOW
    bool choseItsPlace = false; ///< WM_NORMAL_HINTS: a person (or so it says) wants it where it is
    QSize leastSize; ///< empty: any
    QSize mostSize; ///< empty: any
    XId iconPixmap = 0;
    XId iconMask = 0;
    QString title;
    std::uint64_t mappedAs = 0; ///< counts up with every window that is mapped

    /// Something that people see as a window, not a menu and not a helper of one pixel.
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
