// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace Nightdesk::Rfb
{
/// Decides when the worker may write into the picture that it shares with the console, and when it should stop reading so
/// that the server feels a slow console. Pure: the time comes in. Owned by PicturePublisher.
class PicturePacer
{
public:
    using Clock = std::chrono::steady_clock;

    /// A console that has not painted for this long is behind: reading on would only pile up work for it.
    static constexpr std::chrono::milliseconds patience{250};
    static constexpr std::chrono::milliseconds slowPause{1000}; ///< between two Damages for a 1 Hz view

    /// A new picture is mapped; whatever was outstanding belonged to the old one.
    void setGeneration(std::uint32_t generation);
    /// The picture does not fit any more (the server resized): nothing may be published until the next one.
    void dropGeneration();
    std::uint32_t generation() const; ///< 0: no picture
    void setVisibility(RfbWire::Visibility visibility);

    bool mayPublish(Clock::time_point now) const;
    /// The damage is in the picture; gives the number of its Damage record.
    std::uint32_t published(Clock::time_point now);
    /// False: the console released what was never sent.
    bool released(std::uint32_t generation, std::uint32_t sequence);
    bool mustPause(Clock::time_point now) const;
    /// When mayPublish() may turn true or mustPause() will, without anything happening; empty: never.
    std::optional<Clock::time_point> nextChange(Clock::time_point now) const;

private:
    std::uint32_t m_generation = 0;
    std::uint32_t m_latestGeneration = 0;
    std::uint32_t m_sequence = 0;
    bool m_outstanding = false;
    std::optional<Clock::time_point> m_publishedAt;
    RfbWire::Visibility m_visibility = RfbWire::Visibility::Visible;
};
}
