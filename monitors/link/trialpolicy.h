// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/trial/trialfacts.h"

#include <QList>

#include <optional>

namespace Nightdesk
{
/// Which of some settings that were tried is the best, and why.
struct TrialVerdict {
    enum class Reason {
        Only, ///< one was measured
        Fastest, ///< no other is nearly as fast
        BestPicture, ///< of those that nobody can tell from the fastest its picture is the best
        LeastWork, ///< compression by ssh makes it no faster
    };
    qsizetype best = 0;
    Reason reason = Reason::Fastest;
    bool operator==(const TrialVerdict &) const = default;
};

/// Judges what a DesktopTrial measured. Pure.
namespace TrialPolicy
{
inline constexpr double alike = 1.1; ///< as fast as the fastest, for who watches
inline constexpr std::chrono::milliseconds unseen{30}; ///< more than that is seen

/// How many settings a trial measures in @p limit over a path of that round trip, about; without the time that the images take.
qsizetype fitting(std::chrono::microseconds roundTrip, std::chrono::milliseconds limit);
/// Indexes of @p rows, the best first: those that are as fast as the fastest, by picture, then without compression by ssh; after them the
/// others, by time.
QList<qsizetype> ranking(const QList<TrialRow> &rows);
/// Empty: nothing was measured.
std::optional<TrialVerdict> verdict(const QList<TrialRow> &rows);
/// On the network, per second; empty: it took no time that can be told.
std::optional<Bytes> rate(const TrialRow &row);
}
}
