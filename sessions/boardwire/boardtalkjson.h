// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardfields.h"
#include "sessions/boardwire/boardmessages.h"

/// JSON fields of the messages that desks and SAs send to each other, except for those of the MessageStamp. Pure.
namespace Nightdesk::BoardWire
{
void writeFields(FieldWriter &fields, const Note &note);
void writeFields(FieldWriter &fields, const Call &call);
void writeFields(FieldWriter &fields, const Acknowledgement &acknowledgement);
void writeFields(FieldWriter &fields, const Watching &watching);
void writeFields(FieldWriter &fields, const Layout &layout);
void writeFields(FieldWriter &fields, const TakeoverNotice &move);

Note readNote(FieldReader &fields);
Call readCall(FieldReader &fields);
Acknowledgement readAcknowledgement(FieldReader &fields);
Watching readWatching(FieldReader &fields);
Layout readLayout(FieldReader &fields);
TakeoverNotice readTakeoverNotice(FieldReader &fields);
}
