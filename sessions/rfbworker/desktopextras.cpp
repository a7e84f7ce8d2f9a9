// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/desktopextras.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace Nightdesk::Rfb
{
namespace
{
constexpr std::uint32_t maxDesktopName = 64 * 1024;
}

DesktopAttributeReader::DesktopAttributeReader(RfbStream &stream, ConsoleSink &console, ServerAbilityReporter &shown)
    : m_rfbStream(stream)
    , m_consoleSink(console)
    , m_abilityReporter(shown)
{
}

const ColorMap &DesktopAttributeReader::colors() const
{
    return m_colorMap;
}

std::expected<void, SessionError> DesktopAttributeReader::readCursor(const RectHeader &rect, std::uint32_t bytesPerPixel)
{
    const auto size = CursorImage::payloadSize(rect, bytesPerPixel);
    if (!size) {
        return invalidDataError("a cursor that is too large");
    }
    Bytes payload;
    if (!m_rfbStream.read(payload, *size)) {
        return streamEndedError();
    }
    m_cursorImage.emplace(rect, bytesPerPixel, std::move(payload));
    sendCursor();
    return {};
}

std::optional<ColorMapReporter::Clock::time_point> DesktopAttributeReader::reportColors(ColorMapReporter::Clock::time_point now)
{
    if (const auto news = m_colorMapReporter.takeColorsToReport(now)) {
        m_consoleSink.send(*news);
    }
    return m_colorMapReporter.nextReportDueAt();
}

void DesktopAttributeReader::sendCursor()
{
    const std::vector<std::uint32_t> pixels = m_cursorImage->argb32(m_colorMap);
    const auto *const bytes = reinterpret_cast<const char *>(pixels.data());
    const std::size_t total = pixels.size() * 4;
    RfbWire::CursorChunk chunk{m_cursorImage->width(), m_cursorImage->height(), m_cursorImage->hotX(), m_cursorImage->hotY(), 0, {}};
    std::size_t offset = 0;
    do {
        const std::size_t part = std::min(total - offset, RfbWire::maxChunk);
        chunk.offset = static_cast<std::uint32_t>(offset);
        chunk.bytes.assign(bytes + offset, part);
        m_consoleSink.send(chunk);
        offset += part;
    } while (offset < total);
}

void DesktopAttributeReader::handlePointerMoved(const RectHeader &rect, std::uint32_t width, std::uint32_t height)
{
    if (rect.x < width && rect.y < height) {
        m_consoleSink.send(RfbWire::PointerMoved{static_cast<std::uint16_t>(rect.x), static_cast<std::uint16_t>(rect.y)});
    }
}

std::expected<void, SessionError> DesktopAttributeReader::readName()
{
    std::array<std::uint8_t, 4> head;
    if (!m_rfbStream.read(head.data(), head.size())) {
        return streamEndedError();
    }
    const std::uint32_t size = read32(head.data());
    if (size > maxDesktopName) {
        return invalidDataError("a name without end");
    }
    Bytes name;
    if (!m_rfbStream.read(name, size)) {
        return streamEndedError();
    }
    m_consoleSink.send(RfbWire::DesktopName{std::string(reinterpret_cast<const char *>(name.data()), std::min(name.size(), RfbWire::maxName))});
    return {};
}

std::expected<void, SessionError> DesktopAttributeReader::readLeds(std::size_t size)
{
    std::array<std::uint8_t, 4> lockLeds;
    if (!m_rfbStream.read(lockLeds.data(), size)) {
        return streamEndedError();
    }
    m_abilityReporter.noteLockLeds(lockLeds[size - 1]); // the LED state is in the lowest byte, whatever the size
    return {};
}

std::expected<bool, SessionError> DesktopAttributeReader::readColorMap(bool isPixelFormatColorMapped)
{
    std::array<std::uint8_t, 5> head;
    if (!m_rfbStream.read(head.data(), head.size())) {
        return streamEndedError();
    }
    const std::uint32_t first = read16(head.data() + 1);
    Bytes colors;
    if (!m_rfbStream.read(colors, std::size_t{read16(head.data() + 3)} * 6)) {
        return streamEndedError();
    }
    if (!isPixelFormatColorMapped) {
        return false;
    }
    if (!m_colorMap.set(first, colors)) {
        return invalidDataError("colours beyond the colour map");
    }
    m_colorMapReporter.noteReceivedColors(first, colors);
    if (m_cursorImage && m_cursorImage->isColorMapped()) {
        sendCursor();
    }
    return true;
}
}
