// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QtTypes>

namespace Nightdesk
{
/// The data of a key event that keysymFor() needs.
struct KeyFacts {
    int qtKey = 0; ///< a value of Qt::Key
    QString typedText; ///< the text of the key event
    quint32 nativeKeysym = 0; ///< nativeVirtualKey() of a platform whose native keys are X keysyms; 0: none
    bool isKeypad = false;
};

/// The X keysym (X11/keysymdef.h) of a key, for RFB key events (RFC 6143 §7.5.4); 0: none, send nothing. Takes the window system's keysym first (only
/// it is right for dead keys and AltGr), then the table for the key, then the key's text.
quint32 keysymFor(const KeyFacts &facts);
/// The keysym of a character: Latin-1 directly, all others by the Unicode rule (0x01000000 + code point).
quint32 keysymOfCharacter(char32_t character);
}
