// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commands.h"

namespace Nightdesk
{
/// Reads the values of arguments and options. Pure.
namespace CommandValues
{
/// Reads HOST:PORT, HOST::DISPLAY, or the absolute path of a Unix socket. With one or two colons, numbers below 100 are display numbers and others
/// are ports, because viewers disagree on the meaning of the colons.
std::optional<DesktopAddress> readDesktopAddress(const QString &target);
/// Reads USER@HOST[:PORT] into @p command; the user may be missing, and an IPv6 address is in brackets. False: not valid.
bool readSshTarget(const QString &text, DesktopCommand &command);
/// Reads a duration such as "100ms", "0.3s" or "250us"; 1 minute at most.
std::optional<std::chrono::microseconds> readDuration(const QString &text);
/// Reads a bit rate such as "30mbit", "256kbit" or "1gbit"; returns bytes per second.
std::optional<double> readByteRate(const QString &text);
}
}
