// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/windowagentatoms.h"

#include <algorithm>

namespace Nightdesk
{
void WindowAgentAtoms::requestAtoms(XClientProtocol &protocol)
{
    const std::pair<std::string_view, std::uint32_t *> wanted[] = {
        {"UTF8_STRING", &utf8String},
        {"COMPOUND_TEXT", &compoundText},
        {"WM_PROTOCOLS", &wmProtocols},
        {"WM_DELETE_WINDOW", &wmDeleteWindow},
        {"WM_TAKE_FOCUS", &wmTakeFocus},
        {"WM_STATE", &wmState},
        {"_NET_WM_NAME", &netWmName},
        {"_NET_WM_ICON", &netWmIcon},
        {"_NET_WM_WINDOW_TYPE", &netWmWindowType},
        {"_NET_WM_WINDOW_TYPE_NORMAL", &netWmWindowTypeNormal},
        {"_NET_CLIENT_LIST", &netClientList},
        {"_NET_SUPPORTING_WM_CHECK", &netSupportingWmCheck},
        {"_NET_WM_STATE", &netWmState},
        {"_NET_WM_STATE_MAXIMIZED_VERT", &netWmStateMaximizedVert},
        {"_NET_WM_STATE_MAXIMIZED_HORZ", &netWmStateMaximizedHorz},
    };
    for (const auto &[name, atom] : wanted) {
        const xcb_intern_atom_request_t request{.major_opcode = XCB_INTERN_ATOM,
                                                .only_if_exists = 0,
                                                .length = 0,
                                                .name_len = static_cast<std::uint16_t>(name.size()),
                                                .pad0 = {}};
        protocol.sendRequestWithReply(request, {reinterpret_cast<const std::uint8_t *>(name.data()), name.size()}, [atom](std::span<const std::uint8_t> reply) {
            if (!reply.empty()) {
                std::memcpy(atom, &reply[8], sizeof(*atom));
            }
        });
    }
}

xcb_send_event_request_t
clientMessageRequest(std::uint32_t destination, std::uint32_t eventMask, std::uint32_t window, std::uint32_t type, const std::array<std::uint32_t, 5> &data)
{
    xcb_client_message_event_t event{};
    event.response_type = XCB_CLIENT_MESSAGE;
    event.format = 32;
    event.window = window;
    event.type = type;
    std::ranges::copy(data, event.data.data32);
    xcb_send_event_request_t request{};
    request.major_opcode = XCB_SEND_EVENT;
    request.destination = destination;
    request.event_mask = eventMask;
    static_assert(sizeof(request.event) == sizeof(event));
    std::memcpy(request.event, &event, sizeof(event));
    return request;
}
}
