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
/// Rates the health of a desk from its reports. Anything that does not work is bad: at once if a person has to act, else after
/// 5 s. Anything slow or stalled is poor. Each limit has hysteresis. Pure. Owned by DeskRecord.
class DeskHealthPolicy
{
public:
    using Clock = std::chrono::steady_clock;
    struct Verdict {
        BoardWire::Health health = BoardWire::Health::Good;
        QString healthReason; ///< translated, the worst problem first; empty: no problem
        bool operator==(const Verdict &) const = default;
    };
    static constexpr std::chrono::seconds faultDelay{5};

    /// @p state, @p numbers: the desk's last reports; null: none yet. @p numbers must be recent.
    Verdict evaluate(const BoardWire::DeskState *state, const BoardWire::DeskMeasurements *numbers, Clock::time_point now);
    /// When the verdict may change without a new report; empty: never.
    std::optional<Clock::time_point> nextCheckAt() const;
    void clear(); ///< the desk was restarted

private:
    struct Limits;
    bool isLimitExceeded(const QString &key, double value, const Limits &limits);
    bool isDownLongEnough(const QString &key, const QString &state, bool needsUserAction, Clock::time_point now);

    QHash<QString, Clock::time_point> m_downSinceByKey; ///< since when a link or display is down; key: a letter for the kind, then its id
    QSet<QString> m_exceededLimits;
    /// keys of all links and displays in the current evaluate() call; entries with other keys are removed
    QSet<QString> m_evaluatedKeys;
    std::optional<Clock::time_point> m_nextCheckAt;
};
}
