// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPoint>
#include <QRect>

#include <chrono>
#include <deque>
#include <optional>

namespace Nightdesk
{
/// Measures the time from each key or click to the first changed pixels near the pointer. The key is not recorded, and the position is
/// forgotten with the answer. An estimate: a change near the pointer may have another cause. Pure. Owned by DisplayMonitor.
class InputResponseMeter
{
public:
    using Time = std::chrono::steady_clock::time_point;
    /// Distance in remote pixels from the pointer: a menu or a line of text is within this distance.
    static constexpr int nearDistance = 256;
    static constexpr auto maxResponseTime = std::chrono::seconds(5); ///< a change that comes later is not taken for the response to the input
    /// Enough for a key that repeats for maxResponseTime; when so many inputs wait for a response, further ones are not measured.
    static constexpr std::size_t maxPendingInputs = 256;

    /// A key or button was pressed. If @p pointer is empty, the pointer's position is not known and the input is not
    /// measured.
    void noteInput(Time at, std::optional<QPoint> pointer);
    /// The image changed in @p rects. Returns the time since each pending input near them, as far as the change can be a response to it.
    /// @p minResponseTime: the shortest possible time from an input to its response.
    QList<std::chrono::microseconds> noteImageChange(Time at, const QList<QRect> &rects, std::chrono::microseconds minResponseTime);
    bool hasPendingInput() const; ///< whether an input is still without an answer
    void discardPendingInputs();

private:
    struct PendingInput {
        Time at;
        QRect nearbyArea;
    };
    std::deque<PendingInput> m_pendingInputs; ///< inputs without an answer, oldest first
};
}
