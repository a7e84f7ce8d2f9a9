// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace Nightdesk
{
/// Shift, Control, Meta, Alt, Super and Hyper of both sides, AltGr and Mode_switch; not the lock keys, which a press and release would toggle.
inline bool isModifierKeysym(std::uint32_t keysym)
{
    constexpr std::uint32_t capsLock = 0xffe5;
    constexpr std::uint32_t shiftLock = 0xffe6;
    constexpr std::uint32_t level3Shift = 0xfe03;
    constexpr std::uint32_t level5Shift = 0xfe11;
    constexpr std::uint32_t modeSwitch = 0xff7e;
    return (keysym >= 0xffe1 && keysym <= 0xffee && keysym != capsLock && keysym != shiftLock) || keysym == level3Shift || keysym == level5Shift
        || keysym == modeSwitch;
}
}
