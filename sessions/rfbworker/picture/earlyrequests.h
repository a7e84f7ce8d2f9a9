// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace Nightdesk::Rfb
{
/// Over a long path the next requests do not wait for the answer to the first one: what is drawn next would come a round trip after the
/// first image. Decides when each of them is due. Pure: the time comes in. Owned by UpdateRequester.
class EarlyRequests
{
public:
    using Clock = std::chrono::steady_clock;
    using Time = Clock::time_point;

    /// Between two of them; x11vnc, which measures its line by such requests, has 30 ms of its own.
    static constexpr std::chrono::milliseconds pause{40};

    void setRoundTrip(Clock::duration roundTrip); ///< of a long path; without, there are no early requests
    bool isFar() const; ///< setRoundTrip() was called
    void firstRequested(Time now);
    /// When the next one is due, after the request at @p lastRequest; empty: there are no more.
    std::optional<Time> dueAt(Time lastRequest) const;

private:
    Clock::duration m_roundTrip{}; ///< 0: the path is not long
    std::optional<Time> m_firstRequestAt;
};
}
