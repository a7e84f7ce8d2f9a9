// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/deskboard/consoleboard.h"
#include "sessions/desk/desk.h"
#include "widgets/board/boardsight.h"

#include <QPushButton>
#include <QWidget>

#include <memory>

class KActionCollection;

namespace Nightdesk
{
class ConnectFlow;
class ConsoleNight;
class FacilityChoice;
class LocalX;
class MessageBar;
class NightSigns;
class Stages;
class SupportDesk;
}

namespace Nightdesk::Test
{
/// A console of one desk without its main window.
struct PlayedConsole {
    /// @p localX outlives it; null: this desk has no X server.
    PlayedConsole(const QString &facility, const QString &credentials, LocalX *localX = nullptr);
    ~PlayedConsole(); ///< in order
    Q_DISABLE_COPY_MOVE(PlayedConsole)

    void die(); ///< it ends without a word of its own
    bool connectLris();
    bool isConnectedAfterAgreeing(const QString &profile = QStringLiteral("lris"));
    void agree(); ///< to what is asked just now
    /// From now on instruments are connected as the main window does it.
    void controlInstruments();
    BoardSight::Reach reach() const;
    QPushButton *button(const QString &name) const; ///< one that is to be seen; null: there is none
    bool isInMenu(const QString &action) const;
    template<typename Widget>
    Widget *the() const
    {
        return window.findChild<Widget *>();
    }

    Desk desk;
    QWidget window;
    SupportDesk *support = nullptr;
    MessageBar *message = nullptr;
    FacilityChoice *choice = nullptr;
    ConnectFlow *flow = nullptr;
    Stages *stages = nullptr;
    NightSigns *signs = nullptr;
    ConsoleNight *night = nullptr;
    ConsoleBoard *board = nullptr;
    KActionCollection *actions = nullptr;
};
}
