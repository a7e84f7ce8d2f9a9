// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/keysymmap.h"

#include <Qt>

#include <xkbcommon/xkbcommon-keysyms.h>
#include <xkbcommon/xkbcommon.h>

#include <algorithm>
#include <iterator>

namespace Nightdesk
{
namespace
{
struct KeysymEntry {
    int qtKey;
    quint32 keysym;
    quint32 keypadKeysym = 0; ///< 0: the keypad has the same keysym
};

constexpr KeysymEntry entries[] = {
    {Qt::Key_Escape, XKB_KEY_Escape},
    {Qt::Key_Tab, XKB_KEY_Tab},
    {Qt::Key_Backtab, XKB_KEY_ISO_Left_Tab},
    {Qt::Key_Backspace, XKB_KEY_BackSpace},
    {Qt::Key_Return, XKB_KEY_Return},
    {Qt::Key_Enter, XKB_KEY_KP_Enter},
    {Qt::Key_Insert, XKB_KEY_Insert, XKB_KEY_KP_Insert},
    {Qt::Key_Delete, XKB_KEY_Delete, XKB_KEY_KP_Delete},
    {Qt::Key_Pause, XKB_KEY_Pause},
    {Qt::Key_Print, XKB_KEY_Print},
    {Qt::Key_SysReq, XKB_KEY_Sys_Req},
    {Qt::Key_Clear, XKB_KEY_Clear, XKB_KEY_KP_Begin},
    {Qt::Key_Home, XKB_KEY_Home, XKB_KEY_KP_Home},
    {Qt::Key_End, XKB_KEY_End, XKB_KEY_KP_End},
    {Qt::Key_Left, XKB_KEY_Left, XKB_KEY_KP_Left},
    {Qt::Key_Up, XKB_KEY_Up, XKB_KEY_KP_Up},
    {Qt::Key_Right, XKB_KEY_Right, XKB_KEY_KP_Right},
    {Qt::Key_Down, XKB_KEY_Down, XKB_KEY_KP_Down},
    {Qt::Key_PageUp, XKB_KEY_Page_Up, XKB_KEY_KP_Page_Up},
    {Qt::Key_PageDown, XKB_KEY_Page_Down, XKB_KEY_KP_Page_Down},
    {Qt::Key_Shift, XKB_KEY_Shift_L},
    {Qt::Key_Control, XKB_KEY_Control_L},
    {Qt::Key_Meta, XKB_KEY_Super_L},
    {Qt::Key_Alt, XKB_KEY_Alt_L},
    {Qt::Key_AltGr, XKB_KEY_ISO_Level3_Shift},
    {Qt::Key_CapsLock, XKB_KEY_Caps_Lock},
    {Qt::Key_NumLock, XKB_KEY_Num_Lock},
    {Qt::Key_ScrollLock, XKB_KEY_Scroll_Lock},
    {Qt::Key_Super_L, XKB_KEY_Super_L},
    {Qt::Key_Super_R, XKB_KEY_Super_R},
    {Qt::Key_Hyper_L, XKB_KEY_Hyper_L},
    {Qt::Key_Hyper_R, XKB_KEY_Hyper_R},
    {Qt::Key_Menu, XKB_KEY_Menu},
    {Qt::Key_Help, XKB_KEY_Help},
    {Qt::Key_Multi_key, XKB_KEY_Multi_key},
    {Qt::Key_Mode_switch, XKB_KEY_Mode_switch},
    {Qt::Key_Kanji, XKB_KEY_Kanji},
    {Qt::Key_Muhenkan, XKB_KEY_Muhenkan},
    {Qt::Key_Henkan, XKB_KEY_Henkan_Mode},
    {Qt::Key_Undo, XKB_KEY_Undo},
    {Qt::Key_Redo, XKB_KEY_Redo},
    {Qt::Key_Find, XKB_KEY_Find},
    {Qt::Key_Select, XKB_KEY_Select},
    {Qt::Key_Execute, XKB_KEY_Execute},
    {Qt::Key_Cancel, XKB_KEY_Cancel},
    {Qt::Key_Dead_Grave, XKB_KEY_dead_grave},
    {Qt::Key_Dead_Acute, XKB_KEY_dead_acute},
    {Qt::Key_Dead_Circumflex, XKB_KEY_dead_circumflex},
    {Qt::Key_Dead_Tilde, XKB_KEY_dead_tilde},
    {Qt::Key_Dead_Macron, XKB_KEY_dead_macron},
    {Qt::Key_Dead_Breve, XKB_KEY_dead_breve},
    {Qt::Key_Dead_Abovedot, XKB_KEY_dead_abovedot},
    {Qt::Key_Dead_Diaeresis, XKB_KEY_dead_diaeresis},
    {Qt::Key_Dead_Abovering, XKB_KEY_dead_abovering},
    {Qt::Key_Dead_Doubleacute, XKB_KEY_dead_doubleacute},
    {Qt::Key_Dead_Caron, XKB_KEY_dead_caron},
    {Qt::Key_Dead_Cedilla, XKB_KEY_dead_cedilla},
    {Qt::Key_Dead_Ogonek, XKB_KEY_dead_ogonek},
};

// Operators and separators of the keypad. If Qt reports a digit or a decimal separator of the keypad, Num Lock is on.
constexpr KeysymEntry keypadEntries[] = {
    {Qt::Key_Asterisk, XKB_KEY_KP_Multiply},
    {Qt::Key_Plus, XKB_KEY_KP_Add},
    {Qt::Key_Comma, XKB_KEY_KP_Separator},
    {Qt::Key_Minus, XKB_KEY_KP_Subtract},
    {Qt::Key_Period, XKB_KEY_KP_Decimal},
    {Qt::Key_Slash, XKB_KEY_KP_Divide},
    {Qt::Key_Equal, XKB_KEY_KP_Equal},
};

/// True for keys that switch the local keyboard layout. Later keysyms already follow it; the desktop must not switch too.
bool switchesKeyboardLayout(quint32 keysym)
{
    return keysym >= XKB_KEY_ISO_Group_Latch && keysym <= XKB_KEY_ISO_Last_Group_Lock;
}

quint32 keysymFromTable(const KeyFacts &facts)
{
    if (facts.qtKey >= Qt::Key_F1 && facts.qtKey <= Qt::Key_F35) {
        return XKB_KEY_F1 + static_cast<quint32>(facts.qtKey - Qt::Key_F1);
    }
    if (facts.isKeypad && facts.qtKey >= Qt::Key_0 && facts.qtKey <= Qt::Key_9) {
        return XKB_KEY_KP_0 + static_cast<quint32>(facts.qtKey - Qt::Key_0);
    }
    if (facts.isKeypad) {
        if (const auto found = std::ranges::find(keypadEntries, facts.qtKey, &KeysymEntry::qtKey); found != std::end(keypadEntries)) {
            return found->keysym;
        }
    }
    const auto found = std::ranges::find(entries, facts.qtKey, &KeysymEntry::qtKey);
    if (found == std::end(entries)) {
        return 0;
    }
    return facts.isKeypad && found->keypadKeysym != 0 ? found->keypadKeysym : found->keysym;
}
}

quint32 keysymOfCharacter(char32_t character)
{
    if (character < 0x20 || (character >= 0x7f && character < 0xa0) || character > 0x10ffff || (character >= 0xd800 && character < 0xe000)) {
        return 0;
    }
    return xkb_utf32_to_keysym(character);
}

quint32 keysymFor(const KeyFacts &facts)
{
    if (switchesKeyboardLayout(facts.nativeKeysym)) {
        return 0;
    }
    if (facts.nativeKeysym != 0 && facts.nativeKeysym <= 0x1fffffff) {
        return facts.nativeKeysym;
    }
    if (const quint32 keysym = keysymFromTable(facts)) {
        return keysym;
    }
    // With Ctrl held the text is a control character, which has no key: the letter is then taken from the key code.
    if (const auto characters = facts.typedText.toUcs4(); characters.size() == 1) {
        if (const quint32 keysym = keysymOfCharacter(characters.front())) {
            return keysym;
        }
    }
    if (facts.qtKey >= 0x20 && facts.qtKey < Qt::Key_Escape) {
        const auto character = static_cast<char32_t>(facts.qtKey);
        return keysymOfCharacter(QChar::toLower(character));
    }
    return 0;
}
}
