// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktoppalette.h"
#include "tests/support/xcbreply.h"

#include <QList>
#include <QString>

#include <xcb/xcb.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace Nightdesk::Test
{
/// A program that stores in the default color map of an 8-bit server, as the summit's panels do.
class ColorPainter
{
public:
    static constexpr int cellCount = 4;

    explicit ColorPainter(const QString &display)
        : m_connection(xcb_connect(qPrintable(display), nullptr))
    {
        if (xcb_connection_has_error(m_connection) == 0) {
            m_map = xcb_setup_roots_iterator(xcb_get_setup(m_connection)).data->default_colormap;
        }
    }
    ~ColorPainter()
    {
        xcb_disconnect(m_connection);
    }
    ColorPainter(const ColorPainter &) = delete;
    ColorPainter &operator=(const ColorPainter &) = delete;

    /// False: the map has no free cells.
    bool allocate()
    {
        const auto reply = owned(xcb_alloc_color_cells_reply(m_connection, xcb_alloc_color_cells(m_connection, 0, m_map, cellCount, 0), nullptr));
        if (!reply) {
            return false;
        }
        const std::uint32_t *pixels = xcb_alloc_color_cells_pixels(reply.get());
        std::copy_n(pixels, cellCount, m_pixels.begin());
        return true;
    }
    int pixel(std::size_t cell) const
    {
        return static_cast<int>(m_pixels[cell]);
    }
    void store(std::size_t cell, const DesktopPalette::Color &color)
    {
        const xcb_coloritem_t item{m_pixels[cell], color.red, color.green, color.blue, XCB_COLOR_FLAG_RED | XCB_COLOR_FLAG_GREEN | XCB_COLOR_FLAG_BLUE, 0};
        xcb_store_colors(m_connection, m_map, 1, &item);
        xcb_flush(m_connection);
    }
    /// XQueryColors of all cells.
    QList<DesktopPalette::Color> query()
    {
        std::array<std::uint32_t, DesktopPalette::cellCount> pixels;
        std::iota(pixels.begin(), pixels.end(), 0u);
        const auto reply = owned(
            xcb_query_colors_reply(m_connection, xcb_query_colors(m_connection, m_map, static_cast<std::uint32_t>(pixels.size()), pixels.data()), nullptr));
        QList<DesktopPalette::Color> colors;
        if (reply) {
            const xcb_rgb_t *rgb = xcb_query_colors_colors(reply.get());
            for (int i = 0; i < xcb_query_colors_colors_length(reply.get()); ++i) {
                colors.append({rgb[i].red, rgb[i].green, rgb[i].blue});
            }
        }
        return colors;
    }

private:
    xcb_connection_t *m_connection;
    xcb_colormap_t m_map = 0;
    std::array<std::uint32_t, cellCount> m_pixels{};
};
}
