// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/xserverconnection.h"

#include "sessions/xwindows/protocol/cookietable.h"
#include "sessions/xwindows/protocol/xsetuprequest.h"

#include <fcntl.h>
#include <sys/uio.h>
#include <xcb/xcbext.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstring>

namespace Nightdesk
{
namespace
{
xcb_extension_t securityExtension = {"SECURITY", 0}; // libxcb has no module for it

constexpr std::uint32_t maxFrame = 1000; ///< pixels; a wider frame is not from a window manager

template<typename T>
XOwned<T> own(T *reply)
{
    return XOwned<T>(reply);
}

/// Sends a request of the SECURITY extension. @p body: the request after its 4-byte header. Returns the reply; empty: an error.
XOwned<std::uint8_t> sendSecurityExtensionRequest(xcb_connection_t *xcb, std::uint8_t opcode, std::vector<std::uint8_t> body, bool hasReply)
{
    body.insert(body.begin(), 4, 0); // the header, which libxcb fills in
    std::array<iovec, 3> parts{}; // libxcb needs two free entries in front
    parts[2] = {.iov_base = body.data(), .iov_len = body.size()};
    const xcb_protocol_request_t request = {.count = 1, .ext = &securityExtension, .opcode = opcode, .isvoid = static_cast<std::uint8_t>(hasReply ? 0 : 1)};
    const unsigned int sequence = xcb_send_request(xcb, XCB_REQUEST_CHECKED, parts.data() + 2, &request);
    xcb_generic_error_t *error = nullptr;
    XOwned<std::uint8_t> reply;
    if (hasReply) {
        reply.reset(static_cast<std::uint8_t *>(xcb_wait_for_reply(xcb, sequence, &error)));
    } else {
        error = xcb_request_check(xcb, {sequence});
    }
    std::free(error);
    return reply;
}

void append(std::vector<std::uint8_t> &bytes, std::unsigned_integral auto value)
{
    const auto *begin = reinterpret_cast<const std::uint8_t *>(&value);
    bytes.insert(bytes.end(), begin, begin + sizeof(value)); // libxcb uses the machine's own byte order
}

void sendClientMessage(xcb_connection_t *xcb,
                       xcb_window_t destination,
                       std::uint32_t eventMask,
                       xcb_window_t window,
                       xcb_atom_t type,
                       const std::array<std::uint32_t, 5> &data)
{
    xcb_client_message_event_t event{};
    event.response_type = XCB_CLIENT_MESSAGE;
    event.format = 32;
    event.window = window;
    event.type = type;
    std::ranges::copy(data, event.data.data32);
    xcb_send_event(xcb, false, destination, eventMask, reinterpret_cast<const char *>(&event));
}
}

xcb_window_t createInputOnlyWindow(xcb_connection_t *xcb, xcb_window_t root, std::uint32_t valueMask, const std::uint32_t *values)
{
    const xcb_window_t window = xcb_generate_id(xcb);
    xcb_create_window(xcb, XCB_COPY_FROM_PARENT, window, root, -1, -1, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_ONLY, XCB_COPY_FROM_PARENT, valueMask, values);
    return window;
}

std::unique_ptr<XServerConnection> XServerConnection::open(UniqueFd socket, const XAuthorization &authorization, int screen)
{
    std::string name = authorization.name;
    std::string data = authorization.data;
    xcb_auth_info_t info = {.namelen = static_cast<int>(name.size()), .name = name.data(), .datalen = static_cast<int>(data.size()), .data = data.data()};
    std::unique_ptr<XServerConnection> result(new XServerConnection);
    result->m_xcb = xcb_connect_to_fd(socket.release(), name.empty() ? nullptr : &info);
    if (result->isBroken()) {
        return {};
    }
    xcb_screen_iterator_t screens = xcb_setup_roots_iterator(xcb_get_setup(result->m_xcb));
    for (; screens.rem > 1 && screen > 0; --screen) {
        xcb_screen_next(&screens);
    }
    if (screens.rem == 0) {
        return {};
    }
    result->m_screen = screens.data;
    result->internAtoms();
    return result;
}

XServerConnection::~XServerConnection()
{
    xcb_disconnect(m_xcb);
}

void XServerConnection::internAtoms()
{
    const std::pair<const char *, xcb_atom_t *> wanted[] = {
        {"_NET_SUPPORTING_WM_CHECK", &m_atoms.netSupportingWmCheck},
        {"_NET_SUPPORTED", &m_atoms.netSupported},
        {"_NET_MOVERESIZE_WINDOW", &m_atoms.netMoveResizeWindow},
        {"_NET_ACTIVE_WINDOW", &m_atoms.netActiveWindow},
        {"_NET_FRAME_EXTENTS", &m_atoms.netFrameExtents},
        {"_NET_RESTACK_WINDOW", &m_atoms.netRestackWindow},
        {"_NET_CLIENT_LIST_STACKING", &m_atoms.netClientListStacking},
        {"_NET_WM_STATE", &m_atoms.netWmState},
        {"_NET_WM_STATE_BELOW", &m_atoms.netWmStateBelow},
        {"_NET_WM_STATE_SKIP_TASKBAR", &m_atoms.netWmStateSkipTaskbar},
        {"_NET_WM_USER_TIME", &m_atoms.netWmUserTime},
        {"_NET_WM_WINDOW_TYPE", &m_atoms.netWmWindowType},
        {"_NET_WM_WINDOW_TYPE_NORMAL", &m_atoms.netWmWindowTypeNormal},
        {"WM_STATE", &m_atoms.wmState},
        {"WM_PROTOCOLS", &m_atoms.wmProtocols},
        {"WM_TAKE_FOCUS", &m_atoms.wmTakeFocus},
        {"WM_DELETE_WINDOW", &m_atoms.wmDeleteWindow},
        {"WM_CHANGE_STATE", &m_atoms.wmChangeState},
    };
    std::vector<xcb_intern_atom_cookie_t> cookies;
    for (const auto &[name, atom] : wanted) {
        cookies.push_back(xcb_intern_atom(m_xcb, false, static_cast<std::uint16_t>(std::strlen(name)), name));
    }
    for (std::size_t i = 0; i < cookies.size(); ++i) {
        if (const auto reply = own(xcb_intern_atom_reply(m_xcb, cookies[i], nullptr))) {
            *wanted[i].second = reply->atom;
        }
    }
}

xcb_connection_t *XServerConnection::xcb() const
{
    return m_xcb;
}

bool XServerConnection::isBroken() const
{
    return xcb_connection_has_error(m_xcb) != 0;
}

int XServerConnection::fd() const
{
    return xcb_get_file_descriptor(m_xcb);
}

const xcb_screen_t &XServerConnection::screen() const
{
    return *m_screen;
}

xcb_window_t XServerConnection::root() const
{
    return m_screen->root;
}

QRect XServerConnection::rootRect() const
{
    // RandR may have changed the root window's size since the connection was opened.
    const auto now = facts(m_screen->root);
    return now ? now->rect : QRect(0, 0, m_screen->width_in_pixels, m_screen->height_in_pixels);
}

const XServerConnection::Atoms &XServerConnection::atoms() const
{
    return m_atoms;
}

std::optional<UntrustedAuthorization> XServerConnection::makeUntrustedCookie()
{
    const xcb_query_extension_reply_t *extension = xcb_get_extension_data(m_xcb, &securityExtension);
    if (!extension || !extension->present) {
        return {};
    }
    constexpr std::uint8_t queryVersion = 0;
    constexpr std::uint8_t generateAuthorization = 1;
    constexpr std::uint32_t timeoutAndTrustLevel = 3;
    constexpr std::uint32_t untrusted = 1;
    std::vector<std::uint8_t> version;
    append(version, std::uint16_t(1));
    append(version, std::uint16_t(0));
    sendSecurityExtensionRequest(m_xcb, queryVersion, version, true);
    std::vector<std::uint8_t> body;
    append(body, static_cast<std::uint16_t>(xCookieProtocol.size()));
    append(body, std::uint16_t(0)); // size of the cookie in this request: none, since the server makes the cookie
    append(body, timeoutAndTrustLevel);
    XBytes::appendPadded(body, xCookieProtocol);
    append(body, std::uint32_t(0)); // no timeout: with the usual 60 s a program's later connections are refused
    append(body, untrusted);
    const auto reply = sendSecurityExtensionRequest(m_xcb, generateAuthorization, std::move(body), true);
    if (!reply) {
        return {};
    }
    UntrustedAuthorization result;
    std::uint16_t size = 0;
    std::uint32_t length = 0;
    std::memcpy(&length, reply.get() + 4, sizeof(length));
    std::memcpy(&result.id, reply.get() + 8, sizeof(result.id));
    std::memcpy(&size, reply.get() + 12, sizeof(size));
    if (size > length * 4) {
        return {};
    }
    result.authorization.name = xCookieProtocol;
    result.authorization.data.assign(reinterpret_cast<const char *>(reply.get() + 32), size);
    return result;
}

void XServerConnection::revokeUntrustedCookie(std::uint32_t id)
{
    constexpr std::uint8_t revokeAuthorization = 2;
    std::vector<std::uint8_t> body;
    append(body, id);
    sendSecurityExtensionRequest(m_xcb, revokeAuthorization, std::move(body), false);
}

XServerAccess XServerConnection::accessFor(const XAuthorization &authorization) const
{
    const auto codes = [this](std::string_view name) {
        const auto cookie = xcb_query_extension(m_xcb, static_cast<std::uint16_t>(name.size()), name.data());
        const auto reply = own(xcb_query_extension_reply(m_xcb, cookie, nullptr));
        return reply && reply->present ? XInputExtensionCodes{.majorOpcode = reply->major_opcode, .firstEvent = reply->first_event} : XInputExtensionCodes();
    };
    XServerAccess access{.authorization = authorization,
                         .inputExtensionCodes = codes("XInputExtension"),
                         .requestCodes = {.bigRequests = codes("BIG-REQUESTS").majorOpcode, .localOnlyOpcodes = {}},
                         .serverFd = shareFd(UniqueFd(::fcntl(fd(), F_DUPFD_CLOEXEC, 0)))};
    for (const std::string_view name : XRequestFilter::localOnlyExtensions) {
        if (const std::uint8_t code = codes(name).majorOpcode; code != 0) {
            access.requestCodes.localOnlyOpcodes.push_back(code);
        }
    }
    return access;
}

std::optional<QStringList> XServerConnection::extensions() const
{
    const auto reply = own(xcb_list_extensions_reply(m_xcb, xcb_list_extensions(m_xcb), nullptr));
    if (!reply) {
        return {};
    }
    QStringList names;
    for (auto name = xcb_list_extensions_names_iterator(reply.get()); name.rem > 0; xcb_str_next(&name)) {
        names << QString::fromLatin1(xcb_str_name(name.data), xcb_str_name_length(name.data));
    }
    return names;
}

std::optional<XServerConnection::WindowFacts> XServerConnection::facts(xcb_window_t window) const
{
    const auto attributesCookie = xcb_get_window_attributes(m_xcb, window);
    const auto geometryCookie = xcb_get_geometry(m_xcb, window);
    const auto originCookie = xcb_translate_coordinates(m_xcb, window, m_screen->root, 0, 0);
    const auto attributes = own(xcb_get_window_attributes_reply(m_xcb, attributesCookie, nullptr));
    const auto geometry = own(xcb_get_geometry_reply(m_xcb, geometryCookie, nullptr));
    const auto origin = own(xcb_translate_coordinates_reply(m_xcb, originCookie, nullptr));
    if (!attributes || !geometry || !origin) {
        return {};
    }
    return WindowFacts{
        .rect = QRect(origin->dst_x, origin->dst_y, geometry->width, geometry->height),
        .borderWidth = geometry->border_width,
        .overrideRedirect = attributes->override_redirect != 0,
        .isInputOutput = attributes->_class == XCB_WINDOW_CLASS_INPUT_OUTPUT,
        .isMapped = attributes->map_state != XCB_MAP_STATE_UNMAPPED,
        .isViewable = attributes->map_state == XCB_MAP_STATE_VIEWABLE,
    };
}

std::optional<XServerConnection::WindowFrame> XServerConnection::frame(xcb_window_t window, const WindowFacts &facts) const
{
    xcb_window_t outermost = window;
    for (int depth = 0; depth < 8; ++depth) {
        const auto tree = own(xcb_query_tree_reply(m_xcb, xcb_query_tree(m_xcb, outermost), nullptr));
        if (!tree) {
            return {};
        }
        if (tree->parent == m_screen->root || tree->parent == XCB_WINDOW_NONE) {
            break;
        }
        outermost = tree->parent;
    }
    if (outermost == window) {
        return WindowFrame{.window = window, .extents = {facts.borderWidth, facts.borderWidth, facts.borderWidth, facts.borderWidth}};
    }
    const auto outer = this->facts(outermost);
    if (!outer) {
        return {};
    }
    // KWin's frame is a single pixel in the root's corner when the window is mapped, and gets its place and size later; _NET_FRAME_EXTENTS has
    // the final widths already.
    const bool isFramePlaced = outer->rect.contains(facts.rect);
    if (const auto told = property(window, m_atoms.netFrameExtents, XCB_ATOM_CARDINAL);
        told.size() == 4 && std::ranges::max(told) <= maxFrame && windowManagerSupports(m_atoms.netFrameExtents)) {
        const auto side = [&told](std::size_t at) {
            return static_cast<int>(told[at]);
        };
        return WindowFrame{.window = outermost,
                           .extents = {.left = side(0), .right = side(1), .top = side(2), .bottom = side(3)},
                           .isFramePlaced = isFramePlaced};
    }
    const QRect rect = outer->rect.adjusted(-outer->borderWidth, -outer->borderWidth, outer->borderWidth, outer->borderWidth);
    const QRect &inner = facts.rect;
    return WindowFrame{.window = outermost,
                       .extents = {.left = std::max(0, inner.left() - rect.left()),
                                   .right = std::max(0, rect.right() - inner.right()),
                                   .top = std::max(0, inner.top() - rect.top()),
                                   .bottom = std::max(0, rect.bottom() - inner.bottom())},
                       .isFramePlaced = isFramePlaced};
}

bool XServerConnection::hasWindowManager() const
{
    // Only one client can select SubstructureRedirect, and that client is the window manager, whether it supports EWMH or not.
    const auto root = own(xcb_get_window_attributes_reply(m_xcb, xcb_get_window_attributes(m_xcb, m_screen->root), nullptr));
    return root && (root->all_event_masks & XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT) != 0;
}

bool XServerConnection::windowManagerSupports(xcb_atom_t message) const
{
    const auto check = property(m_screen->root, m_atoms.netSupportingWmCheck, XCB_ATOM_WINDOW);
    // Both properties remain after a window manager crashed; its window does not.
    if (check.empty() || property(check.front(), m_atoms.netSupportingWmCheck, XCB_ATOM_WINDOW) != check) {
        return false;
    }
    return std::ranges::contains(property(m_screen->root, m_atoms.netSupported, XCB_ATOM_ATOM), message);
}

bool XServerConnection::isIconic(xcb_window_t window) const
{
    constexpr std::uint32_t iconicState = 3;
    const auto state = property(window, m_atoms.wmState, m_atoms.wmState);
    return !state.empty() && state.front() == iconicState;
}

bool XServerConnection::isDialog(xcb_window_t window) const
{
    const auto types = property(window, m_atoms.netWmWindowType, XCB_ATOM_ATOM);
    return transientFor(window).has_value() || (!types.empty() && !std::ranges::contains(types, m_atoms.netWmWindowTypeNormal));
}

std::optional<xcb_window_t> XServerConnection::transientFor(xcb_window_t window) const
{
    const auto value = property(window, XCB_ATOM_WM_TRANSIENT_FOR, XCB_ATOM_WINDOW);
    return value.empty() ? std::nullopt : std::optional(value.front());
}

bool XServerConnection::acceptsFocus(xcb_window_t window) const
{
    constexpr std::uint32_t inputHint = 1;
    const auto hints = property(window, XCB_ATOM_WM_HINTS, XCB_ATOM_WM_HINTS);
    return hints.size() < 2 || (hints[0] & inputHint) == 0 || hints[1] != 0;
}

bool XServerConnection::supportsProtocol(xcb_window_t window, xcb_atom_t protocol) const
{
    return std::ranges::contains(property(window, m_atoms.wmProtocols, XCB_ATOM_ATOM), protocol);
}

std::vector<xcb_window_t> XServerConnection::stackingOrder() const
{
    const auto tree = own(xcb_query_tree_reply(m_xcb, xcb_query_tree(m_xcb, m_screen->root), nullptr));
    if (!tree) {
        return {};
    }
    const xcb_window_t *first = xcb_query_tree_children(tree.get());
    return {first, first + xcb_query_tree_children_length(tree.get())};
}

std::optional<xcb_window_t> XServerConnection::focusWindow() const
{
    const auto reply = own(xcb_get_input_focus_reply(m_xcb, xcb_get_input_focus(m_xcb), nullptr));
    return reply ? std::optional(reply->focus) : std::nullopt;
}

XServerConnection::PointerState XServerConnection::pointer() const
{
    constexpr std::uint16_t buttons = XCB_BUTTON_MASK_1 | XCB_BUTTON_MASK_2 | XCB_BUTTON_MASK_3;
    const auto reply = own(xcb_query_pointer_reply(m_xcb, xcb_query_pointer(m_xcb, m_screen->root), nullptr));
    return reply ? PointerState{.position = {reply->root_x, reply->root_y}, .isPressed = (reply->mask & buttons) != 0} : PointerState();
}

std::vector<xcb_keycode_t> XServerConnection::keycodes(std::uint32_t keysym) const
{
    const xcb_setup_t *setup = xcb_get_setup(m_xcb);
    const auto count = static_cast<std::uint8_t>(setup->max_keycode - setup->min_keycode + 1);
    const auto reply = own(xcb_get_keyboard_mapping_reply(m_xcb, xcb_get_keyboard_mapping(m_xcb, setup->min_keycode, count), nullptr));
    std::vector<xcb_keycode_t> result;
    if (!reply || reply->keysyms_per_keycode == 0) {
        return result;
    }
    const xcb_keysym_t *first = xcb_get_keyboard_mapping_keysyms(reply.get());
    const auto length = xcb_get_keyboard_mapping_keysyms_length(reply.get());
    for (int i = 0; i < length; ++i) {
        const auto code = static_cast<xcb_keycode_t>(setup->min_keycode + i / reply->keysyms_per_keycode);
        if (first[i] == keysym && !std::ranges::contains(result, code)) {
            result.push_back(code);
        }
    }
    return result;
}

bool XServerConnection::hasBackingStore() const
{
    return m_screen->backing_stores != XCB_BACKING_STORE_NOT_USEFUL;
}

std::optional<xcb_window_t> XServerConnection::activeWindow() const
{
    const auto value = property(m_screen->root, m_atoms.netActiveWindow, XCB_ATOM_WINDOW);
    return value.empty() || value.front() == XCB_WINDOW_NONE ? std::nullopt : std::optional(value.front());
}

std::vector<xcb_window_t> XServerConnection::managedStackingOrder() const
{
    return property(m_screen->root, m_atoms.netClientListStacking, XCB_ATOM_WINDOW);
}

void XServerConnection::sendProtocolMessage(xcb_window_t window, xcb_atom_t protocol, xcb_timestamp_t time) const
{
    sendClientMessage(m_xcb, window, XCB_EVENT_MASK_NO_EVENT, window, m_atoms.wmProtocols, {protocol, time});
}

void XServerConnection::sendToManager(xcb_window_t window, xcb_atom_t message, const std::array<std::uint32_t, 5> &data) const
{
    sendClientMessage(m_xcb, m_screen->root, XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT, window, message, data);
}

std::vector<std::uint32_t> XServerConnection::property(xcb_window_t window, xcb_atom_t name, xcb_atom_t type) const
{
    const auto reply = own(xcb_get_property_reply(m_xcb, xcb_get_property(m_xcb, false, window, name, type, 0, 1024), nullptr));
    if (!reply || reply->format != 32) {
        return {};
    }
    const auto *first = static_cast<const std::uint32_t *>(xcb_get_property_value(reply.get()));
    return {first, first + xcb_get_property_value_length(reply.get()) / 4};
}
}
