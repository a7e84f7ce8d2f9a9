// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>

namespace Nightdesk
{
/// What all screens of an X server show, by a connection of its own; null: it is not there, is Xwayland (which
/// does not know what is on the screens), or gives pictures in a form that is not known here. Waits for the server.
QImage rootPicture(const QByteArray &display);
}
