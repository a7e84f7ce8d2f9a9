// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/protocol/xclientprotocol.h"

#include <xcb/xproto.h>

namespace Nightdesk
{
/// The names that AppWindowAgent's requests use, as numbers of its server. Those that the protocol gives numbers are xproto.h's. Owned by WindowAgentProtocol.
struct WindowAgentAtoms {
    std::uint32_t utf8String = 0;
    std::uint32_t compoundText = 0;
    std::uint32_t wmProtocols = 0;
    std::uint32_t wmDeleteWindow = 0;
    std::uint32_t wmTakeFocus = 0;
    std::uint32_t wmState = 0;
    std::uint32_t netWmName = 0;
    std::uint32_t netWmIcon = 0;
    std::uint32_t netWmWindowType = 0;
    std::uint32_t netWmWindowTypeNormal = 0;
    std::uint32_t netClientList = 0;
    std::uint32_t netSupportingWmCheck = 0;
    std::uint32_t netWmState = 0;
    std::uint32_t netWmStateMaximizedVert = 0;
    std::uint32_t netWmStateMaximizedHorz = 0;

    /// Asks for all of them in one flight; they are there when what is asked next is answered. This must live as long as @p talk.
    void requestAtoms(XClientProtocol &talk);
};

/// A request for a property that brings @p words * 4 bytes of it at most.
constexpr xcb_get_property_request_t propertyRequest(std::uint32_t window, std::uint32_t property, std::uint32_t words)
{
    return {.major_opcode = XCB_GET_PROPERTY,
            ._delete = 0,
            .length = 0,
            .window = window,
            .property = property,
            .type = XCB_ATOM_ANY,
            .long_offset = 0,
            .long_length = words};
}

/// A ClientMessage for @p destination.
xcb_send_event_request_t
messageRequest(std::uint32_t destination, std::uint32_t eventMask, std::uint32_t window, std::uint32_t type, const std::array<std::uint32_t, 5> &data);
}
