// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"

#include <QHash>
#include <QSet>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Judges what a desk says of itself. Something that does not work is bad: at once where a person has to act, else when it has not
/// worked for 5 s. Something slow or stalled is poor. Each limit has one to enter and one to leave. Pure. Owned by DeskRecord.
class DeskHealthPolicy
{
public:
    using Clock = std::chrono::steady_clock;
    struct Verdict {
        BoardWire::Health health = BoardWire::Health::Good;
        QString why; ///< translated, the worst first; empty: all is well
        bool operator==(const Verdict &) const = default;
    };
    static constexpr std::chrono::seconds patience{5};

    /// What it said last; null: it has not said it yet. @p numbers must not be old.
    Verdict judge(const BoardWire::DeskState *state, const BoardWire::DeskNumbers *numbers, Clock::time_point now);
    /// When the verdict may be another though nothing was said; empty: it will not.
    std::optional<Clock::time_point> judgeAgainAt() const;
    void clear(); ///< another run

private:
    struct Limits;
    bool isBeyond(const QString &key, double value, const Limits &limits);
    bool isDown(const QString &key, const QString &state, bool isHopeless, Clock::time_point now);

    QHash<QString, Clock::time_point> m_downSince; ///< by a letter for its sort and its key
    QSet<QString> m_beyond;
    QSet<QString> m_seen; ///< in this turn: the rest is forgotten
    std::optional<Clock::time_point> m_again;
};
}
