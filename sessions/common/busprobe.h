// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <chrono>

/// libdbus waits 25 s for a session bus that takes a connection and says nothing (a bus that is stopped, or whose machine
/// swaps), and every library here asks for the bus: icons, colors, accessibility, menus. So it is asked beforehand.
namespace Nightdesk::BusProbe
{
enum class Answer {
    Answers, ///< or is of a kind that is not asked here
    Silent,
    NotThere
};
/// Where the session bus of this process is, as libdbus finds it; empty: it would have to be started.
QByteArray sessionAddress();
/// @p address: a D-Bus server address. Waits @p limit at most.
Answer ask(const QByteArray &address, std::chrono::milliseconds limit);
/// A session bus that does not answer is none, for this process from here on. True: it was taken away. Before the first use
/// of the bus, and before there are threads.
bool doWithoutSilentBus(std::chrono::milliseconds limit);
}
