// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An X client with a synchronous grab of every button in its window, as Motif's popup menus have it: each press freezes
// pointer and keyboard until it says that it saw it ("pressed" and the button's number).
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <xcb/xcb.h>

int main(int argc, char **argv)
{
    if (argc != 2) {
        return 2;
    }
    xcb_connection_t *x = xcb_connect(nullptr, nullptr);
    if (xcb_connection_has_error(x)) {
        return 1;
    }
    const xcb_screen_t *screen = xcb_setup_roots_iterator(xcb_get_setup(x)).data;
    const xcb_window_t window = xcb_generate_id(x);
    xcb_create_window(x, XCB_COPY_FROM_PARENT, window, screen->root, 50, 50, 300, 200, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, screen->root_visual, 0, nullptr);
    const auto length = static_cast<uint32_t>(std::strlen(argv[1]));
    xcb_change_property(x, XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_NAME, XCB_ATOM_STRING, 8, length, argv[1]);
    constexpr char className[] = "grabber\0Grabber";
    xcb_change_property(x, XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_CLASS, XCB_ATOM_STRING, 8, sizeof(className), className);
    xcb_grab_button(x,
                    1,
                    window,
                    XCB_EVENT_MASK_BUTTON_PRESS,
                    XCB_GRAB_MODE_SYNC,
                    XCB_GRAB_MODE_SYNC,
                    XCB_WINDOW_NONE,
                    XCB_CURSOR_NONE,
                    XCB_BUTTON_INDEX_ANY,
                    XCB_MOD_MASK_ANY);
    xcb_map_window(x, window);
    xcb_flush(x);
    while (xcb_generic_event_t *event = xcb_wait_for_event(x)) {
        if ((event->response_type & 0x7f) == XCB_BUTTON_PRESS) {
            std::printf("pressed %d\n", reinterpret_cast<const xcb_button_press_event_t *>(event)->detail);
            std::fflush(stdout);
            xcb_allow_events(x, XCB_ALLOW_ASYNC_BOTH, XCB_CURRENT_TIME);
            xcb_flush(x);
        }
        std::free(event);
    }
    xcb_disconnect(x);
    return 0;
}
