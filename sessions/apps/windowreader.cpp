// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/windowreader.h"

#include "sessions/apps/windowicon.h"
#include "sessions/apps/windowtitle.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr std::uint32_t maxTitleWords = 512;
/// The usual sizes from 16 to 128 and one of 256 have 105,000 values; the rest of the property is not requested.
constexpr std::uint32_t maxIconWords = 110000;

template<typename Reply>
std::optional<Reply> parseReply(std::span<const std::uint8_t> bytes)
{
    Reply reply;
    if (bytes.size() < sizeof(Reply)) {
        return {};
    }
    std::memcpy(&reply, bytes.data(), sizeof(Reply));
    return reply;
}

/// Limits a size in WM_NORMAL_HINTS, which may be any 32-bit number.
int limitedLength(std::uint32_t value)
{
    return static_cast<int>(std::min(value, 32767u));
}
}

WindowReader::WindowReader(XClientProtocol &protocol, const WindowAgentAtoms &atoms, AppWindows &windows)
    : m_xProtocol(protocol)
    , m_atoms(atoms)
    , m_windows(windows)
{
}

void WindowReader::selectEvents(XId window, std::uint32_t eventMask)
{
    const xcb_change_window_attributes_request_t request{.major_opcode = XCB_CHANGE_WINDOW_ATTRIBUTES,
                                                         .pad0 = 0,
                                                         .length = 0,
                                                         .window = window,
                                                         .value_mask = XCB_CW_EVENT_MASK};
    m_xProtocol.sendRequest(request, {reinterpret_cast<const std::uint8_t *>(&eventMask), sizeof(eventMask)});
}

void WindowReader::readChildren(XId window, const std::function<void(const std::vector<XId> &children)> &done)
{
    const xcb_query_tree_request_t request{.major_opcode = XCB_QUERY_TREE, .pad0 = 0, .length = 0, .window = window};
    m_xProtocol.sendRequestWithReply(request, {}, [done](std::span<const std::uint8_t> bytes) {
        std::vector<XId> children;
        if (const auto head = parseReply<xcb_query_tree_reply_t>(bytes); head && sizeof(XId) * head->children_len <= bytes.size() - sizeof(*head)) {
            children.resize(std::min(std::size_t(head->children_len), AppWindows::maxWindows));
            if (!children.empty()) {
                std::memcpy(children.data(), &bytes[sizeof(*head)], sizeof(XId) * children.size());
            }
        }
        done(children);
    });
}

void WindowReader::readProperty(XId window, std::uint32_t property, std::uint32_t maxWords, const std::function<void(const XPropertyValue &value)> &done)
{
    const xcb_get_property_request_t request{.major_opcode = XCB_GET_PROPERTY,
                                             ._delete = 0,
                                             .length = 0,
                                             .window = window,
                                             .property = property,
                                             .type = XCB_ATOM_ANY,
                                             .long_offset = 0,
                                             .long_length = maxWords};
    m_xProtocol.sendRequestWithReply(request, {}, [done](std::span<const std::uint8_t> reply) {
        done(XPropertyValue::parse(reply));
    });
}

void WindowReader::readWindow(XId id, std::uint32_t eventMask, bool needsWmState, const Done &done)
{
    selectEvents(id, eventMask);
    const xcb_get_window_attributes_request_t attributes{.major_opcode = XCB_GET_WINDOW_ATTRIBUTES, .pad0 = 0, .length = 0, .window = id};
    m_xProtocol.sendRequestWithReply(attributes, {}, [this, id](std::span<const std::uint8_t> bytes) {
        const auto reply = parseReply<xcb_get_window_attributes_reply_t>(bytes);
        AppWindow *window = m_windows.find(id);
        if (!reply) {
            m_windows.remove(id);
        } else if (window) {
            window->overrideRedirect = reply->override_redirect != 0;
            window->isInputOnly = reply->_class == XCB_WINDOW_CLASS_INPUT_ONLY;
            m_windows.setMapped(id, reply->map_state != XCB_MAP_STATE_UNMAPPED);
        }
    });
    const xcb_get_geometry_request_t geometry{.major_opcode = XCB_GET_GEOMETRY, .pad0 = 0, .length = 0, .drawable = id};
    m_xProtocol.sendRequestWithReply(geometry, {}, [this, id](std::span<const std::uint8_t> bytes) {
        const auto reply = parseReply<xcb_get_geometry_reply_t>(bytes);
        AppWindow *window = m_windows.find(id);
        if (reply && window) {
            window->rect = QRect(reply->x, reply->y, reply->width, reply->height);
            window->borderWidth = reply->border_width;
        }
    });
    // all properties are stored together, when the last reply arrives
    const auto draft = std::make_shared<AppWindowProperties>();
    readProperty(id, XCB_ATOM_WM_TRANSIENT_FOR, 1, [draft](const XPropertyValue &value) {
        const auto numbers = value.numbers(XCB_ATOM_WINDOW);
        draft->transientFor = numbers.empty() ? 0 : numbers.front();
        draft->isTransient = draft->transientFor != 0;
    });
    readProperty(id, m_atoms.netWmWindowType, 32, [this, draft](const XPropertyValue &value) {
        const auto types = value.numbers(XCB_ATOM_ATOM);
        draft->hasAuxiliaryType = !types.empty() && !std::ranges::contains(types, m_atoms.netWmWindowTypeNormal);
    });
    readProperty(id, XCB_ATOM_WM_NORMAL_HINTS, 18, [this, draft](const XPropertyValue &value) {
        readSizeHints(*draft, value);
    });
    readProperty(id, XCB_ATOM_WM_HINTS, 9, [draft](const XPropertyValue &value) {
        constexpr std::uint32_t inputHint = 1;
        constexpr std::uint32_t iconPixmapHint = 4;
        constexpr std::uint32_t iconMaskHint = 32;
        const auto hints = value.numbers(XCB_ATOM_WM_HINTS);
        const std::uint32_t flags = hints.empty() ? 0 : hints[0];
        draft->acceptsFocus = hints.size() < 2 || (flags & inputHint) == 0 || hints[1] != 0;
        draft->iconPixmap = hints.size() > 3 && (flags & iconPixmapHint) != 0 ? hints[3] : 0;
        draft->iconMask = hints.size() > 7 && (flags & iconMaskHint) != 0 ? hints[7] : 0;
    });
    readProperty(id, m_atoms.wmProtocols, 64, [this, draft](const XPropertyValue &value) {
        const auto protocols = value.numbers(XCB_ATOM_ATOM);
        draft->supportsDeleteWindow = std::ranges::contains(protocols, m_atoms.wmDeleteWindow);
        draft->usesTakeFocus = std::ranges::contains(protocols, m_atoms.wmTakeFocus);
    });
    readProperty(id, m_atoms.wmState, 2, [this, draft, needsWmState](const XPropertyValue &value) {
        draft->belongsToProgram = !needsWmState || !value.numbers(m_atoms.wmState).empty();
    });
    readTitle(id, [this, id, draft, done] {
        if (AppWindow *window = m_windows.find(id)) {
            static_cast<AppWindowProperties &>(*window) = *draft;
            window->arePropertiesRead = true;
        }
        done();
    });
}

void WindowReader::readSizeHints(AppWindowProperties &properties, const XPropertyValue &value) const
{
    constexpr std::uint32_t userPosition = 1;
    constexpr std::uint32_t minimumSize = 16;
    constexpr std::uint32_t maximumSize = 32;
    const auto hints = value.numbers(XCB_ATOM_WM_SIZE_HINTS);
    if (hints.size() < 9) {
        return;
    }
    properties.hasUserPosition = (hints[0] & userPosition) != 0;
    if ((hints[0] & minimumSize) != 0) {
        properties.minimumSize = QSize(limitedLength(hints[5]), limitedLength(hints[6]));
    }
    if ((hints[0] & maximumSize) != 0) {
        properties.maximumSize = QSize(limitedLength(hints[7]), limitedLength(hints[8]));
    }
}

void WindowReader::readTitle(XId id, const Done &done)
{
    const auto newer = std::make_shared<QString>();
    readProperty(id, m_atoms.netWmName, maxTitleWords, [this, newer](const XPropertyValue &value) {
        *newer = decodeTitle(value);
    });
    readProperty(id, XCB_ATOM_WM_NAME, maxTitleWords, [this, id, newer, done](const XPropertyValue &value) {
        if (AppWindow *window = m_windows.find(id)) {
            window->title = newer->isEmpty() ? decodeTitle(value) : *newer;
        }
        done();
    });
}

QString WindowReader::decodeTitle(const XPropertyValue &value) const
{
    if (value.format != 8) {
        return {};
    }
    const QByteArrayView bytes(value.bytes.data(), static_cast<qsizetype>(value.bytes.size()));
    using enum WindowTitle::Encoding;
    return WindowTitle::decode(bytes, value.type == XCB_ATOM_STRING ? Latin1 : value.type == m_atoms.compoundText ? CompoundText : Utf8);
}

void WindowReader::readIcon(XId id, const std::function<void(const QList<QImage> &icon)> &done)
{
    readProperty(id, m_atoms.netWmIcon, maxIconWords, [this, id, done](const XPropertyValue &value) {
        const QList<QImage> pictures = WindowIcon::fromProperty(value.numbers(XCB_ATOM_CARDINAL));
        const AppWindow *window = m_windows.find(id);
        if (!pictures.isEmpty() || !window || window->iconPixmap == 0) {
            done(pictures);
            return;
        }
        const auto picture = std::make_shared<QImage>();
        readPixmap(window->iconPixmap, [picture](const QImage &image) {
            *picture = image;
        });
        // The replies arrive in the order of the requests, so the picture is known when the mask arrives. If the window has no mask, the id 0
        // causes an error, and the mask is null.
        readPixmap(window->iconMask, [picture, done](const QImage &mask) {
            done(picture->isNull() ? QList<QImage>() : QList{WindowIcon::masked(*picture, mask)});
        });
    });
}

void WindowReader::readPixmap(XId pixmap, const std::function<void(const QImage &image)> &done)
{
    // Requests the size first, because an area beyond the pixmap is an error. The extra round trip does not matter for an icon.
    const xcb_get_geometry_request_t geometry{.major_opcode = XCB_GET_GEOMETRY, .pad0 = 0, .length = 0, .drawable = pixmap};
    m_xProtocol.sendRequestWithReply(geometry, {}, [this, pixmap, done](std::span<const std::uint8_t> bytes) {
        const auto reply = parseReply<xcb_get_geometry_reply_t>(bytes);
        const QSize size = reply ? QSize(reply->width, reply->height).boundedTo(QSize(WindowIcon::maxSide, WindowIcon::maxSide)) : QSize(0, 0);
        const xcb_get_image_request_t request{.major_opcode = XCB_GET_IMAGE,
                                              .format = XCB_IMAGE_FORMAT_Z_PIXMAP,
                                              .length = 0,
                                              .drawable = pixmap,
                                              .x = 0,
                                              .y = 0,
                                              .width = static_cast<std::uint16_t>(size.width()),
                                              .height = static_cast<std::uint16_t>(size.height()),
                                              .plane_mask = ~0u};
        m_xProtocol.sendRequestWithReply(request, {}, [this, size, done](std::span<const std::uint8_t> image) {
            done(image.size() < sizeof(xcb_get_image_reply_t)
                     ? QImage()
                     : WindowIcon::fromImage(image.subspan(sizeof(xcb_get_image_reply_t)), image[1], size, m_xProtocol.screen()));
        });
    });
}
}
