// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/xsharedimage.h"

#include "widgets/common/xeventfilter.h"

#include <QGuiApplication>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <xcb/xcb.h>
#include <xcb/xcbext.h>

#include <bit>
#include <cstdlib>
#include <utility>

namespace Nightdesk
{
namespace
{
// Defines the few MIT-SHM requests that are needed here, instead of a dependency on libxcb-shm.
xcb_extension_t sharedMemory{"MIT-SHM", 0};
enum Request : std::uint8_t {
    QueryVersion = 0,
    Detach = 2,
    PutImage = 3,
    AttachFd = 6,
};

struct Header {
    std::uint8_t opcode = 0; // libxcb sets all three fields of the header
    std::uint8_t minor = 0;
    std::uint16_t length = 0;
};
struct VersionReply {
    std::uint8_t type;
    std::uint8_t sharedPixmaps;
    std::uint16_t sequence;
    std::uint32_t length;
    std::uint16_t major;
    std::uint16_t minor;
};
struct DetachRequest {
    Header header{};
    std::uint32_t segment = 0;
};
struct AttachRequest {
    Header header{};
    std::uint32_t segment = 0;
    std::uint8_t readOnly = 0; // 0, as in Qt and vncviewer: X servers may not be tested with read-only segments
    std::uint8_t pad[3]{};
};
struct PutRequest {
    Header header{};
    std::uint32_t window = 0;
    std::uint32_t context = 0;
    std::uint16_t totalWidth = 0;
    std::uint16_t totalHeight = 0;
    std::uint16_t sourceX = 0;
    std::uint16_t sourceY = 0;
    std::uint16_t width = 0;
    std::uint16_t height = 0;
    std::int16_t targetX = 0;
    std::int16_t targetY = 0;
    std::uint8_t depth = 0;
    std::uint8_t format = XCB_IMAGE_FORMAT_Z_PIXMAP;
    std::uint8_t sendEvent = 0;
    std::uint8_t pad = 0;
    std::uint32_t segment = 0;
    std::uint32_t offset = 0;
};
static_assert(sizeof(PutRequest) == 40 && sizeof(AttachRequest) == 12 && sizeof(DetachRequest) == 8);
struct CompletionEvent {
    std::uint8_t type;
    std::uint8_t pad;
    std::uint16_t sequence;
    std::uint32_t window;
    std::uint16_t minor;
    std::uint8_t major;
    std::uint8_t pad2;
    std::uint32_t segment;
};

struct FreeReply {
    void operator()(void *reply) const
    {
        std::free(reply);
    }
};
template<class T>
using XReply = std::unique_ptr<T, FreeReply>;

template<class T>
unsigned send(xcb_connection_t *connection, Request which, T &request, int flags = 0, int *descriptor = nullptr)
{
    iovec parts[4]{}; // libxcb needs the first two elements for itself
    parts[2] = {&request, sizeof request};
    const xcb_protocol_request_t protocol{2, &sharedMemory, which, which == QueryVersion ? std::uint8_t{0} : std::uint8_t{1}};
    return descriptor ? xcb_send_request_with_fds(connection, flags, parts + 2, &protocol, 1, descriptor)
                      : xcb_send_request(connection, flags, parts + 2, &protocol);
}

bool passesDescriptors(xcb_connection_t *connection)
{
    // Only Unix sockets can pass descriptors: on any other socket, libxcb would end the connection.
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    if (::getsockname(xcb_get_file_descriptor(connection), reinterpret_cast<sockaddr *>(&address), &size) != 0 || address.ss_family != AF_UNIX) {
        return false;
    }
    const xcb_query_extension_reply_t *extension = xcb_get_extension_data(connection, &sharedMemory);
    if (!extension || !extension->present || qEnvironmentVariableIsSet("QT_XCB_NO_MITSHM")) {
        return false;
    }
    Header query;
    const unsigned sequence = send(connection, QueryVersion, query, XCB_REQUEST_CHECKED);
    xcb_generic_error_t *error = nullptr;
    const XReply<VersionReply> version(static_cast<VersionReply *>(xcb_wait_for_reply(connection, sequence, &error)));
    std::free(error);
    return version && (version->major > 1 || (version->major == 1 && version->minor >= 2));
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
    if (!connection || seals < 0 || !(seals & F_SEAL_SHRINK) || !passesDescriptors(connection)) {
        return nullptr;
    }
    AttachRequest request;
    request.segment = xcb_generate_id(connection);
    int descriptor = memory.release(); // libxcb closes the descriptor after sending it
    const unsigned sequence = send(connection, AttachFd, request, XCB_REQUEST_CHECKED, &descriptor);
    if (const XReply<xcb_generic_error_t> error{xcb_request_check(connection, xcb_void_cookie_t{sequence})}) {
        return nullptr;
    }
    const xcb_query_extension_reply_t *extension = xcb_get_extension_data(connection, &sharedMemory);
    return std::unique_ptr<XSharedImage>(new XSharedImage(connection, size, request.segment, extension->major_opcode, extension->first_event));
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
    DetachRequest request;
    request.segment = m_shmSegment;
    send(m_xConnection, Detach, request);
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
    const XReply<xcb_get_geometry_reply_t> geometry(xcb_get_geometry_reply(m_xConnection, geometryRequest, nullptr));
    const XReply<xcb_get_window_attributes_reply_t> attributes(xcb_get_window_attributes_reply(m_xConnection, attributesRequest, nullptr));
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
        PutRequest request;
        request.window = window;
        request.context = m_graphicsContext;
        request.totalWidth = static_cast<std::uint16_t>(m_imageSize.width());
        request.totalHeight = static_cast<std::uint16_t>(m_imageSize.height());
        request.sourceX = static_cast<std::uint16_t>(part.imageRect.x());
        request.sourceY = static_cast<std::uint16_t>(part.imageRect.y());
        request.width = static_cast<std::uint16_t>(part.imageRect.width());
        request.height = static_cast<std::uint16_t>(part.imageRect.height());
        request.targetX = static_cast<std::int16_t>(part.windowPosition.x());
        request.targetY = static_cast<std::int16_t>(part.windowPosition.y());
        request.depth = *m_lastWindowDepth;
        request.sendEvent = &part == &parts.back() ? 1 : 0; // only for the last part, because the X server executes requests in order
        request.segment = m_shmSegment;
        send(m_xConnection, PutImage, request);
    }
    xcb_flush(m_xConnection);
    ++m_unconfirmedPuts;
    return true;
}

void XSharedImage::handleXEvent(const xcb_generic_event_t *event)
{
    if (m_unconfirmedPuts == 0) {
        return;
    }
    const bool isOurs = (event->response_type & 0x7f) == m_completionEventType && reinterpret_cast<const CompletionEvent *>(event)->segment == m_shmSegment;
    // PutImage fails if the window was destroyed meanwhile: then the X server does not read the image any more.
    const auto *const error = reinterpret_cast<const xcb_generic_error_t *>(event);
    const bool isFailure = event->response_type == 0 && error->major_code == m_shmOpcode && error->minor_code == PutImage;
    if (!isOurs && !isFailure) {
        return;
    }
    if (isFailure) {
        m_lastWindowId = 0; // forget the window, because a later window may get the same id
    }
    m_unconfirmedPuts = isFailure ? 0 : m_unconfirmedPuts - 1;
    if (m_unconfirmedPuts == 0) {
        Q_EMIT serverHasRead();
    }
}
}
