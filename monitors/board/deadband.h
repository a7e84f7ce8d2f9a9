// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"

namespace Nightdesk::DeadBand
{
/// Whether @p now differs so much from what was told last that it is worth a message: round trips by 20 % and 5 ms, rates by 25 %
/// and 1 KB/s, ratios by 10 %, ages by 30 % and 30 ms, frames per second by 15 % and 1; or another limit of a
/// connection, or something is known that was not, or the other way round. Stamps do not count. Pure.
bool isLeft(const BoardWire::DeskNumbers &told, const BoardWire::DeskNumbers &now);
}
