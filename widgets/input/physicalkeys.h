// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtTypes>

namespace Nightdesk
{
/// The scan code of a key as QEMU's extended key event wants it: XT set 1, with 0x80 in place of the prefix 0xe0. @p keycode is
/// X's with Linux's own numbers (evdev's and 8), as keyboards have had it for fifteen years; 0: none is known.
quint32 scanCodeOf(quint32 keycode);
}
