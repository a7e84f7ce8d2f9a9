// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/deskmove.h"

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
class MoveOffer;

/// The desk that people come to: offers what their other desk has, takes it up, and asks that desk to let go once it is shown here.
/// GUI thread.
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
        QObject *parent;
    };
    explicit ConsoleMove(const Console &console);

    void facilityRead(); ///< what is offered may be known by another name
    void clear(); ///< nothing is offered any more: the night is over
    const DeskMove &move() const;

private:
    void arrived(const DeskName &from, const BoardWire::Move &move);
    void showOffer();
    void accept();
    bool isShown(const QString &profile) const;
    void checkTaken();
    void ask();
    void showState();

    const Console m_console;
    DeskMove m_move;
    QStringList m_taken; ///< profiles that are being taken up, or were
    QTimer m_patience;
    QTimer m_late;
    bool m_isLate = false; ///< what is not shown by now is not waited for
};
}
