// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace Nightdesk::Rfb
{
/// Decides whether a desktop's share of its link limits its images: only a share that has been used up for a while does. The share of a quiet
/// desktop is about as small as its demand, and grows when the console learns of a higher demand. Pure: the caller passes the time. Owned by
/// PictureQuality.
class LinkShareLimit
{
public:
    using Clock = std::chrono::steady_clock;

    /// A share limits the images only after they have used nearly all of it for this long.
    static constexpr std::chrono::milliseconds minTimeShareUsedUp{1000};
    /// A share that grows by more than this factor counts as new.
    static constexpr double minFactorOfNewShare = 1.25;

    void setShare(double bytesPerSecond); ///< the desktop's share of the link; 0: no limit
    /// The rate at which images come; to be called while they come.
    void noteUsedRate(double bytesPerSecond, Clock::time_point now);
    /// In bytes per second; empty: no limit known.
    std::optional<double> rateLimit() const;

private:
    double m_desktopShare = 0;
    double m_smallestUsedUpShare = 0; ///< smallest share since m_shareUsedUpSince
    std::optional<Clock::time_point> m_shareUsedUpSince;
    Clock::time_point m_usedRateNotedAt;
};
}
