// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/moverequest.h"

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

std::optional<MoveRequest::Answer> MoveRequest::ask(const DeskName &by, const BoardWire::Move &move, const QStringList &here, bool isOurs, Time now)
{
    if (!isOurs) {
        return Answer::Keep;
    }
    if (m_asked) {
        if (m_asked->by == by) {
            m_asked->id = move.id; // asked again: the clock does not begin anew
            return {};
        }
        return Answer::Keep; // one after the other
    }
    QStringList profiles;
    for (const QString &profile : here) {
        if (move.profiles.contains(profile)) {
            profiles.append(profile);
        }
    }
    if (profiles.isEmpty()) {
        return Answer::LetGo; // there is nothing to let go of
    }
    m_asked = Asked{by, move.id, profiles, now};
    m_isAtWork = m_workedAt && now - *m_workedAt < atWork;
    return {};
}

std::optional<MoveRequest::Asked> MoveRequest::finish()
{
    m_isAtWork = false;
    return std::exchange(m_asked, std::nullopt);
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
    return m_isAtWork ? Answer::Keep : Answer::LetGo;
}

std::optional<MoveRequest::Time> MoveRequest::dueAt() const
{
    return m_asked ? std::optional(m_asked->since + countdown) : std::nullopt;
}
}
