// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbwire/messages.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace Nightdesk::Rfb
{
enum class AgeState {
    NoImage, ///< nothing has come yet
    Unknown, ///< an image came, and the server may have kept it since somebody watched last
    Known, ///< it is the server's present one
};

enum class AgeEvent {
    ImageCame, ///< the first pixels of it
    ServerKnown, ///< the server is one that looks at its screen before it answers
    Changed, ///< something came that nobody asked for: the server looks at its screen
    PatienceOver, ///< a server that looks at its screen would have found a change by now
};

/// The table of the age of an image. Empty: this pair means nothing.
constexpr std::optional<AgeState> nextState(AgeState from, AgeEvent on)
{
    struct Step {
        AgeState from;
        AgeEvent on;
        AgeState to;
    };
    constexpr Step steps[] = {
        {AgeState::NoImage, AgeEvent::ImageCame, AgeState::Unknown},
        {AgeState::NoImage, AgeEvent::ServerKnown, AgeState::Known},
        {AgeState::Unknown, AgeEvent::ServerKnown, AgeState::Known},
        {AgeState::Unknown, AgeEvent::Changed, AgeState::Known},
        {AgeState::Unknown, AgeEvent::PatienceOver, AgeState::Known},
    };
    for (const Step &step : steps) {
        if (step.from == from && step.on == on) {
            return step.to;
        }
    }
    return std::nullopt;
}

/// Decides whether the age of the first image is known, and when a server is woken that sleeps. x11vnc looks at its screen only while
/// somebody watches. After a minute without a viewer it answers at once with the image of that time and sleeps for 4 s before it looks
/// (x11vnc 0.9.17, scan.c, nap_check; seen 4.0 s, 2026-11-22); keyboard or pointer input ends that. Owned by PictureQuality. Pure: the
/// time comes in.
class ImageAge
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;

    /// Longer than the server sleeps, after its image is here; and a round trip.
    static constexpr std::chrono::seconds longestSleep{5};
    /// A server that leaves a part of the desktop out may do so for ever.
    static constexpr std::chrono::seconds longestIncomplete{15};
    /// A server is woken this long after its image is here: an event before it sleeps has no effect.
    static constexpr std::chrono::milliseconds wakeTimes[] = {std::chrono::milliseconds(300), std::chrono::milliseconds(800), std::chrono::milliseconds(1300)};
    /// Somebody else who moves the pointer wakes it, and would be disturbed.
    static constexpr std::chrono::milliseconds pointerRest{1000};
    /// x11vnc measures its line by changes of this corner, which say nothing of its screen.
    static constexpr std::uint32_t corner = 16;

    struct Point {
        std::uint32_t x = 0;
        std::uint32_t y = 0;
        bool operator==(const Point &) const = default;
    };

    /// So many pixels were asked for, whether they have changed or not.
    void begin(std::uint64_t pixels);
    void serverKnown();
    /// The server reported where its pointer is.
    void pointerAt(const Point &place, Time now);
    void updateBegins();
    /// @p isAsked: it may have been asked for without a change.
    void painted(const RfbWire::Rect &rect, bool isAsked);
    void updateEnds(Time now);

    /// Ends the waiting when it has been long enough. @p roundTrip: to the server and back.
    void checkPatience(Time now, Clock::duration roundTrip);
    /// Where the pointer is to be moved to now, which is where it is; empty: not now.
    std::optional<Point> takeWake(Time now);
    bool isUnknown() const;
    /// Whether it is known, if that has changed since this was asked last.
    std::optional<bool> takeNews();
    /// When checkPatience() or takeWake() is due; empty: never.
    std::optional<Time> due(Clock::duration roundTrip) const;

private:
    void handle(AgeEvent event);
    std::optional<Time> endsAt(Clock::duration roundTrip) const; ///< empty: nothing has come

    AgeState m_state = AgeState::NoImage;
    std::uint64_t m_pixelsLeft = 0; ///< of the image, about: what comes twice counts twice
    bool m_wasComplete = false; ///< when the update began that is being read
    bool m_hasChange = false; ///< that update
    std::optional<Time> m_cameAt; ///< the first of it
    std::optional<Time> m_completeAt;
    std::optional<Point> m_pointer;
    std::optional<Time> m_pointerMovedAt;
    std::size_t m_wakes = 0; ///< sent
    bool m_reportedKnown = true; ///< as the console begins
};
}
