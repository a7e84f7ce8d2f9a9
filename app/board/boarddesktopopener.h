// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/viewplan.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <memory>

class QWidget;

namespace Nightdesk
{
struct ProfileVersion;
class WatchedDesktopWindow;
class ConnectFlow;
class Desk;
class FacilityChoice;
class NightSecrets;
class ProfileVersionReader;
class Questions;

/// Views other desks: opens their desktops in view-only windows, by ssh links of this workstation to the summit. Desktops of the same instrument
/// share a link. GUI thread. A child of its window.
class BoardDesktopOpener : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object; @p window is the parent of dialogs.
    BoardDesktopOpener(FacilityChoice *choice, Questions *questions, QWidget *window);
    ~BoardDesktopOpener() override;

    /// Why the display cannot be viewed, translated; empty: it can be viewed.
    QString viewObstacle(const BoardDesk &desk, const QString &display) const;
    /// Shows the display in a new window, or raises the window that shows it; asks what is needed to connect. Emits viewRefused() if it cannot be viewed.
    void openDisplay(const BoardDesk &desk, const QString &display);
    /// Keys of the displays of @p desk that are being viewed.
    QStringList viewedDisplayKeys(const DeskName &desk) const;
    QList<DeskName> viewedDesks() const;
    void closeAll();
    /// Secrets that the user entered this night. The board's own link shares them, so that nothing is asked twice.
    std::shared_ptr<NightSecrets> secrets() const;
    QList<WatchedDesktopWindow *> windows() const;

Q_SIGNALS:
    void viewedDisplaysChanged(const Nightdesk::DeskName &desk); ///< the list viewedDisplayKeys() of @p desk has changed
    void viewRefused(const QString &why);
    void connectivityCheckRequested(); ///< the computer has resumed, or its network has changed: the board's own link must be checked, too

private:
    struct View {
        DeskName desk;
        QString displayKey; ///< the display's key at that desk
        WatchedDisplaySpec displaySpec;
        QString profileVersion; ///< version of the profile at that desk; empty: not reported
        QPointer<WatchedDesktopWindow> window;
        QString sessionKey; ///< Session::key() of the view's session; empty: not opened yet
    };
    ConnectFlow *connectFlow();
    /// Requests the connection for the next view that is not open yet, one instrument after the other.
    void requestNextConnection();
    void openView(View &view);
    void handleProfileVersion(const QString &profileId, const ProfileVersion &version);
    void handleProfileReady(const InstrumentProfile &profile);
    void handleObstacle(const QString &why);
    void closeView(const QString &session);
    void disconnectUnused();

    FacilityChoice *m_facilityChoice;
    QWidget *m_parentWindow;
    std::unique_ptr<Desk> m_viewingDesk;
    Questions *m_questions;
    ProfileVersionReader *m_versionReader;
    /// Created at the first use, because a ConnectFlow asks for the site as soon as it exists.
    ConnectFlow *m_connectFlow = nullptr;
    QList<View> m_views;
    QTimer m_unusedLinkTimer; ///< disconnects links that no window uses any longer
};
}
