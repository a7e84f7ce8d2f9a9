// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/capture/rootpicture.h"

#include <xcb/xcb.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace Nightdesk
{
QImage rootWindowImage(const QByteArray &display)
{
    int number = 0;
    const std::unique_ptr<xcb_connection_t, decltype(&xcb_disconnect)> connection(xcb_connect(display.constData(), &number), &xcb_disconnect);
    if (xcb_connection_has_error(connection.get()) != 0) {
        return {};
    }
    // Xwayland has windows but no screen contents: its root window is always black.
    const auto extension = [&connection](const std::string_view name) {
        return xcb_query_extension(connection.get(), static_cast<uint16_t>(name.size()), name.data());
    };
    const std::unique_ptr<xcb_query_extension_reply_t, decltype(&std::free)> xwayland(
        xcb_query_extension_reply(connection.get(), extension("XWAYLAND"), nullptr),
        &std::free);
    if (!xwayland || xwayland->present != 0) {
        return {};
    }
    const xcb_setup_t *setup = xcb_get_setup(connection.get());
    xcb_screen_iterator_t screen = xcb_setup_roots_iterator(setup);
    for (; screen.rem > 1 && number > 0; --number) {
        xcb_screen_next(&screen);
    }
    const uint16_t width = screen.data->width_in_pixels;
    const uint16_t height = screen.data->height_in_pixels;
    const std::unique_ptr<xcb_get_image_reply_t, decltype(&std::free)> reply(
        xcb_get_image_reply(connection.get(), xcb_get_image(connection.get(), XCB_IMAGE_FORMAT_Z_PIXMAP, screen.data->root, 0, 0, width, height, ~0U), nullptr),
        &std::free);
    const auto bytes = static_cast<size_t>(width) * height * 4;
    const bool isKnown = reply && (reply->depth == 24 || reply->depth == 32) && setup->image_byte_order == XCB_IMAGE_ORDER_LSB_FIRST
        && static_cast<size_t>(xcb_get_image_data_length(reply.get())) >= bytes;
    return isKnown ? QImage(xcb_get_image_data(reply.get()), width, height, width * 4, QImage::Format_RGB32).copy() : QImage();
}
}
