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
class DeskScreens;
class DisconnectQuestion;
class InstrumentPicker;

/// Which instruments are connected: from the picker's buttons and the menu through the questions to the desk, one beside
/// another or instead of all others, and each disconnected alone. All of one facility and site: there is one set of screens.
/// GUI thread. A child of Console.
class InstrumentControl : public QObject
{
    Q_OBJECT
public:
    /// All outlive this; @p console owns it.
    InstrumentControl(Console &console, DeskScreens *screens, ConsoleNight *night, InstrumentPicker *picker);

    /// What was connected before can be resumed: the action to connect says that it does not do that.
    void setResumeOffered(bool offered);

Q_SIGNALS:
    void connected(bool isArranged); ///< one came; true: as it was before
    void disconnected(); ///< one went because a person wanted it; others may be there

private:
    void buildActions();
    /// Starts its warm programs alone. @p byHand: a person wants it now.
    void warmUp(const InstrumentProfile &profile, bool byHand);
    void connectBeside(const InstrumentProfile &profile);
    void connectInstead(const InstrumentProfile &profile);
    void connectReady(const InstrumentProfile &profile);
    void warmReady(const InstrumentProfile &profile);
    bool isWhole(const QString &profileId) const; ///< connected, and not by warmUp() alone
    void disconnectOne(const QString &profileId);
    QStringList connectedIds() const;
    void changeAccount();
    QString toDisconnect() const;
    QString obstacle() const;
    void refresh();

    Console &m_console;
    DeskScreens *const m_screens;
    ConsoleNight *const m_night;
    InstrumentPicker *const m_picker;
    DisconnectQuestion *m_question;
    QAction *m_connect;
    QAction *m_warmUp;
    QAction *m_disconnect;
    QAction *m_disconnectAll;
    QString m_instead; ///< the profile that is to take the place of all others, while it is asked about
    QString m_warm; ///< the profile of which only the warm programs are to be started, while it is asked about
    bool m_isResumeOffered = false;
    bool m_isWarmByHand = false;
    QString m_directory; ///< the facility whose profiles are connected
};
}
