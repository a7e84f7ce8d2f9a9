// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/night/nightstate.h"

#include <optional>

namespace Nightdesk
{
/// How one desk is arranged, as another desk of the same people can use it. Pure.
namespace HandoverState
{
/// Without accounts, the facility's directory and the window's place, which are nobody else's; without splits where those are too
/// long. The same arrangement gives the same bytes. Empty: there is nothing, or it is too long all the same.
QByteArray toSend(const NightState &state);
/// What another desk sent, as this one can connect it: instruments that the facility does not know are left out. Empty: nothing is left, or it cannot be read.
std::optional<NightState> received(const QByteArray &sent, const Facility &facility, const QString &site);
/// X programs that run there as windows of that desk's screen, and cannot move: by "lris/ds9".
QStringList staying(const NightState &state, const Facility &facility);
QStringList titles(const QStringList &keys, const Facility &facility);
/// @p isOwn: those are started here in displays of their own; else not at all, unless their profile starts them anyway.
NightState withPrograms(const NightState &state, const Facility &facility, bool isOwn);
}
}
