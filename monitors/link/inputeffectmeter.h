// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/units.h"

#include <QList>
#include <QPoint>
#include <QRect>

#include <chrono>
#include <deque>
#include <optional>

namespace Nightdesk
{
/// The effect of a key or click: the pixels and bytes from its answer until the answer to the next input, and how long the image
/// changes near the pointer (Schmidt et al. 1999, 5.2). The key is not recorded, and the position is forgotten with the answer. An
/// estimate: changes with other causes are included. Pure. Owned by DisplayMonitor.
class InputEffectMeter
{
public:
    using Time = std::chrono::steady_clock::time_point;
    /// Without a change near the pointer for this time, the effect is over.
    static constexpr std::chrono::milliseconds quietTime{500};
    static constexpr std::chrono::seconds maxEffectDuration{5}; ///< changes that come later than this after an input are not attributed to it
    static constexpr std::size_t maxPendingInputs = 64;

    struct Effect {
        /// Time from the input until the image stops changing near the pointer; empty: nothing changed there, or the
        /// changes did not stop.
        std::optional<std::chrono::microseconds> timeUntilQuiet;
        quint64 changedPixels = 0; ///< number of all pixels that changed
        Bytes receivedBytes; ///< received bytes that are attributed to this input, in proportion to its changed pixels
        bool operator==(const Effect &) const = default;
    };

    /// A key or button was pressed while the pointer was at @p pointer; empty: the position is not known.
    void noteInput(Time at, std::optional<QPoint> pointer);
    /// Pixels of the image changed. @p minResponseTime: the shortest possible time from an input to its answer. Earlier changes
    /// belong to the previous input.
    void noteImageChange(Time at, const QList<QRect> &rects, std::chrono::microseconds minResponseTime);
    /// @p received: bytes since the worker's last report. Returns the effects that are over by now, oldest first, each once.
    QList<Effect> takeFinishedEffects(Time at, Bytes received, std::chrono::microseconds minResponseTime);
    void discardPendingInputs();

private:
    struct PendingInput {
        Time pressedAt;
        QRect nearbyArea; ///< area near the pointer; null: the pointer's position is not known
        std::optional<Time> lastChangeAt; ///< time of the last change near the pointer
        quint64 changedPixels = 0; ///< number of all pixels that changed after this input
        quint64 pixelsSinceReport = 0; ///< pixels that this input changed since the last report of received bytes
        double receivedBytes = 0; ///< received bytes that are attributed to this input
        bool isFinished = false;
    };
    /// The input that caused a change at @p at; earlier inputs are marked as finished. Null: no input, or its effect is
    /// over.
    PendingInput *findCausingInput(Time at, std::chrono::microseconds minResponseTime);

    std::deque<PendingInput> m_pendingInputs; ///< inputs whose effects are not over, oldest first
    quint64 m_pixelsSinceReport = 0; ///< pixels that changed since the last report of received bytes, for any reason
};
}
