// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>

#include <chrono>
#include <deque>
#include <optional>

namespace Nightdesk
{
/// Decides whether the local pointer follows when the desktop moves its pointer, and recognizes the resulting local move, which must not be sent to
/// the desktop: otherwise the two pointers would follow each other forever. Pure: time is an argument. Owned by ViewKeyboard.
class PointerWarp
{
public:
    using Instant = std::chrono::steady_clock::time_point;

    /// The user moved the mouse or pressed a button.
    void noteUserMove(Instant now);
    /// The desktop moved its pointer to @p remotePosition. True: the local pointer must follow. @p isFree: the local pointer is over the image, the view has
    /// the focus, and no button is pressed.
    bool mustFollowWarp(const QPoint &remotePosition, bool isFree, Instant now);
    /// True: this local move may be the result of mustFollowWarp(), because the desktop's pointer is there already.
    bool isCausedByWarp(const QPoint &remotePosition, Instant now);

private:
    void forgetOldWarps(Instant now);

    std::optional<Instant> m_lastUserMoveAt;
    struct Warp {
        QPoint remotePosition;
        Instant warpedAt;
    };
    std::deque<Warp> m_warps; ///< recent warps that the local pointer follows; its moves are events that may not have arrived yet
};
}
