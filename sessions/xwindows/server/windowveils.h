// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QSize>

#include <functional>
#include <map>
#include <optional>

#include <xcb/xcb.h>

namespace Nightdesk
{
/// Darkens what a window showed last and writes on it; called on the placer's thread. @p isOrdinary: no menu or the like.
using VeilPainter = std::function<void(QImage &image, bool isOrdinary)>;

/// Images over the windows of programs that do not answer: what they showed last, darkened, with a notice. Each is a child of the
/// program's own window, above that one's other children. So it moves, is covered and is minimized with its window, and no window
/// manager knows of it: KWin, which gives windows an order of their own, cannot put it elsewhere. It goes with the connection at
/// the latest. Placer's thread.
class WindowVeils
{
public:
    /// @p screen: of the connection's own setup.
    WindowVeils(xcb_connection_t *xcb, const xcb_screen_t &screen);

    struct Veil {
        QSize size; ///< of the window, without border
        const VeilPainter *paint = nullptr;
        quint64 version = 0; ///< another one: painted again
        bool isOrdinary = true;
    };
    /// By the window that each is in. Puts up what is missing, takes away what is too many, paints the others again where they changed.
    void set(const std::map<xcb_window_t, Veil> &veils);
    /// The window is gone, and its veil with it.
    void forget(xcb_window_t window);
    bool areUp() const;

private:
    struct Shown {
        xcb_window_t window = XCB_WINDOW_NONE; ///< the veil
        xcb_pixmap_t pixmap = XCB_PIXMAP_NONE; ///< what it shows
        QImage last; ///< as the program's window was
        QImage painted;
        quint64 version = 0;
    };
    void put(xcb_window_t window, const Veil &veil);
    void paint(Shown &shown, const Veil &veil);
    void resize(Shown &shown, const QSize &size);
    void take(Shown &shown);
    void copy(xcb_window_t window, Shown &shown, const QSize &size);
    std::optional<QImage> imageOf(xcb_pixmap_t pixmap, const QSize &size) const;
    void send(xcb_pixmap_t pixmap, xcb_gcontext_t context, const QImage &image, int first, int last);
    /// Its pixels are as those of QImage::Format_RGB32.
    bool isPlain(xcb_visualid_t visual) const;

    xcb_connection_t *const m_xcb;
    const xcb_screen_t &m_screen; ///< where the server's description has it: what follows it there belongs to it
    std::map<xcb_window_t, Shown> m_shown;
};
}
