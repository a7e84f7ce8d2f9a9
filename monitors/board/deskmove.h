// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QMap>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// The desk that people go on at: what their other desk has is offered; once it is taken up here, the other one is asked to let
/// go. Pure; time is an argument.
class DeskMove
{
public:
    using Time = std::chrono::steady_clock::time_point;
    /// The other desk has a countdown of half a minute; its broker may be away for a moment.
    static constexpr std::chrono::seconds patience{60};

    enum class State {
        Nothing,
        Offered, ///< offer() can be taken up
        Connecting, ///< it is being taken up here
        Asking, ///< the other desk was asked to let go
        Granted, ///< it has
        Refused, ///< somebody there said no
        Silent ///< nothing came back
    };
    struct Offer {
        DeskName from;
        QStringList people;
        QByteArray state; ///< as the other desk told it: not read yet
        QDateTime at; ///< UTC; when it was so, by that desk's clock
        bool isThere = true; ///< it still is so, as far as that desk said
        bool operator==(const Offer &) const = default;
    };

    State state() const;
    const std::optional<Offer> &offer() const; ///< empty: Nothing
    /// The question that is open, or was answered last.
    QString question() const;
    /// What the other desk wants to hear from who asks it now.
    QString number() const;
    BoardWire::Move::Reason reason() const; ///< of Refused

    /// What another desk of the same people has. Of several, one that is still so is offered, and of those what came last: their
    /// clocks are not compared where it can be helped. True: the offer is another.
    bool take(const DeskName &from, const BoardWire::Layout &layout, bool isRetained = false);
    /// It has nothing any more, or no one.
    bool withdraw(const DeskName &from);
    bool clear(); ///< other people, or the night is over
    /// Not now: not before that desk has something else.
    void decline();
    /// Whether an offer can stand here: nothing is connected. True: the offer is another.
    bool setFree(bool isFree);
    /// What the other desk answered was read.
    void done();

    bool accept(); ///< Offered -> Connecting
    /// Nothing came of it here: the offer stands again.
    void giveUp();
    /// What was taken up is connected here -> Asking with this question. Also from Refused and Silent, for a person who asks again.
    bool ask(const QString &id, Time now);
    /// True: it answers the open question.
    bool answer(const DeskName &from, const BoardWire::Move &move);
    /// Nothing came back in time. True: Silent now.
    bool timeUp(Time now);
    std::optional<Time> dueAt() const;

private:
    struct Told {
        BoardWire::Stamp stamp;
        Offer offer;
        QString number;
        bool isDeclined = false;
        quint64 arrival = 0; ///< 0: it was retained; who knows which of those is the newest
        bool isBetterThan(const Told &other) const;
    };
    bool choose();

    QMap<DeskName, Told> m_told;
    quint64 m_arrivals = 0;
    std::optional<Offer> m_offer;
    State m_state = State::Nothing;
    QString m_question;
    QString m_number; ///< of the offer, as that desk told it last
    BoardWire::Move::Reason m_reason = BoardWire::Move::Reason::None;
    Time m_askedAt;
    bool m_isFree = true;
};
}
