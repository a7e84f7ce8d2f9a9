// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/viewkeys.h"

namespace Nightdesk
{
/// What a person set for all views of desktops. Value.
struct ViewPrefs {
    ViewKeys keys;
    /// Held, they make the wheel zoom and the middle button pan; without any both are the desktop's alone.
    Qt::KeyboardModifiers navigation = Qt::ControlModifier | Qt::AltModifier;
    bool edgePanning = true; ///< the pointer at the edge of a view moves a picture that is larger
    bool exactPixels = true; ///< whole zooms are not smoothed
    int magnifierFactor = 3; ///< how many times the magnifier magnifies, 2 to 8
    bool operator==(const ViewPrefs &) const = default;
};
}
