// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/moverequest.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
void MoveRequest::worked(Time now)
{
    m_workedAt = now;
    if (m_asked) {
        m_isAtWork = true;
    }
}

void MoveRequest::setIdle(std::optional<std::chrono::milliseconds> idle)
{
    m_idle = idle;
}

std::optional<MoveRequest::Answer> MoveRequest::ask(const DeskName &by, const BoardWire::Move &move, const Here &here, Time now)
{
    const auto keep = [this](Reason reason) {
        m_reason = reason;
        return Answer::Keep;
    };
    if (!here.isOurs) {
        return keep(Reason::OtherPeople);
    }
    if (m_asked) {
        if (m_asked->by == by) {
            m_asked->id = move.id; // asked again: the clock does not begin anew
            return {};
        }
        return keep(Reason::Busy); // one after the other
    }
    QStringList profiles;
    for (const QString &profile : here.profiles) {
        if (move.profiles.contains(profile)) {
            profiles.append(profile);
        }
    }
    if (profiles.isEmpty()) {
        return Answer::LetGo; // there is nothing to let go of
    }
    const Asker asker = m_askers.value(by);
    if (asker.notBefore && now < *asker.notBefore) {
        return keep(Reason::Busy);
    }
    m_asked = Asked{by, move.id, profiles, now};
    m_idle.reset();
    const bool isOffered = !here.number.isEmpty() && move.number == here.number && std::ranges::all_of(profiles, [&here](const QString &profile) {
        return here.offered.contains(profile);
    });
    m_mayLetGo = !here.hasPrograms && isOffered && !asker.isRefused && !asker.hadByItself;
    m_isAtWork = m_workedAt && now - *m_workedAt < quiet;
    return {};
}

MoveRequest::Reason MoveRequest::reason() const
{
    return m_reason;
}

std::optional<MoveRequest::Asked> MoveRequest::finish(Answer answer, By by, Time now)
{
    m_isAtWork = false;
    if (!m_asked) {
        return {};
    }
    if (by == By::Gone) {
        return std::exchange(m_asked, std::nullopt);
    }
    const bool isPerson = by == By::Person;
    if (answer == Answer::LetGo && isPerson) {
        m_askers.remove(m_asked->by); // they know each other
    } else if (answer == Answer::LetGo) {
        m_askers[m_asked->by].hadByItself = true;
    } else {
        Asker &asker = m_askers[m_asked->by];
        asker.isRefused = asker.isRefused || isPerson;
        const std::size_t times = isPerson ? std::min(asker.refusals++, pauses.size() - 1) : std::min(asker.unanswered++, unansweredMost);
        asker.notBefore = now + pauses.at(times);
    }
    return std::exchange(m_asked, std::nullopt);
}

void MoveRequest::beginNight()
{
    m_askers.clear();
}

bool MoveRequest::disconnected(const QString &profile)
{
    return m_asked && m_asked->profiles.removeAll(profile) > 0 && m_asked->profiles.isEmpty();
}

const std::optional<MoveRequest::Asked> &MoveRequest::asked() const
{
    return m_asked;
}

MoveRequest::Answer MoveRequest::byItself() const
{
    return m_mayLetGo && !m_isAtWork && m_idle && *m_idle >= quiet ? Answer::LetGo : Answer::Keep;
}

std::optional<MoveRequest::Time> MoveRequest::dueAt() const
{
    return m_asked ? std::optional(m_asked->since + countdown) : std::nullopt;
}
}
