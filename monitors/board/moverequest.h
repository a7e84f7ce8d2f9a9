// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// The desk that is left: another one asks it to let go of what the same people have taken over there. Nobody answers for 30 s: it
/// lets go. Somebody worked here within the last minute, or does while it is asked: it keeps what it has unless a person says
/// otherwise, so that no other desk can cut off those who work. Pure; time is an argument.
class MoveRequest
{
public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr std::chrono::seconds countdown{30};
    static constexpr std::chrono::seconds atWork{60};

    enum class Answer {
        LetGo, ///< disconnect what was asked for, then tell Granted
        Keep ///< tell Refused
    };
    struct Asked {
        DeskName by;
        QString id;
        QStringList profiles; ///< of those that are connected here; never empty
        Time since;
        bool operator==(const Asked &) const = default;
    };

    /// Keys or buttons were pressed here.
    void worked(Time now);
    /// A question came. @p here: profiles that are connected here; @p isOurs: the people are those of this desk. An answer is given at once where there is
    /// nothing to ask; empty: wait for a person, or for dueAt().
    std::optional<Answer> ask(const DeskName &by, const BoardWire::Move &move, const QStringList &here, bool isOurs, Time now);
    /// A person has answered. Afterwards nothing is asked. Empty: nothing was.
    std::optional<Asked> finish();
    /// What was disconnected meanwhile need not be asked for; true: nothing is left of the question, it is granted.
    bool disconnected(const QString &profile);

    const std::optional<Asked> &asked() const;
    /// What happens at dueAt() unless a person answers.
    Answer byItself() const;
    std::optional<Time> dueAt() const; ///< empty: nothing is asked

private:
    std::optional<Time> m_workedAt;
    std::optional<Asked> m_asked;
    bool m_isAtWork = false; ///< when it was asked, or since
};
}
