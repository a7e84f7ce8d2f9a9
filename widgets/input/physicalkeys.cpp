// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/input/physicalkeys.h"

#include <algorithm>
#include <iterator>

namespace Nightdesk
{
namespace
{
struct Row {
    quint8 evdev; ///< linux/input-event-codes.h
    quint8 scanCode;
};

// For the keys of the first PC keyboard, KEY_ESC to KEY_KPDOT, and for KEY_102ND, KEY_F11 and KEY_F12, the evdev code is also the scan code.
constexpr quint32 lastOfTheFirst = 83;

constexpr Row rows[] = {
    {86, 0x56}, // 102ND
    {87, 0x57}, // F11
    {88, 0x58}, // F12
    {89, 0x73}, // RO
    {90, 0x78}, // KATAKANA
    {91, 0x77}, // HIRAGANA
    {92, 0x79}, // HENKAN
    {93, 0x70}, // KATAKANAHIRAGANA
    {94, 0x7b}, // MUHENKAN
    {95, 0x5c}, // KPJPCOMMA
    {96, 0x9c}, // KPENTER
    {97, 0x9d}, // RIGHTCTRL
    {98, 0xb5}, // KPSLASH
    {99, 0x54}, // SYSRQ, the Print key
    {100, 0xb8}, // RIGHTALT
    {101, 0x5b}, // LINEFEED
    {102, 0xc7}, // HOME
    {103, 0xc8}, // UP
    {104, 0xc9}, // PAGEUP
    {105, 0xcb}, // LEFT
    {106, 0xcd}, // RIGHT
    {107, 0xcf}, // END
    {108, 0xd0}, // DOWN
    {109, 0xd1}, // PAGEDOWN
    {110, 0xd2}, // INSERT
    {111, 0xd3}, // DELETE
    {113, 0xa0}, // MUTE
    {114, 0xae}, // VOLUMEDOWN
    {115, 0xb0}, // VOLUMEUP
    {116, 0xde}, // POWER
    {117, 0x59}, // KPEQUAL
    {118, 0xce}, // KPPLUSMINUS
    {119, 0xc6}, // PAUSE
    {121, 0x7e}, // KPCOMMA
    {122, 0x72}, // HANGEUL
    {123, 0x71}, // HANJA
    {124, 0x7d}, // YEN
    {125, 0xdb}, // LEFTMETA
    {126, 0xdc}, // RIGHTMETA
    {127, 0xdd}, // COMPOSE, the Menu key
    {128, 0xe8}, // STOP
    {129, 0x85}, // AGAIN
    {130, 0x86}, // PROPS
    {131, 0x87}, // UNDO
    {132, 0x8c}, // FRONT
    {133, 0xf8}, // COPY
    {134, 0x64}, // OPEN
    {135, 0x65}, // PASTE
    {136, 0xc1}, // FIND
    {137, 0xbc}, // CUT
    {138, 0xf5}, // HELP
    {139, 0x9e}, // MENU
    {140, 0xa1}, // CALC
    {142, 0xdf}, // SLEEP
    {143, 0xe3}, // WAKEUP
    {155, 0xec}, // MAIL
    {156, 0xe6}, // BOOKMARKS
    {158, 0xea}, // BACK
    {159, 0xe9}, // FORWARD
    {163, 0x99}, // NEXTSONG
    {164, 0xa2}, // PLAYPAUSE
    {165, 0x90}, // PREVIOUSSONG
    {166, 0xa4}, // STOPCD
    {172, 0xb2}, // HOMEPAGE
    {173, 0xe7}, // REFRESH
    {183, 0x5d}, // F13
    {184, 0x5e}, {185, 0x5f}, {186, 0x55}, {187, 0x83}, {188, 0xf7}, {189, 0x84}, {190, 0x5a}, {191, 0x74}, {192, 0xf9}, {193, 0x6d}, {194, 0x6f}, // F24
    {217, 0xe5}, // SEARCH
};
}

quint32 scanCodeOf(quint32 keycode)
{
    constexpr quint32 firstOfX = 8;
    if (keycode <= firstOfX) {
        return 0;
    }
    const quint32 evdev = keycode - firstOfX;
    if (evdev <= lastOfTheFirst) {
        return evdev;
    }
    const auto found = std::ranges::find(rows, evdev, &Row::evdev);
    return found == std::end(rows) ? 0 : found->scanCode;
}
}
