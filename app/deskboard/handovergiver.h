// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/nightstate.h"
#include "app/xidle.h"
#include "monitors/board/moverequest.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace Nightdesk
{
class ConsoleNight;
class Desk;
class DeskPeople;
class DeskPost;
class LetGoBar;
class MessageBar;
class NightSigns;

/// The desk that people leave: it tells their other desks how it is arranged, and lets go of that when it is asked to and nobody is
/// here. GUI thread.
class ConsoleLetGo : public QObject
{
    Q_OBJECT
public:
    /// All outlive this.
    struct Console {
        Desk *desk;
        ConsoleNight *night;
        DeskPost *post;
        DeskPeople *people;
        LetGoBar *bar;
        MessageBar *message;
        NightSigns *signs; ///< null: there are no stages
        QObject *parent;
        XIdle::Ask idle = {}; ///< empty: the X server is asked
    };
    explicit ConsoleLetGo(const Console &console);

    void endNight();
    void beginNight(); ///< a refusal counts for its night
    void leave(); ///< the last instrument goes, while the broker can still be told
    bool isLettingGo() const; ///< what goes just now, goes to another desk of the same people

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void noted(const std::optional<NightState> &state);
    void tellLayout();
    void arrived(const DeskName &from, const BoardWire::Move &move);
    void worked();
    int programs(const QString &profile) const;
    void answer(MoveRequest::Answer answer, MoveRequest::By by, const QStringList &going = {});
    void reply(const DeskName &to, const QString &id, BoardWire::Move::Kind kind, BoardWire::Move::Reason reason = BoardWire::Move::Reason::None);

    const Console m_console;
    MoveRequest m_request;
    std::optional<NightState> m_state; ///< as noted last
    QDateTime m_until; ///< UTC; when that was disconnected. Invalid: it is so now
    QString m_number; ///< of the layout: what an asking desk has to say
    struct Told {
        QByteArray state;
        QDateTime until;
        QString number;
        QStringList profiles;
        bool operator==(const Told &) const = default;
    };
    Told m_told;
    QString m_toldKey; ///< for whom
    QTimer m_soon;
    XIdle m_idle;
    QTimer m_askIdle;
    bool m_isLettingGo = false;
};
}
