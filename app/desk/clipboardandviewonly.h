// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class KActionCollection;

namespace Nightdesk
{
class ClipboardBridge;
class Desk;
class DesktopSession;
class ViewOnlyKey;

/// Clipboard and view-only mode of a console's desktops, which other observers share. Follows the settings. GUI thread. Owned by ConsoleFeatures or
/// OneDesktopWindow.
class ClipboardAndViewOnly : public QObject
{
    Q_OBJECT
public:
    explicit ClipboardAndViewOnly(QObject *parent = nullptr);

    /// Handles @p session until it is deleted.
    void watch(DesktopSession *session);
    /// Handles all desktops of @p desk, and adds to @p actions the action that switches all of them to view-only and back.
    void watchDesk(Desk *desk, KActionCollection *actions);

private:
    void applySettings();
    /// Shows @p text over the views of the desktop.
    static void showMessage(DesktopSession *session, const QString &text);

    ClipboardBridge *m_clipboards;
    ViewOnlyKey *m_viewOnlyKey;
};
}
