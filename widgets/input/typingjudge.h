// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Decides whether somebody else meddles with a desktop while we type into it. A VNC server does not tell whose keys it got;
/// what can be seen is that pointer and lock lights move without us, and only that is told. Pure: time is an argument.
///
/// A picture that changes where we type proves nothing (a cursor blinks, a program prints) and does not count.
class TypingJudge
{
public:
    using Instant = std::chrono::steady_clock::time_point;
    enum class Sign {
        Pointer, ///< somebody moves the mouse while we type
        Lock ///< Caps, Num or Scroll Lock changed while we type
    };

    /// We pressed a key.
    void typed(quint32 keysym, Instant now);
    /// We moved or clicked.
    void pointed(Instant now);
    /// The server says that the pointer is where we have not sent it.
    std::optional<Sign> othersMoved(Instant now);
    /// @p isPainted: the server sends no cursor any more but paints it, as Xvnc does while another viewer's moves.
    std::optional<Sign> cursorChanged(bool isPainted, Instant now);
    /// While the cursor is painted, small damage that wanders is somebody's pointer.
    std::optional<Sign> damaged(const QRect &rect, Instant now);
    std::optional<Sign> lightsChanged(quint8 lights, Instant now);
    /// The connection is another one; what was told stays told.
    void restart();

private:
    bool isTyping(Instant now) const;
    std::optional<Sign> tell(Sign sign, Instant now);

    std::optional<Instant> m_typedAt;
    std::optional<Instant> m_lockAt; ///< we pressed one
    std::optional<Instant> m_returnAt;
    std::optional<Instant> m_pointedAt;
    std::optional<Instant> m_toldAt;
    bool m_hadCursor = false;
    bool m_isPainted = false;
    std::optional<QPoint> m_step; ///< where it was damaged last
    Instant m_stepsBegan;
    int m_steps = 0;
    std::optional<quint8> m_lights;
};
}
