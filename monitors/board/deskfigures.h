// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"

namespace Nightdesk
{
/// Everything that a desk could publish now. ReportPacer decides which part is published.
struct DeskFigures {
    BoardWire::DeskState state; ///< its message stamp is not set yet
    BoardWire::DeskMeasurements numbers; ///< their message stamp is not set yet
    QList<BoardWire::Trouble> history;
};
}
