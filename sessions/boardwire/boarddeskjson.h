// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardfields.h"
#include "sessions/boardwire/boardmessages.h"

/// JSON fields of a desk's reports about itself, except for those of the MessageStamp. Pure.
namespace Nightdesk::BoardWire
{
void writeFields(FieldWriter &fields, const Presence &presence);
void writeFields(FieldWriter &fields, const DeskState &state);
void writeFields(FieldWriter &fields, const DeskMeasurements &numbers);
void writeFields(FieldWriter &fields, const DeskHistory &history);

Presence readPresence(FieldReader &fields);
DeskState readState(FieldReader &fields);
DeskMeasurements readNumbers(FieldReader &fields);
DeskHistory readHistory(FieldReader &fields);
}
