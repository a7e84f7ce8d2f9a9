// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"
#include "widgets/board/boardsight.h"

#include <QObject>

#include <memory>
#include <optional>

class KActionCollection;
class QJsonObject;
class QVBoxLayout;
class QWidget;

namespace Nightdesk
{
class BoardAccess;
class BoardLine;
class BoardLink;
class BoardMenu;
class ConnectFlow;
class ConsoleCall;
class ConsoleNight;
class ConsoleNotes;
class ConsoleTold;
class Desk;
class DeskPeople;
class DeskPost;
class DeskReporter;
class DeskWatchers;
class FacilityChoice;
class HandoverGiver;
class HandoverReceiver;
class MessageBar;
class NightSigns;
class Questions;
class SupportDesk;

/// This desk and the facility's board: tells it what the desk does while anything is connected, and shows its people what is told
/// and who looks. Joins the parts. Where the facility has no broker or this user no credential, nothing is done and nothing is said.
/// GUI thread; it never waits.
class ConsoleBoard : public QObject
{
    Q_OBJECT
public:
    /// What the parts work on; all outlive this.
    struct Console {
        Desk *desk;
        FacilityChoice *choice;
        ConnectFlow *flow;
        ConsoleNight *night;
        SupportDesk *support;
        Questions *questions;
        MessageBar *message;
        NightSigns *signs; ///< null: there are no stages
        QVBoxLayout *bars; ///< what is offered and asked goes there
        QVBoxLayout *strips; ///< below those of the links, the board's line
        KActionCollection *actions; ///< null: there are no menus
        QWidget *window;
        QString credentials = {}; ///< where they are kept; empty: the user's directory
    };
    explicit ConsoleBoard(const Console &console);
    ~ConsoleBoard() override;

    const BoardSight &sight() const;
    DeskPost *post() const;
    DeskPeople *people() const;
    ConsoleNotes *notes() const;
    ConsoleCall *call() const;
    HandoverReceiver *handover() const;
    /// The console ends: the board is told, and nobody waits for that.
    void leave();
    /// What it said last needs a loop to go; of a person who has closed the window already: waits for that, 1 s at most.
    void waitForGoodbye();
    /// Adds what is known of the board to the console's state, for scripts.
    void describe(QJsonObject &state) const;

private:
    bool isAgreed() const;
    void follow(); ///< what is wanted may be another
    void sayGoodbye();
    void setWay();
    void beginNight();
    void refresh();
    void sayLoss();
    BoardSight look() const;
    QString obstacle() const;

    const Console m_console;
    BoardLine *m_line;
    BoardAccess *m_access;
    BoardLink *m_link;
    DeskReporter *m_reporter;
    DeskPost *m_post;
    DeskPeople *m_people;
    std::unique_ptr<DeskWatchers> m_watchers;
    ConsoleNotes *m_notes;
    ConsoleCall *m_call;
    ConsoleTold *m_told;
    HandoverReceiver *m_receiver;
    HandoverGiver *m_giver;
    BoardSight m_sight;
    std::optional<BrokerSpec> m_wayOf; ///< that the post was given
    bool m_isWanted = false; ///< the board, for some reason
    bool m_isLeaving = false;
    bool m_wasConnected = false;
    bool m_isLossSaid = false;
    bool m_isLoginSaid = false;
    BoardMenu *m_menu = nullptr; ///< null: there are no menus
};
}
