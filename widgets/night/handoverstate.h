// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/night/nightstate.h"

#include <optional>

namespace Nightdesk
{
/// The layout of one desk, in the form that another desk of the same observers can use. Pure.
namespace HandoverState
{
/// The layout to send, without what only this desk can use: accounts, facility directory and window position. Splits
/// are omitted if the text would be too long with them. Equal layouts give equal bytes. Empty: nothing is connected, or
/// the text is too long even without splits.
QByteArray layoutToSend(const NightState &state);
/// Reads the layout that another desk sent, limited to instruments of this facility. Empty: the layout has none of
/// these instruments, or it is not valid.
std::optional<NightState> parseReceivedState(const QByteArray &sent, const Facility &facility, const QString &site);
/// X programs that run as windows on the sending desk's X server and cannot move to another desk: keys like "lris/ds9".
QStringList immovablePrograms(const NightState &state, const Facility &facility);
QStringList programTitles(const QStringList &keys, const Facility &facility);
/// Changes the programs that immovablePrograms() lists. With @p inPrivateServer, they are started here in private X servers. Otherwise they
/// are removed, and start only if their profile starts them automatically.
NightState withImmovablePrograms(const NightState &state, const Facility &facility, bool inPrivateServer);
}
}
