// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace Nightdesk::Rfb
{
/// Decides when the console hears that the picture has become exact, or is no more: the second at once, so that it never says
/// "exact" of what is not; the first not sooner than a while after. The last word is always told. Pure: the time comes in. Owned by PictureQuality.
class ClarityNews
{
public:
    using Clock = std::chrono::steady_clock;

    static constexpr std::chrono::milliseconds pause{100};

    /// What to tell now; empty: nothing. @p isShown: all of it is in the console's picture. What is exact and on its way there leaves
    /// the last word as it is: the picture that stands meanwhile is no less exact than it was.
    std::optional<bool> tell(bool exact, bool isShown, Clock::time_point now);
    /// When tell() has something although nothing changes.
    std::optional<Clock::time_point> due() const;

private:
    bool m_told = false; ///< as the console begins
    std::optional<Clock::time_point> m_toldAt;
    std::optional<Clock::time_point> m_due;
};
}
