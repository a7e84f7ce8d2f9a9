// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/protocol/xclientprotocol.h"

#include <xcb/xproto.h>

namespace Nightdesk
{
/// The atoms of AppWindowAgent's requests, as numbered by its server. Predefined atoms are in xproto.h. Owned by WindowAgentProtocol.
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

    /// Requests all atoms at once. They are valid when the reply to the next request arrives. This object must live as
    /// long as @p protocol.
    void requestAtoms(XClientProtocol &protocol);
};

/// A SendEvent request, with which the server sends a ClientMessage event to @p destination.
xcb_send_event_request_t
clientMessageRequest(std::uint32_t destination, std::uint32_t eventMask, std::uint32_t window, std::uint32_t type, const std::array<std::uint32_t, 5> &data);
}
