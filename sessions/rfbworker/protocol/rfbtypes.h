// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

/// Types and numbers of RFC 6143 that the worker's parts share.
namespace Nightdesk::Rfb
{
struct PixelFormat {
    std::uint8_t bitsPerPixel = 32;
    std::uint8_t depth = 24;
    bool bigEndian = false;
    bool trueColor = true;
    std::uint16_t redMax = 255;
    std::uint16_t greenMax = 255;
    std::uint16_t blueMax = 255;
    std::uint8_t redShift = 16;
    std::uint8_t greenShift = 8;
    std::uint8_t blueShift = 0;
    bool operator==(const PixelFormat &) const = default;

    /// QImage::Format_RGB32: 0xffRRGGBB in the machine's own byte order.
    static PixelFormat rgb32();
};

struct ServerInit {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    PixelFormat format;
    std::string name;

    bool isColorMapped() const
    {
        return !format.trueColor && format.bitsPerPixel == 8;
    }
};

enum Encoding : std::int32_t {
    EncodingRaw = 0,
    EncodingCopyRect = 1,
    EncodingHextile = 5,
    EncodingZlib = 6,
    EncodingTight = 7,
    EncodingZrle = 16,
    EncodingQualityLevel0 = -32,
    EncodingDesktopSize = -223,
    EncodingLastRect = -224,
    EncodingPointerPos = -232,
    EncodingRichCursor = -239,
    EncodingXCursor = -240,
    EncodingCompressLevel0 = -256,
    EncodingFineQuality0 = -512, ///< JPEG quality from 0 to 100; overrides the quality level
    EncodingQemuKeys = -258, ///< the server takes key events with scan codes
    EncodingLedState = -261,
    EncodingDesktopName = -307,
    EncodingExtendedDesktopSize = -308,
    EncodingFence = -312,
    EncodingContinuousUpdates = -313,
    EncodingExtendedButtons = -316, ///< the server accepts pointer events with nine buttons
    EncodingVmwareLedState = 0x574d5668,
    EncodingExtendedClipboard = static_cast<std::int32_t>(0xc0a1e5ce),
};

enum ServerMessage : std::uint8_t {
    MessageFramebufferUpdate = 0,
    MessageSetColourMapEntries = 1,
    MessageBell = 2,
    MessageServerCutText = 3,
    MessageEndOfContinuousUpdates = 150,
    MessageFence = 248,
};

/// Flags of the Fence extension (TigerVNC's rfbproto). The receiver of a request answers with those of its flags that it supports.
enum FenceFlags : std::uint32_t {
    FenceBlockBefore = 1,
    FenceBlockAfter = 2,
    FenceSyncNext = 4,
    FenceRequest = 0x80000000u,
};
inline constexpr std::size_t maxFencePayload = 64;

struct DesktopSize {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    bool operator==(const DesktopSize &) const = default;
};

/// One of the screens of a desktop that ExtendedDesktopSize reports.
struct DesktopScreen {
    std::uint32_t id = 0;
    std::uint32_t flags = 0; ///< flags of the screen, which only the server interprets
    bool operator==(const DesktopScreen &) const = default;
};

/// The header of one rectangle of an update.
struct RectHeader {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::int32_t encoding = 0;
};
}
