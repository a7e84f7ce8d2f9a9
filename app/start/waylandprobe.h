// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// What the compositor of this session offers, by a connection of its own before Qt has one. Blocks up to its limit. Any thread.
namespace WaylandProbe
{
/// The interfaces of the protocols that it has. Empty: no compositor answered within @p limit.
std::optional<QByteArrayList> interfaces(std::chrono::milliseconds limit);
}
}
