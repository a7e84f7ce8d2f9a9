// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <QObject>
#include <QPoint>
#include <QRect>
#include <QSize>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include <xcb/xcb.h>

namespace Nightdesk
{
/// An image in shared memory that the X server reads directly into a window (MIT-SHM 1.2), so that this process copies no pixels. Owned by
/// SharedMemoryPainter. GUI thread.
class XSharedImage : public QObject
{
    Q_OBJECT
public:
    struct Part {
        QRect imageRect; ///< the part of the image to show, in pixels of the image
        QPoint windowPosition; ///< where the part is shown in the window, in device pixels
    };

    /// @p memory: rows of @p size.width() pixels, in the format of QImage::Format_RGB32. Null: not on X11, the X server is not local, or the memory
    /// may shrink, which would end an X server that reads it.
    static std::unique_ptr<XSharedImage> attach(UniqueFd memory, const QSize &size);
    ~XSharedImage() override;

    const QSize &size() const
    {
        return m_imageSize;
    }
    /// Asks the X server to draw @p parts (at least one) into the window. False: the window has another pixel format than the image.
    bool drawParts(std::uint32_t window, std::span<const Part> parts);

Q_SIGNALS:
    void imageReadByServer(); ///< the X server has read the image for all calls of drawParts()

private:
    XSharedImage(xcb_connection_t *connection, const QSize &size, std::uint32_t segment, std::uint8_t opcode, std::uint8_t completion);

    void handleXEvent(const xcb_generic_event_t *event);
    bool prepareWindow(std::uint32_t window);

    xcb_connection_t *const m_xConnection;
    const QSize m_imageSize;
    const std::uint32_t m_shmSegment;
    const std::uint8_t m_shmOpcode; ///< opcode of the requests of the X extension MIT-SHM
    const std::uint8_t m_completionEventType; ///< type of the event by which MIT-SHM reports that an image was read
    int m_unconfirmedDraws = 0; ///< calls of drawParts() that are not confirmed yet
    std::uint32_t m_lastWindowId = 0; ///< the window into which drawParts() drew last, as for the next two members
    std::uint32_t m_graphicsContext = 0;
    std::optional<std::uint8_t> m_lastWindowDepth; ///< color depth of the window; empty: the window has another pixel format than the image
};
}
