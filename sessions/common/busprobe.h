// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <chrono>

/// libdbus waits 25 s for a session bus that accepts a connection but does not answer (a bus that is stopped, or whose machine
/// swaps), and every library here uses the bus: icons, colors, accessibility, menus. So the bus is probed first.
namespace Nightdesk::BusProbe
{
enum class BusState {
    Answers, ///< the bus answers, or its address is of a kind that cannot be probed
    NotAnswering,
    Unreachable
};
/// The address of this process's session bus, found in the same way as in libdbus; empty: the bus would have to be started.
QByteArray sessionAddress();
/// @p address: a D-Bus server address. Waits @p limit at most.
BusState probe(const QByteArray &address, std::chrono::milliseconds limit);
/// Disables the session bus for this process if the bus does not answer. True: disabled. To be called before the first use
/// of the bus, and before threads exist.
bool disableSilentBus(std::chrono::milliseconds limit);
}
