// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"

/// Stores this workstation's events of the night, which the status board shows, in the settings, so that a restarted console still has them. They
/// contain no host or account. GUI thread; the settings are written on another thread.
namespace Nightdesk::StoredEvents
{
/// The events of the present night by @p timezone (the facility's IANA name), newest last; empty if they cannot be read. @p desk: the broker and the
/// workstation's name there, because events are reported only to the broker of their facility.
QList<BoardWire::Trouble> read(const QString &desk, const QString &timezone);
/// Replaces the stored events.
void store(const QString &desk, const QList<BoardWire::Trouble> &events);
}
