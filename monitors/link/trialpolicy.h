// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/trial/trialfacts.h"

#include <QList>

#include <optional>

namespace Nightdesk
{
/// Which of the tried settings is the best, and why.
struct TrialVerdict {
    enum class Reason {
        OnlyMeasuredSetting, ///< no other setting was measured
        Fastest, ///< no other setting is nearly as fast
        BestQuality, ///< best image quality among the settings that are not noticeably slower than the fastest
        NoCompressionNeeded, ///< equally fast with and without compression by ssh, so without
    };
    qsizetype bestRow = 0;
    Reason reason = Reason::Fastest;
    bool operator==(const TrialVerdict &) const = default;
};

/// Evaluates what a DesktopTrial measured. Pure.
namespace TrialPolicy
{
inline constexpr double unnoticedFactor = 1.1; ///< users do not notice a delay up to this multiple of the fastest
inline constexpr std::chrono::milliseconds unnoticedDifference{30}; ///< users do not notice a difference up to this

/// Approximate number of settings that a trial can measure in @p limit with that round trip; ignores the transfer time of the images.
qsizetype settingCountWithin(std::chrono::microseconds roundTrip, std::chrono::milliseconds limit);
/// Indexes of @p rows, the best first: settings as fast as the fastest, ordered by quality, then without compression by ssh; after
/// these the other settings, ordered by delay.
QList<qsizetype> ranking(const QList<TrialResult> &rows);
/// The best of the measured settings; empty: nothing was measured.
std::optional<TrialVerdict> verdict(const QList<TrialResult> &rows);
/// Bytes per second on the network, from the image's size and transfer time; empty: the transfer time is 0.
std::optional<Bytes> transferRate(const TrialResult &row);
}
}
