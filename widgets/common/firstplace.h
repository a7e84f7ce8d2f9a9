// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QWidget;

namespace Nightdesk
{
/// Where a window is when it first comes. GUI thread.
namespace FirstPlace
{
/// Gives @p window the size @p wanted, as far as its screen has room for it and for a window manager's frame.
void resize(QWidget *window, const QSize &wanted);
/// The largest size that resize() gives on the screen of @p window.
QSize room(const QWidget *window);
/// Puts @p window in the middle of the screen that @p beside is on; a window manager may leave it across two monitors otherwise.
void center(QWidget *window, const QWidget *beside);
}
}
