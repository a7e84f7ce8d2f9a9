// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>

namespace Nightdesk
{
class DesktopSession;
class Link;

/// A connection's and a desktop's figures as `nightdesk status --json` has them: those that the overlay and the strip show.
namespace FiguresJson
{
/// Adds "layers", "tcp" and the rates of @p link; nothing while nothing is known of it.
void add(QJsonObject &object, Link &link);
QJsonObject of(DesktopSession &desktop);
}
}
