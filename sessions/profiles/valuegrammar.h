// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

namespace Nightdesk::ValueGrammar
{
/// [a-z0-9][a-z0-9_-]*, at most 64 characters: used in settings keys and file names.
bool isIdentifier(const QString &text);
/// Whether @p host is a name or address of this computer.
bool isLoopback(const QString &host);
/// A name, an address or an alias of the ssh configuration: letters, digits, ".", "-" and "_", or an IPv6 address, which may have a zone; nothing
/// that a command line could interpret as an option.
bool isHost(const QString &text);
/// No blanks, and no characters with a meaning in a shell; a backslash ("DOMAIN\name") not at the end.
bool isUser(const QString &text);
/// "[user@]host[:port]"; an IPv6 address with a port is in brackets.
bool isJumpHost(const QString &text);
/// An X visual's class and depth: "TrueColor 24".
bool isVisual(const QString &text);
/// ":1": RFB port 5900 + number must be a valid port.
std::optional<DisplayNumber> parseDisplay(const QString &text);
/// XParseGeometry(3): [=][WIDTHxHEIGHT][{+-}X{+-}Y]; a pair is complete or missing.
std::optional<WindowGeometry> parseGeometry(const QString &text);
/// "2560x1600"
std::optional<PixelSize> parseSize(const QString &text);
/// "18:00-06:00"; 24:00 is the end of a day.
std::optional<HoursOfDay> parseHours(const QString &text);
/// "17:30": minutes of the day.
std::optional<int> parseTimeOfDay(const QString &text);
/// "account", "nobody" or "group:NAME" with a valid name for groupadd(8).
std::optional<ServerShareSpec> parseShare(const QString &text);
/// "name: value" as accepted by xrdb(1): one line of a resource file, not a comment or a directive.
bool isXResource(const QString &text);
/// An absolute directory, or a font server ("tcp/host:7100", "unix/:7100").
bool isFontPath(const QString &text);
bool isEmail(const QString &text);
/// http or https with a host: opening it in a browser must not start another program.
bool isWebAddress(const QString &text);
}
