// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/windowicon.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr int wantedSide = 128;

/// Makes an image of @p pixels, which has enough values for @p size.
QImage imageFromPixels(std::span<const std::uint32_t> pixels, const QSize &size)
{
    return QImage(reinterpret_cast<const uchar *>(pixels.data()), size.width(), size.height(), QImage::Format_ARGB32).copy();
}

int longerSide(const QImage &image)
{
    return std::max(image.width(), image.height());
}
}

QList<QImage> WindowIcon::fromProperty(std::span<const std::uint32_t> values)
{
    QList<QImage> pictures;
    while (values.size() > 2 && pictures.size() < maxPictures) {
        const std::uint64_t width = values[0];
        const std::uint64_t height = values[1];
        values = values.subspan(2);
        // The product of two 32-bit numbers fits into 64 bits.
        if (width == 0 || height == 0 || width * height > values.size()) {
            break; // the data is truncated or not valid, so the following images cannot be located
        }
        const auto pixels = values.first(width * height);
        values = values.subspan(width * height);
        const bool isKnown = std::ranges::any_of(pictures, [&](const QImage &image) {
            return image.width() == int(width) && image.height() == int(height);
        });
        if (width <= maxSide && height <= maxSide && !isKnown) {
            pictures.append(imageFromPixels(pixels, QSize(int(width), int(height))));
        }
    }
    std::ranges::stable_sort(pictures, {}, longerSide);
    const auto larger = std::ranges::find_if(pictures, [](const QImage &image) {
        return longerSide(image) > wantedSide;
    });
    pictures.erase(larger == pictures.begin() && larger != pictures.end() ? larger + 1 : larger, pictures.end());
    return pictures;
}

QImage WindowIcon::fromImage(std::span<const std::uint8_t> data, int depth, const QSize &size, const XClientProtocol::Screen &screen)
{
    if (size.isEmpty() || size.width() > maxSide || size.height() > maxSide) {
        return {};
    }
    const std::size_t width = std::size_t(size.width());
    const std::size_t height = std::size_t(size.height());
    // Lines are padded to 32 bits by all current servers.
    const std::size_t line = depth == 1 ? (width + 31) / 32 * 4 : width * 4;
    const bool isReadable = depth == 24 || depth == 32 || (depth == 1 && screen.imagesAreBigEndian == screen.bitmapsAreMsbFirst);
    if (!isReadable || data.size() < line * height) {
        return {};
    }
    QImage image(size, QImage::Format_ARGB32);
    for (std::size_t y = 0; y < height; ++y) {
        auto *pixels = reinterpret_cast<QRgb *>(image.scanLine(int(y)));
        for (std::size_t x = 0; x < width; ++x) {
            if (depth == 1) {
                const std::uint8_t byte = data[y * line + x / 8];
                const bool isSet = ((screen.bitmapsAreMsbFirst ? byte << (x % 8) & 0x80 : byte >> (x % 8) & 1)) != 0;
                pixels[x] = isSet ? 0xff000000 : 0xffffffff; // black on white, as in uwm and twm
            } else {
                pixels[x] = 0xff000000 | (XBytes::read32(&data[y * line + x * 4], screen.imagesAreBigEndian) & 0xffffff);
            }
        }
    }
    return image;
}

QImage WindowIcon::masked(const QImage &picture, const QImage &mask)
{
    if (mask.isNull()) {
        return picture;
    }
    QImage result = picture;
    for (int y = 0; y < result.height(); ++y) {
        for (int x = 0; x < result.width(); ++x) {
            const bool isSet = x < mask.width() && y < mask.height() && qGray(mask.pixel(x, y)) == 0;
            if (!isSet) {
                result.setPixel(x, y, 0);
            }
        }
    }
    return result;
}
}
