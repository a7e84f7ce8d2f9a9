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
/// The remote desktop's picture as it is mapped here: read-only pixels that the worker writes. Copyable; the mapping lives
/// until the last copy goes. The image shares the mapping (never detach it by writing).
struct DesktopPicture {
    quint32 generation = 0; ///< 0: no picture yet
    QImage image; ///< Format_RGB32, device pixels of the server
};

/// What the status shows of a desktop's worker.
struct DesktopFacts {
    QString name; ///< the server's own, display-safe
    QString protocol; ///< "RFB 3.8, VncAuth"
    bool seccomp = false;
    bool landlock = false;
    qint64 workerPid = 0;
    bool extendedKeys = false; ///< its server takes physical keys (QEMU)
    bool leds = false; ///< its server tells of its lock lights
    bool extendedClipboard = false; ///< its server's clipboard knows UTF-8
    bool canBeResized = false; ///< its server takes another size when it is asked (ExtendedDesktopSize)
    RfbWire::ResizeRefusal resizeRefusal = RfbWire::ResizeRefusal::None; ///< of the size that was asked for last
    bool operator==(const DesktopFacts &) const = default;
};

struct DesktopStats {
    Bytes received;
    Bytes sent;
    quint64 updates = 0;
    quint64 rects = 0;
    quint64 pixels = 0;
    std::chrono::microseconds decoding{};
    std::chrono::microseconds cpu{};
    QString encoding; ///< of the last rectangle: "Tight"
    std::optional<std::chrono::microseconds> roundTrip; ///< to the server itself and back, last measured; empty: it has no fences
    quint64 requests = 0; ///< for updates, sent
    std::array<RfbWire::KindStats, RfbWire::pixelKinds> kinds{}; ///< by RfbWire::PixelKind
    // As it is now:
    Bytes demand; ///< per second: what its server would send if nothing held it back; 0: not known
    std::chrono::microseconds queue{}; ///< what an update waits because of those before it
    RfbWire::AskingWay way = RfbWire::AskingWay::Stock;
    std::optional<int> jpegQuality; ///< 0 to 9; empty: exact pixels only
    bool operator==(const DesktopStats &) const = default;
};
}

Q_DECLARE_METATYPE(Nightdesk::DesktopPicture)
