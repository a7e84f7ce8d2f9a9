// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"

namespace Nightdesk
{
/// What a desk could tell now. The pacer decides what of it is told.
struct DeskFigures {
    BoardWire::DeskState state; ///< without stamp
    BoardWire::DeskNumbers numbers; ///< without stamp
};
}
