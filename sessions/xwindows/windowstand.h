// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>

#include <optional>

namespace Nightdesk
{
/// Where the main window of an X program stands, and stood last: a program that nobody ended comes back there. Rectangles are in pixels of
/// the root window. Owned by WindowSession. Pure.
class WindowStand
{
public:
    QRect area() const;
    bool setArea(const QRect &area); ///< the monitor's rectangle. True: it differs now
    std::optional<QRect> rect() const; ///< empty: no window
    bool setRect(const std::optional<QRect> &rect); ///< true: it differs now

    /// Its next window is to stand where the last one stood.
    void comeBack();
    /// It has come back, or was placed.
    void appeared();
    /// Where its next window is to stand: on another monitor as it did on the last. Empty: where the profile says.
    std::optional<QRect> wanted() const;

private:
    struct Stand {
        QRect rect;
        QRect area;
    };
    QRect m_area;
    std::optional<QRect> m_rect;
    std::optional<Stand> m_last;
    std::optional<Stand> m_returnsTo;
};
}
