// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Asks the session's compositor for its protocols, over a separate connection before Qt connects. Blocks up to its limit. Any thread.
namespace WaylandProbe
{
/// The interfaces that the compositor offers. Empty: no compositor answered within @p limit.
std::optional<QByteArrayList> waylandInterfaces(std::chrono::milliseconds limit);
}
}
