// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardfields.h"
#include "sessions/boardwire/boardmessages.h"

/// JSON fields of a desk's reports about itself, without the stamp. Pure.
namespace Nightdesk::BoardWire
{
void put(FieldWriter &fields, const Presence &presence);
void put(FieldWriter &fields, const DeskState &state);
void put(FieldWriter &fields, const DeskNumbers &numbers);
void put(FieldWriter &fields, const DeskHistory &history);

Presence takePresence(FieldReader &fields);
DeskState takeState(FieldReader &fields);
DeskNumbers takeNumbers(FieldReader &fields);
DeskHistory takeHistory(FieldReader &fields);
}
