// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tools/bench/programs/framestrip.h"

#include <xcb/xcb.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace Nightdesk
{
/// A window that covers a desktop, with a picture in its middle that changes, and strips that tell its number. Textures lie in the X
/// server and are moved and mixed there, so that a frame costs this program nothing. A frame is drawn out of sight and then shown at
/// once.
class FrameCanvas
{
public:
    struct Look {
        int width = 640; ///< of the picture that changes
        int height = 480;
        int id = 0; ///< of its strip; the one of the keys is id + 1, those at the corners of the desktop are id + 2 and id + 3
    };

    FrameCanvas(xcb_connection_t *connection, const xcb_screen_t *screen, const Look &look);

    xcb_window_t window() const
    {
        return m_window;
    }

    void drawPhoto(std::uint16_t number); ///< like a film: every pixel changes
    void drawPatch(std::uint16_t number); ///< the film, and beside it a RestingPatch
    void drawText(std::uint16_t number); ///< one line more
    void drawCursor(std::uint16_t number); ///< it blinks
    void drawColors(std::uint16_t number); ///< the color map of an 8-bit screen turns, and nothing else happens
    void drawKey(std::uint16_t number); ///< a key has come
    void drawGround(); ///< what stands still
    /// Asks the X server for the sum of the RestingPatch as it is now; empty: the server has gone, or has no true color.
    std::optional<std::uint32_t> patchSum() const;

private:
    void makeTexture();
    void makeColors();
    void putImage(xcb_drawable_t target, int left, int top, int wide, int high, const std::uint8_t *pixels);
    void strip(xcb_drawable_t target, int left, int top, const FrameStrip &strip);
    void fill(xcb_drawable_t target, std::uint32_t color, int left, int top, int wide, int high);
    void copy(xcb_drawable_t from, xcb_drawable_t target, int fromLeft, int fromTop, int left, int top, int wide, int high);
    std::uint32_t pixel(std::uint32_t rgb) const;

    xcb_connection_t *m_connection;
    const xcb_screen_t *m_screen;
    Look m_look;
    int m_left = 0; ///< of the picture in the window
    int m_top = 0;
    bool m_deep; ///< true color; else a color map of 256
    xcb_window_t m_window = 0;
    xcb_gcontext_t m_gc = 0;
    xcb_pixmap_t m_texture = 0;
    xcb_pixmap_t m_back = 0;
    xcb_colormap_t m_colors = 0;
    bool m_started = false;
};
}
