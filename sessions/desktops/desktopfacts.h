// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/units.h"
#include "sessions/rfbwire/messages.h"

#include <QImage>
#include <QMetaType>
#include <QString>

#include <array>
#include <chrono>
#include <optional>

namespace Nightdesk
{
/// The remote desktop's framebuffer, mapped read-only; the worker writes its pixels. Copyable; the mapping lives
/// until the last copy is destroyed. The image uses the mapping directly: never detach it by writing.
struct DesktopPicture {
    quint32 generation = 0; ///< number of the framebuffer; 0: no framebuffer yet
    QImage image; ///< Format_RGB32, device pixels of the server
};

/// Facts about a desktop's worker and server for status displays.
struct DesktopFacts {
    QString name; ///< name sent by the server, display-safe
    QString protocolDescription; ///< version and security type, for example "RFB 3.8, VncAuth"
    bool hasSeccomp = false;
    bool hasLandlock = false;
    qint64 workerPid = 0;
    bool hasExtendedKeys = false; ///< the server accepts physical key codes (QEMU extension)
    bool reportsLockLeds = false; ///< the server reports its lock LEDs
    bool hasExtendedClipboard = false; ///< the server supports UTF-8 clipboard text
    bool canBeResized = false; ///< the server accepts size requests (ExtendedDesktopSize)
    /// Why the server refused the last requested size.
    RfbWire::ResizeRefusal lastResizeRefusal = RfbWire::ResizeRefusal::None;
    bool operator==(const DesktopFacts &) const = default;
};

struct DesktopStats {
    Bytes received;
    Bytes sent;
    quint64 updateCount = 0;
    quint64 rects = 0;
    quint64 pixels = 0;
    std::chrono::microseconds decodingTime{};
    std::chrono::microseconds cpuTime{}; ///< CPU time of the worker since its start
    QString encoding; ///< encoding of the last rectangle, for example "Tight"
    std::optional<std::chrono::microseconds> roundTrip; ///< last measured round trip to the server; empty: the server does not support fences
    quint64 requestCount = 0; ///< number of framebuffer update requests that were sent to the server
    std::array<RfbWire::PixelKindStats, RfbWire::pixelKinds> kinds{}; ///< statistics of each RfbWire::PixelKind
    // Current values:
    Bytes demandPerSecond; ///< bytes a second that the server would send without a limit; 0: not known
    std::chrono::microseconds queueTime{}; ///< how long an update waits for earlier updates to be processed
    RfbWire::RequestMode requestMode = RfbWire::RequestMode::OneAtATime;
    std::optional<int> jpegQuality; ///< 0 to 9; empty: lossless
    bool operator==(const DesktopStats &) const = default;
};
}

Q_DECLARE_METATYPE(Nightdesk::DesktopPicture)
