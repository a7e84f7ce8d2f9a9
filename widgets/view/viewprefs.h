// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/input/inputsettings.h"
#include "widgets/view/viewkeys.h"

namespace Nightdesk
{
/// The user's settings for all views of desktops. Value.
struct ViewPrefs {
    ViewKeys keys;
    /// While these modifiers are held, the wheel zooms and the middle button pans; if empty, both always go to the desktop.
    Qt::KeyboardModifiers zoomPanModifiers = Qt::ControlModifier | Qt::AltModifier;
    bool pansAtEdges = true; ///< the pointer at the edge of a view scrolls a larger image
    bool keepsIntegerZoomSharp = true; ///< the image is not smoothed at zoom factors that are whole numbers
    int magnifierFactor = 3; ///< how many times the magnifier magnifies, 2 to 8
    InputSettings input; ///< windows pass it to ViewKeyboard::setSettings()
    bool operator==(const ViewPrefs &) const = default;

    /// True while exactly these modifiers are held.
    bool areZoomPanModifiers(Qt::KeyboardModifiers modifiers) const
    {
        constexpr Qt::KeyboardModifiers all = Qt::ControlModifier | Qt::AltModifier | Qt::ShiftModifier | Qt::MetaModifier;
        return zoomPanModifiers != Qt::NoModifier && (modifiers & all) == zoomPanModifiers;
    }
};
}
