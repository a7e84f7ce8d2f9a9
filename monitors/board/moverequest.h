// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QMap>

#include <array>
#include <chrono>
#include <optional>

namespace Nightdesk
{
/// The desk that is left: another one asks it to let go of what the same people have taken over there. Somebody may be watching
/// without a hand on the keyboard, and any desk can say those people's names: so it keeps what it has unless a person says otherwise.
/// By itself it lets go only after 30 s, if nobody touched this display for 10 minutes, no X program would end, who asks has read
/// what this desk told last, and asks for nothing but what this desk offered its people then. To each desk it does so once a night, and
/// not to one that a person has refused. Pure; time is an argument.
class MoveRequest
{
public:
    using Time = std::chrono::steady_clock::time_point;
    using Reason = BoardWire::Move::Reason;
    static constexpr std::chrono::seconds countdown{30};
    static constexpr std::chrono::minutes quiet{10};
    /// So long a desk that was refused is not heard: after the first refusal by a person, the second, and so on.
    static constexpr std::array<std::chrono::minutes, 4> pauses{std::chrono::minutes(1),
                                                                std::chrono::minutes(5),
                                                                std::chrono::minutes(30),
                                                                std::chrono::minutes(120)};
    /// Where nobody answered it stays at the second of these: whoever moves comes back to it when this desk was left alone for long enough.
    static constexpr std::size_t unansweredMost = 1;

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
    /// What is so here when a question comes.
    struct Here {
        QStringList profiles; ///< that are connected
        bool isOurs = false; ///< the people are those of this desk
        bool hasPrograms = true; ///< X programs or outside viewers would end
        QString number; ///< as the layout has it that was told to these people; empty: none was
        QStringList offered; ///< the profiles in it
    };

    /// Keys or buttons were pressed here.
    void worked(Time now);
    /// Nobody touched this display for so long, as its server says. Empty: not known.
    void setIdle(std::optional<std::chrono::milliseconds> idle);
    /// A question came. An answer is given at once where there is nothing to ask, with reason() why; empty: wait for a person, or for dueAt().
    std::optional<Answer> ask(const DeskName &by, const BoardWire::Move &move, const Here &here, Time now);
    Reason reason() const; ///< of the Keep that ask() returned
    enum class By {
        Person,
        Itself, ///< nobody answered
        Gone ///< what was asked for went for another reason: that says nothing of who asks
    };
    /// It was answered. Afterwards nothing is asked. Empty: nothing was.
    std::optional<Asked> finish(Answer answer, By by, Time now);
    void beginNight(); ///< other people: what was refused is forgotten
    /// What was disconnected meanwhile need not be asked for; true: nothing is left of the question, it is granted.
    bool disconnected(const QString &profile);

    const std::optional<Asked> &asked() const;
    /// What happens at dueAt() unless a person answers.
    Answer byItself() const;
    std::optional<Time> dueAt() const; ///< empty: nothing is asked

private:
    std::optional<Time> m_workedAt;
    std::optional<Asked> m_asked;
    std::optional<std::chrono::milliseconds> m_idle;
    bool m_mayLetGo = false; ///< nothing but somebody at this display is against it
    bool m_isAtWork = false; ///< when it was asked, or since
    Reason m_reason = Reason::None;
    struct Asker {
        std::size_t refusals = 0; ///< by persons, one after the other
        std::size_t unanswered = 0;
        std::optional<Time> notBefore;
        bool isRefused = false; ///< by a person, tonight
        bool hadByItself = false;
    };
    QMap<DeskName, Asker> m_askers;
};
}
