// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtTypes>

namespace Nightdesk
{
/// The scan code of a key for QEMU's extended key event: XT set 1, with 0x80 instead of the prefix 0xe0. @p keycode: X keycode with Linux numbering
/// (evdev code + 8), as X servers on Linux use it; 0: not known.
quint32 scanCodeOf(quint32 keycode);
}
