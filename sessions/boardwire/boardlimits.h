// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtTypes>

/// Limits for the values in a message, from docs/developer/protocols/board.md. For lists: number of entries. For texts:
/// UTF-16 units. A list that is too long makes the message invalid; a text that is too long is cut.
namespace Nightdesk::BoardLimits
{
inline constexpr int depth = 8;
inline constexpr qsizetype people = 16;
inline constexpr qsizetype instruments = 16;
inline constexpr qsizetype links = 32;
inline constexpr qsizetype displays = 64;
inline constexpr qsizetype history = 60;

inline constexpr qsizetype name = 64; ///< name of a person or an instrument
inline constexpr qsizetype program = 32;
inline constexpr qsizetype key = 96; ///< key of a display, link or instrument
inline constexpr qsizetype title = 80;
inline constexpr qsizetype word = 32; ///< number of characters of a state or topology, which consists of a-z, 0-9 and '-'
inline constexpr qsizetype trouble = 160;
inline constexpr qsizetype socket = 107; ///< path of a Unix socket, which cannot be longer
inline constexpr qsizetype note = 500;
inline constexpr qsizetype digits = 16; ///< hexadecimal digits of run ids and other ids
inline constexpr qsizetype versionDigits = 64; ///< hexadecimal digits of a profile's version
inline constexpr qsizetype layout = 16 * 1024; ///< size of a layout in bytes

inline constexpr qint64 sequence = (qint64(1) << 53) - 1; ///< the largest integer that every JSON parser represents exactly
inline constexpr qint64 time = 7'258'118'400'000; ///< milliseconds since 1970: the year 2200
inline constexpr qint64 roundTrip = 3'600'000'000; ///< microseconds: an hour
inline constexpr qint64 rate = 1'000'000'000'000; ///< bytes per second
inline constexpr qint64 age = 7 * 86'400'000LL; ///< largest age of a desktop's image, in milliseconds: seven days
inline constexpr double compressionRatio = 10'000;
inline constexpr double framesPerSecond = 1'000;
}
