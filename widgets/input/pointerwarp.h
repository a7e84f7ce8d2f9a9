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
    void userMoved(Instant now);
    /// The desktop moved its pointer to @p remote. True: the local pointer must follow. @p isFree: the local pointer is over the image, the view has
    /// the focus, and no button is pressed.
    bool follow(const QPoint &remote, bool isFree, Instant now);
    /// True: this local move may be the result of follow(), because the desktop's pointer is there already.
    bool isOwnMove(const QPoint &remote, Instant now);

private:
    std::optional<Instant> m_lastUserMove;
    struct Warp {
        QPoint remote;
        Instant at;
    };
    std::deque<Warp> m_warps; ///< warps whose local moves may still arrive
};
}
