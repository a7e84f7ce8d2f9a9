// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/typedtext.h"

#include "widgets/input/keysymmap.h"

#include <xkbcommon/xkbcommon-keysyms.h>

namespace Nightdesk
{
KeysForText keysForText(const QString &text)
{
    KeysForText typed;
    bool afterReturn = false;
    for (const char32_t character : text.toUcs4()) {
        const bool endsTheSameLine = character == U'\n' && afterReturn;
        afterReturn = character == U'\r';
        if (endsTheSameLine) {
            continue;
        }
        if (character == U'\n' || character == U'\r' || character == U'\u2028' || character == U'\u2029') {
            typed.keysyms.append(XKB_KEY_Return);
            ++typed.lineCount;
        } else if (character == U'\t') {
            typed.keysyms.append(XKB_KEY_Tab);
        } else if (const quint32 keysym = keysymOfCharacter(character)) {
            typed.keysyms.append(keysym);
        } else if (!typed.untypableCharacters.contains(character)) {
            typed.untypableCharacters.append(character);
        }
    }
    return typed;
}
}
