// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An X client that wants the keys typed into other windows. It shows a window of the title that it is given, selects key events of
// the root window and of all windows in it, grabs F12 there, and asks for the keys that are down, over and over. What it learns it
// prints: "grab refused", "asks" when it begins to ask, and "key" and a number for each key that it saw go down.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <xcb/xcb.h>

namespace
{
void select(xcb_connection_t *x, xcb_window_t window)
{
    const uint32_t mask = XCB_EVENT_MASK_KEY_PRESS;
    xcb_change_window_attributes(x, window, XCB_CW_EVENT_MASK, &mask);
    if (xcb_query_tree_reply_t *tree = xcb_query_tree_reply(x, xcb_query_tree(x, window), nullptr)) {
        for (int i = 0; i < xcb_query_tree_children_length(tree); ++i) {
            select(x, xcb_query_tree_children(tree)[i]);
        }
        std::free(tree);
    }
}

void say(const char *what)
{
    std::puts(what);
    std::fflush(stdout);
}
}

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
    select(x, screen->root);
    constexpr xcb_keycode_t f12 = 96; // evdev's
    const auto grab = xcb_grab_key_checked(x, 0, screen->root, XCB_MOD_MASK_ANY, f12, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC);
    if (xcb_generic_error_t *error = xcb_request_check(x, grab)) {
        say("grab refused");
        std::free(error);
    }
    const xcb_window_t window = xcb_generate_id(x);
    xcb_create_window(x, XCB_COPY_FROM_PARENT, window, screen->root, 700, 500, 100, 100, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT, screen->root_visual, 0, nullptr);
    xcb_change_property(x, XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_NAME, XCB_ATOM_STRING, 8, static_cast<uint32_t>(std::strlen(argv[1])), argv[1]);
    constexpr char className[] = "logger\0Logger";
    xcb_change_property(x, XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_CLASS, XCB_ATOM_STRING, 8, sizeof(className), className);
    xcb_map_window(x, window);
    bool asks = false;
    bool wasDown[256] = {};
    while (!xcb_connection_has_error(x)) {
        xcb_query_keymap_reply_t *keymap = xcb_query_keymap_reply(x, xcb_query_keymap(x), nullptr);
        if (keymap && !asks) {
            asks = true;
            say("asks");
        }
        for (int key = 0; keymap && key < 256; ++key) {
            const bool isDown = (keymap->keys[key / 8] >> (key % 8) & 1) != 0;
            if (isDown && !wasDown[key]) {
                std::printf("key %d\n", key);
                std::fflush(stdout);
            }
            wasDown[key] = isDown;
        }
        while (xcb_generic_event_t *event = xcb_poll_for_event(x)) {
            if ((event->response_type & 0x7f) == XCB_KEY_PRESS) {
                std::printf("key %d\n", event->pad0);
                std::fflush(stdout);
            }
            std::free(event);
        }
        std::free(keymap);
        const timespec pause = {.tv_sec = 0, .tv_nsec = 5000000};
        nanosleep(&pause, nullptr);
    }
    xcb_disconnect(x);
    return 0;
}
