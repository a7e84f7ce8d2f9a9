// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>

class QWidget;

namespace Nightdesk
{
/// Sets the role that screen readers see for a custom-painted widget, which Qt would report as a plain area. Call this before the widget is shown.
void setAccessibleRole(QWidget *widget, QAccessible::Role role);
}
