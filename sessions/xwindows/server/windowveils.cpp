// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/windowveils.h"

#include "sessions/xwindows/server/xserverconnection.h"

#include <QPainter>
#include <QSysInfo>

#include <algorithm>
#include <cstring>

namespace Nightdesk
{
namespace
{
constexpr QRgb hiddenPartColor = 0xff303338; ///< color of parts that were hidden when the veil was created
constexpr int maxVeilSide = 16384; ///< largest width or height of a veil, in pixels

std::uint16_t toUint16(int value)
{
    return static_cast<std::uint16_t>(value);
}
}

WindowVeils::WindowVeils(xcb_connection_t *xcb, const xcb_screen_t &screen)
    : m_xcb(xcb)
    , m_screen(screen)
{
}

bool WindowVeils::isRgb32(xcb_visualid_t visual) const
{
    const xcb_setup_t *setup = xcb_get_setup(m_xcb);
    constexpr bool isLittle = QSysInfo::ByteOrder == QSysInfo::LittleEndian;
    if ((setup->image_byte_order == XCB_IMAGE_ORDER_LSB_FIRST) != isLittle) {
        return false;
    }
    for (auto depth = xcb_screen_allowed_depths_iterator(&m_screen); depth.rem > 0; xcb_depth_next(&depth)) {
        for (auto type = xcb_depth_visuals_iterator(depth.data); type.rem > 0; xcb_visualtype_next(&type)) {
            if (type.data->visual_id == visual) {
                const xcb_visualtype_t &found = *type.data;
                return found._class == XCB_VISUAL_CLASS_TRUE_COLOR && found.red_mask == 0xff0000 && found.green_mask == 0xff00 && found.blue_mask == 0xff;
            }
        }
    }
    return false;
}

void WindowVeils::replaceAll(const std::map<xcb_window_t, Veil> &veils)
{
    std::erase_if(m_shownVeils, [&](auto &entry) {
        const bool isOver = !veils.contains(entry.first);
        if (isOver) {
            removeVeil(entry.second);
        }
        return isOver;
    });
    if (!isRgb32(m_screen.root_visual)) {
        return; // no veils on an X server with few colors: the list of displays and the toolbars show the state
    }
    for (const auto &[window, veil] : veils) {
        if (!veil.size.isEmpty() && veil.size.width() <= maxVeilSide && veil.size.height() <= maxVeilSide) {
            showVeil(window, veil);
        }
    }
}

void WindowVeils::forget(xcb_window_t window)
{
    if (const auto found = m_shownVeils.find(window); found != m_shownVeils.end()) {
        xcb_free_pixmap(m_xcb, found->second.pixmap);
        m_shownVeils.erase(found);
    }
}

bool WindowVeils::isAnyShown() const
{
    return !m_shownVeils.empty();
}

void WindowVeils::showVeil(xcb_window_t window, const Veil &veil)
{
    ShownVeil &shown = m_shownVeils[window];
    if (shown.window != XCB_WINDOW_NONE) {
        const bool isResized = shown.lastImage.size() != veil.size;
        if (isResized) {
            resize(shown, veil.size);
        }
        if (isResized || shown.version != veil.version) {
            paint(shown, veil);
        }
        // Raises the veil above children that the program created since.
        const std::uint32_t above = XCB_STACK_MODE_ABOVE;
        xcb_configure_window(m_xcb, shown.window, XCB_CONFIG_WINDOW_STACK_MODE, &above);
        return;
    }
    copyLastImage(window, shown, veil.size);
    shown.window = xcb_generate_id(m_xcb);
    shown.pixmap = xcb_generate_id(m_xcb);
    xcb_create_pixmap(m_xcb, m_screen.root_depth, shown.pixmap, m_screen.root, toUint16(veil.size.width()), toUint16(veil.size.height()));
    // The veil selects no events, so the X server passes presses on it to the program's window, where they are withheld and counted.
    const std::uint32_t values[] = {0, m_screen.default_colormap};
    xcb_create_window(m_xcb,
                      m_screen.root_depth,
                      shown.window,
                      window,
                      0,
                      0,
                      toUint16(veil.size.width()),
                      toUint16(veil.size.height()),
                      0,
                      XCB_WINDOW_CLASS_INPUT_OUTPUT,
                      m_screen.root_visual,
                      XCB_CW_BORDER_PIXEL | XCB_CW_COLORMAP,
                      values);
    paint(shown, veil);
    xcb_map_window(m_xcb, shown.window);
}

/// Copies the window's last image, without parts that other windows hid.
void WindowVeils::copyLastImage(xcb_window_t window, ShownVeil &shown, const QSize &size)
{
    shown.lastImage = QImage(size, QImage::Format_RGB32);
    shown.lastImage.fill(hiddenPartColor);
    const XOwned<xcb_get_window_attributes_reply_t> attributes(xcb_get_window_attributes_reply(m_xcb, xcb_get_window_attributes(m_xcb, window), nullptr));
    const XOwned<xcb_get_geometry_reply_t> geometry(xcb_get_geometry_reply(m_xcb, xcb_get_geometry(m_xcb, window), nullptr));
    if (!attributes || !geometry || !isRgb32(attributes->visual)) {
        return;
    }
    const xcb_pixmap_t pixmap = xcb_generate_id(m_xcb);
    xcb_create_pixmap(m_xcb, geometry->depth, pixmap, window, toUint16(size.width()), toUint16(size.height()));
    const xcb_gcontext_t context = xcb_generate_id(m_xcb);
    const std::uint32_t values[] = {hiddenPartColor, XCB_SUBWINDOW_MODE_INCLUDE_INFERIORS, 0};
    xcb_create_gc(m_xcb, context, pixmap, XCB_GC_FOREGROUND | XCB_GC_SUBWINDOW_MODE | XCB_GC_GRAPHICS_EXPOSURES, values);
    const xcb_rectangle_t all{0, 0, toUint16(size.width()), toUint16(size.height())};
    xcb_poly_fill_rectangle(m_xcb, pixmap, context, 1, &all);
    xcb_copy_area(m_xcb, window, pixmap, context, 0, 0, 0, 0, all.width, all.height);
    if (auto image = readPixmap(pixmap, size)) {
        shown.lastImage = std::move(*image);
    }
    xcb_free_gc(m_xcb, context);
    xcb_free_pixmap(m_xcb, pixmap);
}

std::optional<QImage> WindowVeils::readPixmap(xcb_pixmap_t pixmap, const QSize &size) const
{
    constexpr auto allPlanes = ~std::uint32_t(0);
    const auto cookie = xcb_get_image(m_xcb, XCB_IMAGE_FORMAT_Z_PIXMAP, pixmap, 0, 0, toUint16(size.width()), toUint16(size.height()), allPlanes);
    const XOwned<xcb_get_image_reply_t> reply(xcb_get_image_reply(m_xcb, cookie, nullptr));
    const qsizetype line = qsizetype(size.width()) * 4;
    if (!reply || xcb_get_image_data_length(reply.get()) < line * size.height()) {
        return {}; // the window was destroyed, or pixels do not have 32 bits
    }
    return QImage(xcb_get_image_data(reply.get()), size.width(), size.height(), line, QImage::Format_RGB32).copy();
}

void WindowVeils::resize(ShownVeil &shown, const QSize &size)
{
    QImage last(size, QImage::Format_RGB32);
    last.fill(hiddenPartColor);
    QPainter(&last).drawImage(0, 0, shown.lastImage);
    shown.lastImage = last;
    shown.paintedImage = {};
    xcb_free_pixmap(m_xcb, shown.pixmap);
    xcb_create_pixmap(m_xcb, m_screen.root_depth, shown.pixmap, m_screen.root, toUint16(size.width()), toUint16(size.height()));
    const std::uint32_t values[] = {static_cast<std::uint32_t>(size.width()), static_cast<std::uint32_t>(size.height())};
    xcb_configure_window(m_xcb, shown.window, XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT, values);
}

void WindowVeils::paint(ShownVeil &shown, const Veil &veil)
{
    shown.version = veil.version;
    QImage image = shown.lastImage;
    (*veil.painter)(image, veil.isManagedWindow);
    // Sends only the rows from the first to the last one that differ: usually only the age in the notice has changed, each second.
    int first = 0;
    int last = image.height() - 1;
    if (shown.paintedImage.size() == image.size()) {
        const auto isSame = [&](int y) {
            return std::memcmp(image.constScanLine(y), shown.paintedImage.constScanLine(y), static_cast<std::size_t>(image.width()) * 4) == 0;
        };
        while (first <= last && isSame(first)) {
            ++first;
        }
        while (last > first && isSame(last)) {
            --last;
        }
    }
    if (first > last) {
        return;
    }
    const xcb_gcontext_t context = xcb_generate_id(m_xcb);
    xcb_create_gc(m_xcb, context, shown.pixmap, 0, nullptr);
    putImageRows(shown.pixmap, context, image, first, last);
    xcb_free_gc(m_xcb, context);
    xcb_change_window_attributes(m_xcb, shown.window, XCB_CW_BACK_PIXMAP, &shown.pixmap);
    xcb_clear_area(m_xcb, 0, shown.window, 0, static_cast<std::int16_t>(first), toUint16(image.width()), toUint16(last - first + 1));
    shown.paintedImage = image;
}

void WindowVeils::putImageRows(xcb_pixmap_t pixmap, xcb_gcontext_t context, const QImage &image, int first, int last)
{
    constexpr std::uint32_t header = 8; // header of a request in units of four bytes, with reserve
    const std::uint32_t limit = std::min<std::uint32_t>(xcb_get_maximum_request_length(m_xcb), 1 << 18) - header;
    const int lines = std::max(1, static_cast<int>(limit / static_cast<std::uint32_t>(image.width())));
    for (int y = first; y <= last; y += lines) {
        const int count = std::min(lines, last - y + 1);
        const auto bytes = static_cast<std::uint32_t>(image.width() * 4 * count);
        xcb_put_image(m_xcb,
                      XCB_IMAGE_FORMAT_Z_PIXMAP,
                      pixmap,
                      context,
                      toUint16(image.width()),
                      toUint16(count),
                      0,
                      static_cast<std::int16_t>(y),
                      0,
                      m_screen.root_depth,
                      bytes,
                      image.constScanLine(y));
    }
}

/// Destroying the veil makes the server clear the area to the program's background and request a repaint: the last image is not restored, since a
/// program that draws only its foreground would leave the old one visible.
void WindowVeils::removeVeil(ShownVeil &shown)
{
    if (shown.window != XCB_WINDOW_NONE) {
        xcb_destroy_window(m_xcb, shown.window);
        xcb_free_pixmap(m_xcb, shown.pixmap);
    }
}
}
