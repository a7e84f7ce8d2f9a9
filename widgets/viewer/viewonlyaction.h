// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>

namespace Nightdesk
{
/// Switches view-only on and off for a desktop, in a toolbar and in a menu. While off, its text says what a click does; while on, it states that the
/// desktop is view-only. A child of the toolbar, GUI thread.
class ViewOnlyAction : public QAction
{
    Q_OBJECT
public:
    explicit ViewOnlyAction(QObject *parent);

private:
    void showState(bool isOn);
};
}
