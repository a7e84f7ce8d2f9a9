// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/nightstate.h"
#include "monitors/board/deskmove.h"
#include "monitors/board/moverequest.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace Nightdesk
{
class ConnectFlow;
class ConsoleNight;
class Desk;
class DeskPeople;
class DeskPost;
class FacilityChoice;
class LetGoBar;
class MessageBar;
class MoveOffer;
class NightSigns;

/// People who go to another desk find there what they had: this desk tells how it is arranged under its people's key, offers what
/// another one has told, and lets go when it is asked to and nobody works here. GUI thread.
class ConsoleMove : public QObject
{
    Q_OBJECT
public:
    /// All outlive this.
    struct Console {
        Desk *desk;
        FacilityChoice *choice;
        ConnectFlow *flow;
        ConsoleNight *night;
        DeskPost *post;
        DeskPeople *people;
        MoveOffer *offer;
        LetGoBar *letGo;
        MessageBar *message;
        NightSigns *signs; ///< null: there are no stages
        QObject *parent;
    };
    explicit ConsoleMove(const Console &console);

    void facilityRead(); ///< what is offered may be known by another name
    void endNight();
    const DeskMove &move() const;
    const MoveRequest &request() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    // The desk that is left.
    void noted(const std::optional<NightState> &state);
    void tellLayout();
    void peopleChanged();
    void arrived(const DeskName &from, const BoardWire::Move &move);
    void worked();
    void answer(MoveRequest::Answer answer);
    void reply(const DeskName &to, const QString &id, BoardWire::Move::Kind kind);
    // The desk that they come to.
    void showOffer();
    void accept();
    void checkTaken();
    void ask();
    void showState();

    const Console m_console;
    DeskMove m_move;
    MoveRequest m_request;
    std::optional<NightState> m_state; ///< as noted last
    QByteArray m_told;
    QString m_toldKey; ///< for whom
    QStringList m_taken; ///< profiles that are being taken up, or were
    QTimer m_soon;
    QTimer m_patience;
};
}
