// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QtTypes>

namespace Nightdesk
{
/// What a key event says of itself.
struct KeyFacts {
    int key = 0; ///< Qt::Key
    QString text;
    quint32 nativeKeysym = 0; ///< nativeVirtualKey() of a platform whose native keys are X keysyms; 0: none
    bool isKeypad = false;
};

/// The X keysym (X11/keysymdef.h) of a key, as RFB wants it (RFC 6143 §7.5.4); 0: none, send nothing. What the window
/// system says comes first (dead keys and AltGr are right only there), then the key's own table, then its text.
quint32 keysymFor(const KeyFacts &facts);
/// The keysym of a character: Latin-1 directly, all else by the Unicode rule.
quint32 keysymOfCharacter(char32_t character);
}
