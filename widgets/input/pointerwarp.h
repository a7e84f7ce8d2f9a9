// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>

#include <chrono>
#include <deque>
#include <optional>

namespace Nightdesk
{
/// Decides whether the desk's pointer follows one that the desktop moved, and knows the move that comes of it, which must not be
/// sent to the desktop: two that follow each other never stop. Pure: time is an argument. Owned by ViewKeyboard.
class PointerWarp
{
public:
    using Instant = std::chrono::steady_clock::time_point;

    /// The person moved or pressed something.
    void handMoved(Instant now);
    /// The desktop moved its pointer there. True: ours is to follow. @p isFree: it is over our picture, which has the focus, and
    /// no button is down.
    bool follow(const QPoint &remote, bool isFree, Instant now);
    /// Whether this move may be our own, which came of follow(): the desktop's pointer is there anyway.
    bool isOwn(const QPoint &remote, Instant now);

private:
    std::optional<Instant> m_hand;
    struct Warp {
        QPoint remote;
        Instant at;
    };
    std::deque<Warp> m_warps; ///< whose moves may still come
};
}
