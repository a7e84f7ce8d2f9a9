// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"

/// The events of the night that the status board shows of this workstation, kept in the settings, so that a console that is started again
/// goes on with them. No host or account is in them. GUI thread; the disk is the settings' own thread's.
namespace Nightdesk::KeptEvents
{
/// Those of the present night by @p timezone (IANA name of the facility), the newest last; what cannot be read is none. @p desk: the
/// broker and the workstation's name there, as another facility's broker is told none of them.
QList<BoardWire::Trouble> of(const QString &desk, const QString &timezone);
/// In place of those before.
void keep(const QString &desk, const QList<BoardWire::Trouble> &events);
}
