// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QJsonObject;
class QString;

namespace Nightdesk
{
class Board;
enum class DeskHealth;

/// A board as JSON, for `nightdesk status` and scripts; docs/developer/protocols/dbus.md has its keys.
namespace BoardStatus
{
QJsonObject describe(const Board &board);
QString name(DeskHealth health); ///< "gone", "good", "poor", "bad", "lost", "calling"
}
}
