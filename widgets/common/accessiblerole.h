// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>

class QWidget;

namespace Nightdesk
{
/// Tells screen readers what a widget of ours is that paints itself: Qt takes such a one for a mere area. Before it is shown.
void setAccessibleRole(QWidget *widget, QAccessible::Role role);
}
