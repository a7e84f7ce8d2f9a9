// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/bench/programs/framecanvas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <format>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

namespace Nightdesk
{
namespace
{
constexpr std::uint32_t black = 0x000000;
constexpr std::uint32_t white = 0xFFFFFF;
constexpr std::uint32_t ground = 0x0A0E12;
constexpr int line = 16; // of text
constexpr int textWidth = 80;
/// Cells of the color map: black, white and the ground, forty of a strip, and a scale of the rest.
constexpr std::uint32_t mapBlack = 0;
constexpr std::uint32_t mapWhite = 1;
constexpr std::uint32_t mapGround = 2;
constexpr std::uint32_t mapStrip = 8;
constexpr std::uint32_t mapScale = 64;
constexpr std::uint32_t mapScaleSize = 192;

auto s16(int value)
{
    return static_cast<std::int16_t>(value);
}

auto u16(int value)
{
    return static_cast<std::uint16_t>(value);
}

/// The same numbers everywhere and each time.
class Dice
{
public:
    std::uint32_t roll()
    {
        m_state ^= m_state << 13U;
        m_state ^= m_state >> 17U;
        m_state ^= m_state << 5U;
        return m_state;
    }
    double unit()
    {
        return static_cast<double>(roll() & 0xFFFFU) / 65536.0;
    }

private:
    std::uint32_t m_state = 0x2545F491U;
};

std::uint8_t clipped(double value)
{
    return static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0));
}
}

FrameCanvas::FrameCanvas(xcb_connection_t *connection, const xcb_screen_t *screen, const Look &look)
    : m_connection(connection)
    , m_screen(screen)
    , m_look(look)
    , m_left((screen->width_in_pixels - look.width) / 2 / 16 * 16)
    , m_top((screen->height_in_pixels - look.height) / 2 / 16 * 16)
    , m_deep(screen->root_depth >= 24)
{
    m_colors = screen->default_colormap;
    if (!m_deep) {
        makeColors();
    }
    m_window = xcb_generate_id(connection);
    const std::array<std::uint32_t, 4> values{pixel(ground), 1, XCB_EVENT_MASK_KEY_PRESS | XCB_EVENT_MASK_EXPOSURE, m_colors};
    xcb_create_window(connection,
                      XCB_COPY_FROM_PARENT,
                      m_window,
                      screen->root,
                      0,
                      0,
                      screen->width_in_pixels,
                      screen->height_in_pixels,
                      0,
                      XCB_WINDOW_CLASS_INPUT_OUTPUT,
                      XCB_COPY_FROM_PARENT,
                      XCB_CW_BACK_PIXEL | XCB_CW_OVERRIDE_REDIRECT | XCB_CW_EVENT_MASK | XCB_CW_COLORMAP,
                      values.data());
    m_gc = xcb_generate_id(connection);
    const std::uint32_t noExposures = 0;
    xcb_create_gc(connection, m_gc, m_window, XCB_GC_GRAPHICS_EXPOSURES, &noExposures);
    m_back = xcb_generate_id(connection);
    xcb_create_pixmap(connection, screen->root_depth, m_back, m_window, u16(look.width), u16(look.height));
    makeTexture();
    // No window manager is needed: the map of an 8-bit screen and the keyboard are taken by ourselves.
    if (!m_deep) {
        xcb_install_colormap(connection, m_colors);
    }
    xcb_map_window(connection, m_window);
    xcb_set_input_focus(connection, XCB_INPUT_FOCUS_POINTER_ROOT, m_window, XCB_CURRENT_TIME);
}

std::uint32_t FrameCanvas::pixel(std::uint32_t rgb) const
{
    if (m_deep) {
        return rgb;
    }
    return rgb == white ? mapWhite : rgb == black ? mapBlack : mapGround;
}

/// Twice as wide and high as the picture. As a photograph has it: broad waves of color, edges, and a grain that keeps JPEG busy.
void FrameCanvas::makeTexture()
{
    const int wide = m_look.width * 2;
    const int high = m_look.height * 2;
    m_texture = xcb_generate_id(m_connection);
    xcb_create_pixmap(m_connection, m_screen->root_depth, m_texture, m_window, u16(wide), u16(high));
    Dice dice;
    struct Wave {
        double x, y, phase, height;
    };
    std::array<std::array<Wave, 6>, 3> waves{};
    for (auto &channel : waves) {
        double size = 1;
        for (Wave &wave : channel) {
            // Whole numbers of periods: the texture goes on where it ends.
            wave = {.x = std::round((dice.unit() - 0.5) * 4 * size),
                    .y = std::round((dice.unit() - 0.5) * 4 * size),
                    .phase = dice.unit() * 6.28,
                    .height = 60 / std::pow(size, 0.95)};
            size *= 1.9;
        }
    }
    // Fine detail is of brightness, as in most of the world.
    for (std::size_t fine = 3; fine < waves[0].size(); ++fine) {
        waves[1][fine] = waves[2][fine] = waves[0][fine];
    }
    std::vector<std::uint8_t> row;
    for (int y = 0; y < high; ++y) {
        row.clear();
        for (int x = 0; x < wide; ++x) {
            const double grain = (dice.unit() - 0.5);
            // Leaves and stones: patches with sharp edges.
            const double patch = ((x / 23 * 7 + y / 31 * 13) % 17 == 0) ? 28 : 0;
            std::array<std::uint8_t, 3> color{};
            for (std::size_t channel = 0; channel < 3; ++channel) {
                double value = 118 + grain + patch;
                if (m_deep) {
                    for (const Wave &wave : waves[channel]) {
                        value += wave.height * std::sin(2 * std::numbers::pi * (wave.x * x / wide + wave.y * y / high) + wave.phase);
                    }
                } else {
                    value = 128 + 127 * std::sin(2 * std::numbers::pi * (2.0 * x / wide + 3.0 * y / high));
                }
                color[channel] = clipped(value);
            }
            if (m_deep) {
                row.insert(row.end(), {color[0], color[1], color[2], 0});
            } else {
                row.push_back(static_cast<std::uint8_t>(mapScale + color[0] * mapScaleSize / 256));
            }
        }
        putImage(m_texture, 0, y, wide, 1, row.data());
    }
}

void FrameCanvas::makeColors()
{
    m_colors = xcb_generate_id(m_connection);
    xcb_create_colormap(m_connection, XCB_COLORMAP_ALLOC_ALL, m_colors, m_screen->root, m_screen->root_visual);
    const std::array<xcb_coloritem_t, 3> fixed{{{.pixel = mapBlack, .red = 0, .green = 0, .blue = 0, .flags = 7, .pad0 = 0},
                                                {.pixel = mapWhite, .red = 0xFFFF, .green = 0xFFFF, .blue = 0xFFFF, .flags = 7, .pad0 = 0},
                                                {.pixel = mapGround, .red = 0x0A0A, .green = 0x0E0E, .blue = 0x1212, .flags = 7, .pad0 = 0}}};
    xcb_store_colors(m_connection, m_colors, fixed.size(), fixed.data());
}

void FrameCanvas::putImage(xcb_drawable_t target, int left, int top, int wide, int high, const std::uint8_t *pixels)
{
    const int size = m_deep ? 4 : 1;
    const int stride = (wide * size + 3) / 4 * 4; // widths are even, so that a row of an 8-bit screen needs no filling
    xcb_put_image(m_connection,
                  XCB_IMAGE_FORMAT_Z_PIXMAP,
                  target,
                  m_gc,
                  u16(wide),
                  u16(high),
                  s16(left),
                  s16(top),
                  0,
                  m_screen->root_depth,
                  static_cast<std::uint32_t>(stride * high),
                  pixels);
}

void FrameCanvas::fill(xcb_drawable_t target, std::uint32_t color, int left, int top, int wide, int high)
{
    xcb_change_gc(m_connection, m_gc, XCB_GC_FOREGROUND, &color);
    const xcb_rectangle_t rectangle{.x = s16(left), .y = s16(top), .width = u16(wide), .height = u16(high)};
    xcb_poly_fill_rectangle(m_connection, target, m_gc, 1, &rectangle);
}

void FrameCanvas::copy(xcb_drawable_t from, xcb_drawable_t target, int fromLeft, int fromTop, int left, int top, int wide, int high)
{
    xcb_copy_area(m_connection, from, target, m_gc, s16(fromLeft), s16(fromTop), s16(left), s16(top), u16(wide), u16(high));
}

void FrameCanvas::strip(xcb_drawable_t target, int left, int top, const FrameStrip &strip)
{
    constexpr int cell = FrameStrip::cell;
    fill(target, pixel(black), left, top, FrameStrip::width, cell);
    const std::uint32_t color = pixel(white);
    xcb_change_gc(m_connection, m_gc, XCB_GC_FOREGROUND, &color);
    std::vector<xcb_rectangle_t> whites;
    int place = 0;
    for (const bool isWhite : strip.toCells()) {
        if (isWhite) {
            whites.push_back({.x = s16(left + place * cell), .y = s16(top), .width = cell, .height = cell});
        }
        ++place;
    }
    xcb_poly_fill_rectangle(m_connection, target, m_gc, static_cast<std::uint32_t>(whites.size()), whites.data());
}

void FrameCanvas::drawGround()
{
    const int wide = m_screen->width_in_pixels;
    const int high = m_screen->height_in_pixels;
    strip(m_window, 16, 16, {.id = m_look.id + 2, .number = 1});
    // At the very edge: below a picture of 672 rows the strip of the keys takes the 16 above.
    strip(m_window, wide - FrameStrip::width - 16, high - FrameStrip::cell, {.id = m_look.id + 3, .number = 1});
    drawKey(0);
}

void FrameCanvas::drawKey(std::uint16_t number)
{
    strip(m_window, m_left, m_top + m_look.height + 16, {.id = m_look.id + 1, .number = number});
}

void FrameCanvas::drawPhoto(std::uint16_t number)
{
    const double turn = number * 0.037;
    const auto swing = [](double angle, int room) {
        return static_cast<int>((0.5 + 0.5 * std::sin(angle)) * room);
    };
    copy(m_texture, m_back, swing(turn * 1.3, m_look.width), swing(turn, m_look.height), 0, 0, m_look.width, m_look.height);
    // Things that go their own ways.
    for (int thing = 0; thing < 3; ++thing) {
        const int size = m_look.height / 4;
        copy(m_texture,
             m_back,
             thing * size,
             m_look.height + thing * size / 3,
             swing(turn * (2 + thing) + thing, m_look.width - size),
             swing(turn * (3.1 - thing) + 2 * thing, m_look.height - size),
             size,
             size);
    }
    strip(m_back, 0, 0, {.id = m_look.id, .number = number});
    copy(m_back, m_window, 0, 0, m_left, m_top, m_look.width, m_look.height);
}

void FrameCanvas::drawPatch(std::uint16_t number)
{
    drawPhoto(number);
    if (number % RestingPatch::period < RestingPatch::moving) {
        copy(m_texture, m_window, number % 97 * 4, number % 89 * 3, RestingPatch::left, RestingPatch::top, RestingPatch::width, RestingPatch::height);
    }
}

std::optional<std::uint32_t> FrameCanvas::patchSum() const
{
    const auto request =
        xcb_get_image(m_connection, XCB_IMAGE_FORMAT_Z_PIXMAP, m_window, RestingPatch::left, RestingPatch::top, RestingPatch::width, RestingPatch::height, ~0U);
    const std::unique_ptr<xcb_get_image_reply_t, decltype(&std::free)> reply{xcb_get_image_reply(m_connection, request, nullptr), &std::free};
    if (!reply || !m_deep) {
        return {};
    }
    const auto *pixels = reinterpret_cast<const std::uint32_t *>(xcb_get_image_data(reply.get()));
    return RestingPatch::add(RestingPatch::emptySum, std::span(pixels, std::size_t{RestingPatch::width} * RestingPatch::height));
}

void FrameCanvas::drawText(std::uint16_t number)
{
    if (!m_started) {
        const xcb_font_t font = xcb_generate_id(m_connection);
        xcb_open_font(m_connection, font, 5, "fixed");
        xcb_change_gc(m_connection, m_gc, XCB_GC_FONT, &font);
        fill(m_window, pixel(black), m_left, m_top, m_look.width, m_look.height);
        m_started = true;
    }
    // As a terminal does it: what stands there moves up by a line, and one is written below.
    const int first = m_top + 2 * line;
    const int room = m_look.height - 2 * line;
    copy(m_window, m_window, m_left, first + line, m_left, first, m_look.width, room - line);
    fill(m_window, pixel(black), m_left, first + room - line, m_look.width, line);
    std::string text = std::format("{:05} guider: ", number);
    Dice dice;
    for (int roll = number % 97; roll > 0; --roll) {
        dice.roll();
    }
    while (text.size() < textWidth) {
        text += std::format("{:+.3f} arcsec ", dice.unit() - 0.5);
    }
    const std::uint32_t color = pixel(white);
    xcb_change_gc(m_connection, m_gc, XCB_GC_FOREGROUND, &color);
    const std::uint32_t back = pixel(black);
    xcb_change_gc(m_connection, m_gc, XCB_GC_BACKGROUND, &back);
    xcb_image_text_8(m_connection, textWidth, m_window, m_gc, s16(m_left + 8), s16(first + room - 4), text.data());
    strip(m_window, m_left, m_top, {.id = m_look.id, .number = number});
}

void FrameCanvas::drawCursor(std::uint16_t number)
{
    fill(m_window, number % 2 ? pixel(white) : pixel(ground), m_left + 320, m_top + 240, 9, 17);
    strip(m_window, m_left, m_top, {.id = m_look.id, .number = number});
}

void FrameCanvas::drawColors(std::uint16_t number)
{
    if (!m_started) {
        copy(m_texture, m_window, 0, 0, m_left, m_top, m_look.width, m_look.height);
        for (int place = 0; place < FrameStrip::cells; ++place) {
            fill(m_window, mapStrip + static_cast<std::uint32_t>(place), m_left + place * FrameStrip::cell, m_top, FrameStrip::cell, FrameStrip::cell);
        }
        m_started = true;
    }
    std::vector<xcb_coloritem_t> items;
    for (std::uint32_t place = 0; place < mapScaleSize; ++place) {
        const double angle = 2 * std::numbers::pi * (place + 3.0 * number) / mapScaleSize;
        const auto part = [angle](double shift) {
            return static_cast<std::uint16_t>(32767 * (1 + std::sin(angle + shift)));
        };
        items.push_back({.pixel = mapScale + place, .red = part(0), .green = part(2), .blue = part(4), .flags = 7, .pad0 = 0});
    }
    std::uint32_t place = mapStrip;
    for (const bool isWhite : FrameStrip{.id = m_look.id, .number = number}.toCells()) {
        const std::uint16_t level = isWhite ? 0xFFFF : 0;
        items.push_back({.pixel = place++, .red = level, .green = level, .blue = level, .flags = 7, .pad0 = 0});
    }
    xcb_store_colors(m_connection, m_colors, static_cast<std::uint32_t>(items.size()), items.data());
}
}
