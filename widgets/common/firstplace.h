// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QWidget;

namespace Nightdesk
{
/// Sets the first size and position of a window. GUI thread.
namespace WindowPlacement
{
/// Gives @p window the size @p wanted, as far as its screen has room for the window and its frame.
void resize(QWidget *window, const QSize &wanted);
/// The largest size that resize() gives on the screen of @p window.
QSize maxSize(const QWidget *window);
/// Puts @p window in the middle of the screen that shows @p beside. Some window managers would place it across two
/// monitors.
void center(QWidget *window, const QWidget *beside);
}
}
