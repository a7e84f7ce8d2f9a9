// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

#include <QObject>

class QAction;

namespace Nightdesk
{
class Console;
class ConsoleNight;
class DeskScreensController;
class DisconnectQuestion;
class InstrumentPicker;

/// Connects and disconnects instruments on request of the picker and the menu, after the questions of ConnectFlow: in addition to others or instead
/// of them. All connected instruments are of one facility and site, because there is one set of screens. GUI thread. A child of Console.
class InstrumentConnector : public QObject
{
    Q_OBJECT
public:
    /// All arguments outlive this object; @p console owns this.
    InstrumentConnector(Console &console, DeskScreensController *screens, ConsoleNight *night, InstrumentPicker *picker);

    /// Call when an earlier session can be resumed: the text of the Connect action then says that Connect does not
    /// resume it.
    void setResumeOffered(bool offered);

Q_SIGNALS:
    void instrumentConnected(bool isInPreviousLayout); ///< an instrument was connected; @p isInPreviousLayout: in its previous layout
    void instrumentDisconnected(); ///< the user disconnected an instrument; others may still be connected

private:
    void buildActions();
    /// Starts only the programs to preload. @p byHand: the user requested it, not the timer.
    void preload(const InstrumentProfile &profile, bool byHand);
    void connectInAddition(const InstrumentProfile &profile);
    void replaceConnectedProfiles(const InstrumentProfile &profile);
    void connectOrPreload(const InstrumentProfile &profile);
    void startPreload(const InstrumentProfile &profile);
    bool isFullyConnected(const QString &profileId) const; ///< true: the profile is connected, and not only preloaded
    void disconnectInstrument(const QString &profileId);
    QStringList connectedIds() const;
    void askForOtherAccount();
    QString profileToDisconnect() const;
    QString connectObstacle() const;
    void refresh();

    Console &m_console;
    DeskScreensController *const m_deskScreensController;
    ConsoleNight *const m_consoleNight;
    InstrumentPicker *const m_instrumentPicker;
    DisconnectQuestion *m_disconnectQuestion;
    QAction *m_connectAction;
    QAction *m_preloadAction;
    QAction *m_disconnectAction;
    QAction *m_disconnectAllAction;
    QString m_profileReplacingAllOthers; ///< while questions are open: the profile that will replace all others
    QString m_profileToPreload; ///< while questions are open: the profile of which only programs are preloaded
    bool m_isResumeOffered = false;
    bool m_isPreloadByUser = false;
    QString m_connectedFacilityDirectory; ///< directory of the facility whose profiles are connected
};
}
