// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace Nightdesk::Rfb
{
/// Decides when the worker may write into the framebuffer that it shares with the console, and when to stop reading, so that the server notices a
/// slow console. Pure: the caller passes the time. Owned by PicturePublisher.
class PicturePacer
{
public:
    using Clock = std::chrono::steady_clock;

    /// A console that has not painted for this long is behind: further reading would only queue up more work.
    static constexpr std::chrono::milliseconds consoleTimeout{250};
    static constexpr std::chrono::milliseconds slowViewInterval{1000}; ///< between two Damage records for a 1 Hz view

    /// A new shared framebuffer is in use. Damage records that the console has not painted yet are no longer awaited: they are for the old one.
    void setGeneration(std::uint32_t generation);
    /// The server changed the desktop size: nothing may be published until setGeneration() announces a shared framebuffer of the new size.
    void invalidateFramebuffer();
    std::uint32_t generation() const; ///< number of the shared framebuffer in use; 0: none
    void setVisibility(RfbWire::Visibility visibility);

    bool mayPublish(Clock::time_point now) const;
    /// The damage was written into the framebuffer; returns the number of its Damage record.
    std::uint32_t notePublishedDamage(Clock::time_point now);
    /// The console reports that it has painted the Damage record with this number. False: no record with this number was sent.
    bool handleDamagePainted(std::uint32_t generation, std::uint32_t sequence);
    bool mustPauseReading(Clock::time_point now) const;
    /// When mayPublish() or mustPauseReading() may become true without further events; empty: never.
    std::optional<Clock::time_point> nextChangeAt(Clock::time_point now) const;

private:
    std::uint32_t m_currentGeneration = 0;
    std::uint32_t m_latestGeneration = 0;
    std::uint32_t m_damageSequence = 0;
    bool m_isConsolePainting = false; ///< a Damage record was sent, and its DamagePainted has not come yet
    std::optional<Clock::time_point> m_lastDamagePublishedAt;
    RfbWire::Visibility m_visibility = RfbWire::Visibility::Visible;
};
}
