// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

#include <functional>

class QMenu;

namespace Nightdesk
{
class DesktopSession;
class RemoteView;

/// The desktops shown on this workstation, in windows of any kind, and the user's settings for them. GUI thread.
namespace SharedDesktops
{
/// Counts @p session among all desktops also while it is minimized: no view shows it then, but it stays connected.
void add(DesktopSession *session);
QList<DesktopSession *> allSessions();
QList<RemoteView *> viewsOf(const DesktopSession *session);

/// True: no input is sent to any desktop.
bool areAllViewOnly();
void setAllViewOnly(bool viewOnly);

/// Adds the clipboard directions of one desktop, and view-only for all desktops. @p current: the desktop that the menu is about; null: none.
void addActionsTo(QMenu *menu, const std::function<DesktopSession *()> &current);
}
}
