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

/// What a console does because its desktops are shared: clipboards and view-only. Settings decide. GUI thread. Owned by ConsoleFeatures or ViewWindow.
class DeskSharing : public QObject
{
    Q_OBJECT
public:
    explicit DeskSharing(QObject *parent = nullptr);

    /// From now on until it is gone.
    void watch(DesktopSession *session);
    /// All desktops of @p desk; @p actions gets the one that turns view-only on for all of them and off again.
    void serve(Desk *desk, KActionCollection *actions);

private:
    void takeSettings();
    /// Over the views of the desktop.
    static void showMessage(DesktopSession *session, const QString &text);

    ClipboardBridge *m_clipboards;
    ViewOnlyKey *m_viewOnlyKey;
};
}
