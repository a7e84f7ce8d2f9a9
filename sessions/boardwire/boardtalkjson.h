// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardfields.h"
#include "sessions/boardwire/boardmessages.h"

/// JSON fields of the messages that desks and SAs send to each other, without the stamp. Pure.
namespace Nightdesk::BoardWire
{
void put(FieldWriter &fields, const Note &note);
void put(FieldWriter &fields, const Call &call);
void put(FieldWriter &fields, const Acknowledgement &acknowledgement);
void put(FieldWriter &fields, const Watching &watching);
void put(FieldWriter &fields, const Layout &layout);
void put(FieldWriter &fields, const TakeoverNotice &move);

Note takeNote(FieldReader &fields);
Call takeCall(FieldReader &fields);
Acknowledgement takeAcknowledgement(FieldReader &fields);
Watching takeWatching(FieldReader &fields);
Layout takeLayout(FieldReader &fields);
TakeoverNotice takeMove(FieldReader &fields);
}
