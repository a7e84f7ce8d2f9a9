// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/deskmove.h"

#include <utility>

namespace Nightdesk
{
namespace
{
constexpr qsizetype maxDesks = 16; // of the same people

/// The broker has one of a desk: what it tells of another run came after what it told of the last one.
bool isNewer(const BoardWire::Stamp &stamp, const BoardWire::Stamp &known)
{
    return stamp.run != known.run || stamp.sequence > known.sequence;
}
}

DeskMove::State DeskMove::state() const
{
    return m_state;
}

const std::optional<DeskMove::Offer> &DeskMove::offer() const
{
    return m_offer;
}

QString DeskMove::question() const
{
    return m_question;
}

QString DeskMove::number() const
{
    return m_number;
}

BoardWire::Move::Reason DeskMove::reason() const
{
    return m_reason;
}

/// What is still so comes before what was. Of that what came last, for clocks are not compared where it can be helped; what was left
/// is told again with each connection, and its time alone says which was later.
bool DeskMove::Told::isBetterThan(const Told &other) const
{
    if (offer.isThere != other.offer.isThere) {
        return offer.isThere;
    }
    return offer.isThere && arrival != other.arrival ? arrival > other.arrival : offer.at > other.offer.at;
}

bool DeskMove::take(const DeskName &from, const BoardWire::Layout &layout, bool isRetained)
{
    const auto known = m_told.constFind(from);
    if (known == m_told.constEnd() ? m_told.size() >= maxDesks : !isNewer(layout.stamp, known->stamp)) {
        return false;
    }
    // Told again as it was: with it comes no other answer.
    const bool isDeclined = known != m_told.constEnd() && known->isDeclined && known->offer.state == layout.state;
    const bool isThere = !layout.until.isValid();
    const Offer offer{from, layout.people, layout.state, isThere ? layout.stamp.at : layout.until, isThere};
    m_told.insert(from, {layout.stamp, offer, layout.number, isDeclined, isRetained ? 0 : ++m_arrivals});
    if (m_offer && m_offer->from == from) {
        m_number = layout.number;
    }
    return choose();
}

bool DeskMove::withdraw(const DeskName &from)
{
    return m_told.remove(from) > 0 && choose();
}

bool DeskMove::clear()
{
    m_told.clear();
    if (m_state == State::Connecting || m_state == State::Asking) {
        return false; // goes on to its end
    }
    m_state = State::Nothing;
    return std::exchange(m_offer, std::nullopt).has_value();
}

void DeskMove::decline()
{
    if (m_state == State::Offered) {
        m_told[m_offer->from].isDeclined = true;
        choose();
    }
}

bool DeskMove::setFree(bool isFree)
{
    m_isFree = isFree;
    if (isFree) {
        done(); // what was taken up here is not here any more
    }
    return choose();
}

void DeskMove::done()
{
    if (m_state == State::Granted || m_state == State::Refused || m_state == State::Silent) {
        m_state = State::Nothing;
        m_offer.reset();
    }
}

/// The best of those that were not declined. True: the offer is another.
bool DeskMove::choose()
{
    if (m_state != State::Nothing && m_state != State::Offered) {
        return false; // one is being taken up
    }
    const Told *newest = nullptr;
    for (const Told &told : std::as_const(m_told)) {
        if (m_isFree && !told.isDeclined && !told.offer.state.isEmpty() && (!newest || told.isBetterThan(*newest))) {
            newest = &told;
        }
    }
    std::optional<Offer> best = newest ? std::optional(newest->offer) : std::nullopt;
    m_number = newest ? newest->number : QString();
    m_state = best ? State::Offered : State::Nothing;
    return std::exchange(m_offer, best) != best;
}

bool DeskMove::accept()
{
    if (m_state != State::Offered) {
        return false;
    }
    m_state = State::Connecting;
    return true;
}

void DeskMove::giveUp()
{
    if (m_state == State::Connecting) {
        m_state = State::Offered;
        choose();
    }
}

bool DeskMove::ask(const QString &id, Time now)
{
    if (m_state != State::Connecting && m_state != State::Refused && m_state != State::Silent) {
        return false;
    }
    m_state = State::Asking;
    m_question = id;
    m_askedAt = now;
    return true;
}

bool DeskMove::answer(const DeskName &from, const BoardWire::Move &move)
{
    const bool isOpen = m_state == State::Asking || m_state == State::Silent; // late is better than never
    if (!isOpen || !m_offer || m_offer->from != from || move.id != m_question || move.kind == BoardWire::Move::Kind::Ask) {
        return false;
    }
    m_state = move.kind == BoardWire::Move::Kind::Granted ? State::Granted : State::Refused;
    m_reason = move.reason;
    return true;
}

bool DeskMove::timeUp(Time now)
{
    if (m_state != State::Asking || now < *dueAt()) {
        return false;
    }
    m_state = State::Silent;
    return true;
}

std::optional<DeskMove::Time> DeskMove::dueAt() const
{
    return m_state == State::Asking ? std::optional(m_askedAt + patience) : std::nullopt;
}
}
