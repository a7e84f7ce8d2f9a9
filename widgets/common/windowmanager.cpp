// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/windowmanager.h"

#include <QGuiApplication>
#include <QWidget>

#include <xcb/xcb.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace Nightdesk
{
namespace
{
struct Free {
    void operator()(void *reply) const
    {
        std::free(reply);
    }
};

xcb_atom_t atomOf(xcb_connection_t *connection, std::string_view name)
{
    const std::unique_ptr<xcb_intern_atom_reply_t, Free> atom(
        xcb_intern_atom_reply(connection, xcb_intern_atom(connection, 0, static_cast<uint16_t>(name.size()), name.data()), nullptr));
    return atom ? atom->atom : xcb_atom_t(XCB_ATOM_NONE);
}
}

bool hasWindowManager()
{
    auto *const x11 = qGuiApp->nativeInterface<QNativeInterface::QX11Application>();
    if (!x11 || !x11->connection()) {
        return true;
    }
    xcb_connection_t *const connection = x11->connection();
    // A window manager owns this selection (ICCCM 4.3); one screen is all that Qt shows.
    constexpr std::string_view name = "WM_S0";
    const std::unique_ptr<xcb_intern_atom_reply_t, Free> atom(
        xcb_intern_atom_reply(connection, xcb_intern_atom(connection, 1, name.size(), name.data()), nullptr));
    if (!atom || atom->atom == XCB_ATOM_NONE) {
        return false; // nobody has ever spoken of it
    }
    const std::unique_ptr<xcb_get_selection_owner_reply_t, Free> owner(
        xcb_get_selection_owner_reply(connection, xcb_get_selection_owner(connection, atom->atom), nullptr));
    return !owner || owner->owner != XCB_WINDOW_NONE;
}

void keepBelow(const QWidget *window, bool below)
{
    auto *const x11 = qGuiApp->nativeInterface<QNativeInterface::QX11Application>();
    if (!x11 || !x11->connection() || !window->internalWinId()) {
        return;
    }
    xcb_connection_t *const connection = x11->connection();
    const auto *setup = xcb_get_setup(connection);
    const auto root = xcb_setup_roots_iterator(setup).data->root; // one screen is all that Qt shows
    const auto tell = [&](std::string_view state, bool wanted) {
        xcb_client_message_event_t event{};
        event.response_type = XCB_CLIENT_MESSAGE;
        event.format = 32;
        event.window = static_cast<xcb_window_t>(window->internalWinId());
        event.type = atomOf(connection, "_NET_WM_STATE");
        event.data.data32[0] = wanted ? 1 : 0;
        event.data.data32[1] = atomOf(connection, state);
        event.data.data32[3] = 1; // an ordinary program asks
        xcb_send_event(connection, 0, root, XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT, reinterpret_cast<const char *>(&event));
    };
    tell("_NET_WM_STATE_BELOW", below);
    tell("_NET_WM_STATE_FULLSCREEN", !below);
    xcb_flush(connection);
}
}
