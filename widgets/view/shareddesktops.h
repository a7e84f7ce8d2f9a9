// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

#include <functional>

class QMenu;
class QWidget;

namespace Nightdesk
{
class DesktopSession;

/// The desktops that are shown on this desk, whatever shows them, and what a person may choose for them. GUI thread.
namespace SharedDesktops
{
QList<DesktopSession *> all();
QList<QWidget *> viewsOf(const DesktopSession *session);

/// Nothing is sent to any of them.
bool areAllViewOnly();
void setAllViewOnly(bool viewOnly);

/// Which ways texts go for one desktop, and view-only for all. @p current: the desktop that the menu is about; null: none.
void addTo(QMenu *menu, const std::function<DesktopSession *()> &current);
}
}
