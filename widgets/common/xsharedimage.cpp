// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/xsharedimage.h"

#include "sessions/base/xowned.h"
#include "widgets/common/xeventfilter.h"

#include <QGuiApplication>

#include <fcntl.h>
#include <sys/socket.h>

#include <xcb/shm.h>
#include <xcb/xcb.h>

#include <bit>
#include <utility>

namespace Nightdesk
{
namespace
{
bool canPassDescriptors(xcb_connection_t *connection)
{
    // Only Unix sockets can pass descriptors: on any other socket, libxcb would end the connection.
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    if (::getsockname(xcb_get_file_descriptor(connection), reinterpret_cast<sockaddr *>(&address), &size) != 0 || address.ss_family != AF_UNIX) {
        return false;
    }
    const xcb_query_extension_reply_t *extension = xcb_get_extension_data(connection, &xcb_shm_id);
    if (!extension || !extension->present || qEnvironmentVariableIsSet("QT_XCB_NO_MITSHM")) {
        return false;
    }
    const XOwned<xcb_shm_query_version_reply_t> version(xcb_shm_query_version_reply(connection, xcb_shm_query_version(connection), nullptr));
    return version && (version->major_version > 1 || (version->major_version == 1 && version->minor_version >= 2));
}

/// Whether pixels of this visual are those of QImage::Format_RGB32.
bool isRgb32(const xcb_setup_t *setup, xcb_visualid_t visual, std::uint8_t depth)
{
    constexpr auto order = std::endian::native == std::endian::little ? XCB_IMAGE_ORDER_LSB_FIRST : XCB_IMAGE_ORDER_MSB_FIRST;
    if (setup->image_byte_order != order || (depth != 24 && depth != 32)) {
        return false;
    }
    for (auto screen = xcb_setup_roots_iterator(setup); screen.rem > 0; xcb_screen_next(&screen)) {
        for (auto depths = xcb_screen_allowed_depths_iterator(screen.data); depths.rem > 0; xcb_depth_next(&depths)) {
            for (auto type = xcb_depth_visuals_iterator(depths.data); type.rem > 0; xcb_visualtype_next(&type)) {
                if (type.data->visual_id == visual) {
                    return type.data->red_mask == 0xff0000 && type.data->green_mask == 0xff00 && type.data->blue_mask == 0xff;
                }
            }
        }
    }
    return false;
}
}

std::unique_ptr<XSharedImage> XSharedImage::attach(UniqueFd memory, const QSize &size)
{
    const auto *const x11 = qGuiApp->nativeInterface<QNativeInterface::QX11Application>();
    xcb_connection_t *const connection = x11 ? x11->connection() : nullptr;
    const int seals = memory.isValid() ? ::fcntl(memory.get(), F_GET_SEALS) : -1;
    if (!connection || seals < 0 || !(seals & F_SEAL_SHRINK) || !canPassDescriptors(connection)) {
        return nullptr;
    }
    const xcb_shm_seg_t segment = xcb_generate_id(connection);
    constexpr std::uint8_t readWrite = 0; // as in Qt and vncviewer: X servers may not be tested with read-only segments
    // libxcb closes the descriptor after sending it.
    const xcb_void_cookie_t request = xcb_shm_attach_fd_checked(connection, segment, memory.release(), readWrite);
    if (const XOwned<xcb_generic_error_t> error{xcb_request_check(connection, request)}) {
        return nullptr;
    }
    const xcb_query_extension_reply_t *extension = xcb_get_extension_data(connection, &xcb_shm_id);
    return std::unique_ptr<XSharedImage>(new XSharedImage(connection, size, segment, extension->major_opcode, extension->first_event));
}

XSharedImage::XSharedImage(xcb_connection_t *connection, const QSize &size, std::uint32_t segment, std::uint8_t opcode, std::uint8_t completion)
    : m_xConnection(connection)
    , m_imageSize(size)
    , m_shmSegment(segment)
    , m_shmOpcode(opcode)
    , m_completionEventType(completion)
{
    connect(XEventFilter::instance(), &XEventFilter::eventCame, this, &XSharedImage::handleXEvent);
}

XSharedImage::~XSharedImage()
{
    if (m_graphicsContext != 0) {
        xcb_free_gc(m_xConnection, m_graphicsContext);
    }
    xcb_shm_detach(m_xConnection, m_shmSegment);
    xcb_flush(m_xConnection);
}

bool XSharedImage::prepareWindow(std::uint32_t window)
{
    if (window == m_lastWindowId) {
        return m_lastWindowDepth.has_value();
    }
    if (m_graphicsContext != 0) {
        xcb_free_gc(m_xConnection, std::exchange(m_graphicsContext, 0));
    }
    m_lastWindowId = window;
    m_lastWindowDepth.reset();
    const auto geometryRequest = xcb_get_geometry(m_xConnection, window);
    const auto attributesRequest = xcb_get_window_attributes(m_xConnection, window);
    const XOwned<xcb_get_geometry_reply_t> geometry(xcb_get_geometry_reply(m_xConnection, geometryRequest, nullptr));
    const XOwned<xcb_get_window_attributes_reply_t> attributes(xcb_get_window_attributes_reply(m_xConnection, attributesRequest, nullptr));
    if (!geometry || !attributes || !isRgb32(xcb_get_setup(m_xConnection), attributes->visual, geometry->depth)) {
        return false;
    }
    m_lastWindowDepth = geometry->depth;
    m_graphicsContext = xcb_generate_id(m_xConnection);
    xcb_create_gc(m_xConnection, m_graphicsContext, window, 0, nullptr);
    return true;
}

bool XSharedImage::drawParts(std::uint32_t window, std::span<const Part> parts)
{
    if (parts.empty() || !prepareWindow(window)) {
        return false;
    }
    for (const Part &part : parts) {
        const QRect &from = part.imageRect;
        const std::uint8_t confirm = &part == &parts.back() ? 1 : 0; // only the last draw is confirmed: X requests run in order
        xcb_shm_put_image(m_xConnection,
                          window,
                          m_graphicsContext,
                          m_imageSize.width(),
                          m_imageSize.height(),
                          from.x(),
                          from.y(),
                          from.width(),
                          from.height(),
                          part.windowPosition.x(),
                          part.windowPosition.y(),
                          *m_lastWindowDepth,
                          XCB_IMAGE_FORMAT_Z_PIXMAP,
                          confirm,
                          m_shmSegment,
                          0);
    }
    xcb_flush(m_xConnection);
    ++m_unconfirmedDraws;
    return true;
}

void XSharedImage::handleXEvent(const xcb_generic_event_t *event)
{
    if (m_unconfirmedDraws == 0) {
        return;
    }
    const bool isOurs =
        (event->response_type & 0x7f) == m_completionEventType && reinterpret_cast<const xcb_shm_completion_event_t *>(event)->shmseg == m_shmSegment;
    // PutImage fails if the window was destroyed meanwhile: then the X server does not read the image any more.
    const auto *const error = reinterpret_cast<const xcb_generic_error_t *>(event);
    const bool isFailure = event->response_type == 0 && error->major_code == m_shmOpcode && error->minor_code == XCB_SHM_PUT_IMAGE;
    if (!isOurs && !isFailure) {
        return;
    }
    if (isFailure) {
        m_lastWindowId = 0; // forget the window, because a later window may get the same id
    }
    m_unconfirmedDraws = isFailure ? 0 : m_unconfirmedDraws - 1;
    if (m_unconfirmedDraws == 0) {
        Q_EMIT imageReadByServer();
    }
}
}
