// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/physicalkeys.h"

#include <algorithm>
#include <iterator>

namespace Nightdesk
{
namespace
{
struct ScanCodeEntry {
    quint8 evdevCode; ///< key code of linux/input-event-codes.h
    quint8 scanCode;
};

// For the keys of the first PC keyboard, KEY_ESC to KEY_KPDOT, and for KEY_102ND, KEY_F11 and KEY_F12, the evdev code is also the scan code.
constexpr quint32 lastCommonScanCode = 83;

constexpr ScanCodeEntry rows[] = {
    {86, 0x56}, // KEY_102ND
    {87, 0x57}, // KEY_F11
    {88, 0x58}, // KEY_F12
    {89, 0x73}, // KEY_RO
    {90, 0x78}, // KEY_KATAKANA
    {91, 0x77}, // KEY_HIRAGANA
    {92, 0x79}, // KEY_HENKAN
    {93, 0x70}, // KEY_KATAKANAHIRAGANA
    {94, 0x7b}, // KEY_MUHENKAN
    {95, 0x5c}, // KEY_KPJPCOMMA
    {96, 0x9c}, // KEY_KPENTER
    {97, 0x9d}, // KEY_RIGHTCTRL
    {98, 0xb5}, // KEY_KPSLASH
    {99, 0x54}, // KEY_SYSRQ, the Print key
    {100, 0xb8}, // KEY_RIGHTALT
    {101, 0x5b}, // KEY_LINEFEED
    {102, 0xc7}, // KEY_HOME
    {103, 0xc8}, // KEY_UP
    {104, 0xc9}, // KEY_PAGEUP
    {105, 0xcb}, // KEY_LEFT
    {106, 0xcd}, // KEY_RIGHT
    {107, 0xcf}, // KEY_END
    {108, 0xd0}, // KEY_DOWN
    {109, 0xd1}, // KEY_PAGEDOWN
    {110, 0xd2}, // KEY_INSERT
    {111, 0xd3}, // KEY_DELETE
    {113, 0xa0}, // KEY_MUTE
    {114, 0xae}, // KEY_VOLUMEDOWN
    {115, 0xb0}, // KEY_VOLUMEUP
    {116, 0xde}, // KEY_POWER
    {117, 0x59}, // KEY_KPEQUAL
    {118, 0xce}, // KEY_KPPLUSMINUS
    {119, 0xc6}, // KEY_PAUSE
    {121, 0x7e}, // KEY_KPCOMMA
    {122, 0x72}, // KEY_HANGEUL
    {123, 0x71}, // KEY_HANJA
    {124, 0x7d}, // KEY_YEN
    {125, 0xdb}, // KEY_LEFTMETA
    {126, 0xdc}, // KEY_RIGHTMETA
    {127, 0xdd}, // KEY_COMPOSE, the Menu key
    {128, 0xe8}, // KEY_STOP
    {129, 0x85}, // KEY_AGAIN
    {130, 0x86}, // KEY_PROPS
    {131, 0x87}, // KEY_UNDO
    {132, 0x8c}, // KEY_FRONT
    {133, 0xf8}, // KEY_COPY
    {134, 0x64}, // KEY_OPEN
    {135, 0x65}, // KEY_PASTE
    {136, 0xc1}, // KEY_FIND
    {137, 0xbc}, // KEY_CUT
    {138, 0xf5}, // KEY_HELP
    {139, 0x9e}, // KEY_MENU
    {140, 0xa1}, // KEY_CALC
    {142, 0xdf}, // KEY_SLEEP
    {143, 0xe3}, // KEY_WAKEUP
    {155, 0xec}, // KEY_MAIL
    {156, 0xe6}, // KEY_BOOKMARKS
    {158, 0xea}, // KEY_BACK
    {159, 0xe9}, // KEY_FORWARD
    {163, 0x99}, // KEY_NEXTSONG
    {164, 0xa2}, // KEY_PLAYPAUSE
    {165, 0x90}, // KEY_PREVIOUSSONG
    {166, 0xa4}, // KEY_STOPCD
    {172, 0xb2}, // KEY_HOMEPAGE
    {173, 0xe7}, // KEY_REFRESH
    {183, 0x5d}, // KEY_F13
    {184, 0x5e}, {185, 0x5f}, {186, 0x55}, {187, 0x83}, {188, 0xf7}, {189, 0x84},
    {190, 0x5a}, {191, 0x74}, {192, 0xf9}, {193, 0x6d}, {194, 0x6f}, // KEY_F14 to KEY_F24
    {217, 0xe5}, // KEY_SEARCH
};
}

quint32 scanCodeOf(quint32 keycode)
{
    constexpr quint32 firstXKeycode = 8;
    if (keycode <= firstXKeycode) {
        return 0;
    }
    const quint32 evdev = keycode - firstXKeycode;
    if (evdev <= lastCommonScanCode) {
        return evdev;
    }
    const auto found = std::ranges::find(rows, evdev, &ScanCodeEntry::evdevCode);
    return found == std::end(rows) ? 0 : found->scanCode;
}
}
