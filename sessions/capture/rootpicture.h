// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>

namespace Nightdesk
{
/// An image of all screens of an X server, read over a separate connection. Null: no server, Xwayland (which does not have the screen contents), or
/// an unknown image format. Blocks on the server.
QImage rootPicture(const QByteArray &display);
}
