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
/// DirectPainter. GUI thread.
class XSharedImage : public QObject
{
    Q_OBJECT
public:
    struct Part {
        QRect source; ///< inside the image
        QPoint target; ///< in the window, device pixels
    };

    /// @p memory: rows of @p size.width() pixels, in the format of QImage::Format_RGB32. Null: not on X11, the X server is not local, or the memory
    /// may shrink, which would end an X server that reads it.
    static std::unique_ptr<XSharedImage> attach(UniqueFd memory, const QSize &size);
    ~XSharedImage() override;

    const QSize &size() const
    {
        return m_size;
    }
    /// Lets the X server read @p parts, at least one. False: this window has another pixel format.
    bool put(std::uint32_t window, std::span<const Part> parts);

Q_SIGNALS:
    void read(); ///< the X server has read everything that put() asked for

private:
    XSharedImage(xcb_connection_t *connection, const QSize &size, std::uint32_t segment, std::uint8_t opcode, std::uint8_t completion);

    void handle(const xcb_generic_event_t *event);
    bool prepare(std::uint32_t window);

    xcb_connection_t *const m_connection;
    const QSize m_size;
    const std::uint32_t m_segment;
    const std::uint8_t m_opcode; ///< of MIT-SHM's requests
    const std::uint8_t m_completion; ///< of its event
    int m_reading = 0; ///< calls of put() that are not confirmed yet
    // Of the last window:
    std::uint32_t m_window = 0;
    std::uint32_t m_context = 0;
    std::optional<std::uint8_t> m_depth; ///< empty: another pixel format
};
}
