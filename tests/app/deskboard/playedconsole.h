// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console/console.h"
#include "app/deskboard/consoleboard.h"
#include "sessions/desk/desk.h"
#include "widgets/board/boardlinestate.h"

#include <QPushButton>
#include <QWidget>

#include <memory>

class KActionCollection;

namespace Nightdesk
{
class ConnectFlow;
class ConsoleNight;
class FacilityChoice;
class MessageBar;
class NightIndicators;
}

namespace Nightdesk::Test
{
/// A console of one desk without its main window.
struct PlayedConsole {
    /// @p display as in $DISPLAY; empty: this desk has no X server.
    PlayedConsole(const QString &facility, const QString &credentials, const QString &display = {}, const QString &authority = {});
    ~PlayedConsole(); ///< in order
    Q_DISABLE_COPY_MOVE(PlayedConsole)

    void die(); ///< it ends without a word of its own
    bool connectLris();
    /// Also waits until the approval is stored: a console that starts earlier reads the file without it, and reads it again only half a minute later.
    bool isConnectedAfterAgreeing(const QString &profile = QStringLiteral("lris"));
    void agree(); ///< to what is asked just now
    /// From now on instruments are connected as the main window does it.
    void controlInstruments();
    BoardLineState::ConnectionState reach() const;
    QPushButton *button(const QString &name) const; ///< one that is to be seen; null: there is none
    bool isInMenu(const QString &action) const;
    template<typename Widget>
    Widget *the() const
    {
        return window.findChild<Widget *>();
    }

    QWidget window;
    KActionCollection *actions;
    Console console;
    Desk &desk;
    FacilityChoice *choice;
    ConnectFlow *flow;
    MessageBar *message;
    NightIndicators *indicators;
    ConsoleNight *night = nullptr;
    ConsoleBoard *board = nullptr;
};
}
