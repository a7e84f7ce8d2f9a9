// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"

namespace Nightdesk::DeadBand
{
/// Whether @p now differs from the numbers last published (@p published) by enough for a new message: round trips by 20 % and 5 ms, rates by
/// 25 % and 1 KB/s, ratios by 10 %, ages by 30 % and 30 ms, frames per second by 15 % and 1; or the limit of a
/// connection changed, or a value became known or unknown. Time stamps are ignored. Pure.
bool isExceeded(const BoardWire::DeskMeasurements &published, const BoardWire::DeskMeasurements &now);
}
