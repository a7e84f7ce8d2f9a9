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
/// Paints on a window's last image: darkens it and adds a notice. Called on ProgramWindowWorker's thread. @p isManagedWindow: a window manager may
/// manage the window, since it is not a menu or other override-redirect window.
using VeilPainter = std::function<void(QImage &image, bool isManagedWindow)>;

/// Images over the windows of programs that do not answer: the window's last image, darkened, with a notice. Each is a
/// child of the program's own window, above its other children. So it moves, is covered and is minimized with its
/// window, and no window manager knows of it: KWin, which keeps its own stacking order, cannot move it elsewhere. The
/// veils disappear with the connection at the latest. ProgramWindowWorker's thread.
class WindowVeils
{
public:
    /// @p screen: from the setup of this connection.
    WindowVeils(xcb_connection_t *xcb, const xcb_screen_t &screen);

    struct Veil {
        QSize size; ///< size of the window, without border
        const VeilPainter *painter = nullptr;
        quint64 version = 0; ///< when this number changes, the veil is painted again
        bool isManagedWindow = true; ///< the window below the veil is no override-redirect window
    };
    /// @p veils: a veil for each window that is to have one, with the window as its key. Creates missing veils, removes surplus ones, repaints those
    /// that changed.
    void replaceAll(const std::map<xcb_window_t, Veil> &veils);
    /// The window was destroyed, and its veil with it.
    void forget(xcb_window_t window);
    bool isAnyShown() const;

private:
    struct ShownVeil {
        xcb_window_t window = XCB_WINDOW_NONE; ///< the X window of the veil
        xcb_pixmap_t pixmap = XCB_PIXMAP_NONE; ///< the content of the veil's window
        QImage lastImage; ///< last image of the program's window
        QImage paintedImage;
        quint64 version = 0;
    };
    void showVeil(xcb_window_t window, const Veil &veil);
    void paint(ShownVeil &shown, const Veil &veil);
    void resize(ShownVeil &shown, const QSize &size);
    void removeVeil(ShownVeil &shown);
    void copyLastImage(xcb_window_t window, ShownVeil &shown, const QSize &size);
    std::optional<QImage> readPixmap(xcb_pixmap_t pixmap, const QSize &size) const;
    void putImageRows(xcb_pixmap_t pixmap, xcb_gcontext_t context, const QImage &image, int first, int last);
    /// The visual's pixels have the format of QImage::Format_RGB32.
    bool isRgb32(xcb_visualid_t visual) const;

    xcb_connection_t *const m_xcb;
    const xcb_screen_t &m_screen; ///< a reference into the connection's setup, since the screen's depths and visuals follow it in memory
    std::map<xcb_window_t, ShownVeil> m_shownVeils;
};
}
