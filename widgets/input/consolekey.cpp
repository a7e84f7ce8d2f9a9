// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/consolekey.h"

#include "widgets/input/keysymmap.h"

#include <array>
#include <utility>

namespace Nightdesk
{
XKey xKeyOf(const QKeySequence &sequence)
{
    if (sequence.isEmpty()) {
        return {};
    }
    const QKeyCombination combination = sequence[0];
    const int key = combination.key();
    const bool isCharacter = key > 0x20 && key < 0x100;
    XKey result;
    result.keysym = keysymFor({.qtKey = key, .typedText = isCharacter ? QString(QChar(key).toLower()) : QString(), .nativeKeysym = 0, .isKeypad = false});
    // In every layout of xkeyboard-config, Mod1 is Alt and Mod4 is Super (Meta in Qt).
    constexpr std::array<std::pair<Qt::KeyboardModifier, std::uint16_t>, 4> masks{{
        {Qt::ShiftModifier, 1 << 0},
        {Qt::ControlModifier, 1 << 2},
        {Qt::AltModifier, 1 << 3},
        {Qt::MetaModifier, 1 << 6},
    }};
    for (const auto &[modifier, mask] : masks) {
        if (combination.keyboardModifiers() & modifier) {
            result.modifiers = static_cast<std::uint16_t>(result.modifiers | mask);
        }
    }
    return result;
}
}
