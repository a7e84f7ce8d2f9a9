// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QString>

#include <cstdint>

namespace Nightdesk
{
using XId = std::uint32_t; ///< id of a window or pixmap; 0: none

/// What the properties of a window say, all read together.
struct AppWindowProperties {
    bool belongsToProgram = true; ///< a window of the program; false: a window manager's frame, or not known to be the program's
    /// WM_TRANSIENT_FOR: the window to which this one belongs. The root window or the window itself means all of the program's windows.
    XId transientFor = 0;
    bool isTransient = false;
    bool hasAuxiliaryType = false; ///< _NET_WM_WINDOW_TYPE is not NORMAL: a dialog, menu, splash screen or similar
    bool acceptsFocus = true; ///< the program wants the keyboard focus for the window: input in WM_HINTS
    bool usesTakeFocus = false; ///< the program sets the focus itself: WM_TAKE_FOCUS
    bool supportsDeleteWindow = false; ///< the window can be asked to close: it supports WM_DELETE_WINDOW
    bool hasUserPosition = false; ///< the user set the window's position, according to WM_NORMAL_HINTS
    QSize minimumSize; ///< smallest size of the window; empty: any
    QSize maximumSize; ///< largest size of the window; empty: any
    XId iconPixmap = 0;
    XId iconMask = 0;

    bool operator==(const AppWindowProperties &) const = default;
};

/// What is known of a top-level window in a program's display.
struct AppWindow : AppWindowProperties {
    XId id = 0;
    QRect rect; ///< the window without its border; relative to the root window or, with a window manager, to the frame around it
    int borderWidth = 0;
    bool isMapped = false;
    bool overrideRedirect = false;
    bool isInputOnly = false;
    bool arePropertiesRead = false; ///< the properties in AppWindowProperties have been read
    QString title;
    std::uint64_t mapSequenceNumber = 0; ///< larger for windows that were mapped later; 0: not mapped

    /// True for a mapped window of the program with which the user works; false for menus and helper windows of one pixel.
    bool isOrdinary() const
    {
        return belongsToProgram && arePropertiesRead && isMapped && !overrideRedirect && !isInputOnly && rect.width() > 1 && rect.height() > 1;
    }
    bool isDialog() const
    {
        return isTransient || hasAuxiliaryType;
    }
    bool operator==(const AppWindow &) const = default;
};
}
