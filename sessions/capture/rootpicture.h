// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>

namespace Nightdesk
{
/// An image of all screens of the X server @p display, read over a separate connection. Null: no server, Xwayland
/// (which does not have the screen contents), or an unknown image format. Blocks until the server answers.
QImage rootWindowImage(const QByteArray &display);
}
