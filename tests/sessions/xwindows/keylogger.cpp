// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An X client that wants the keys typed into other windows. It shows a window of the title that it is given, selects key events of
// the root window and of all windows in it, grabs F12 there, and asks for the keys that are down, over and over. Given the name of
// a grab too, it makes that one with its own window, "keyboard" again and again; "device" is XInput 2's, by the extension's number.
// "keys" are all keys while its window has the focus, "button" every button there; the keyboard stops at "stopping keys" and "button".
// What it learns it prints: "shows" and the name of each extension that shows or makes keys, "grab refused", "asks" when it begins to
// ask, the name of the grab and "granted" or "refused", and "key" and a number for each key that it saw go down.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <initializer_list>
#include <string_view>

#include <xcb/xcb.h>
#include <xcb/xcbext.h>

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

bool grabKeyboard(xcb_connection_t *x, xcb_window_t window)
{
    const auto grab = xcb_grab_keyboard(x, 0, window, XCB_CURRENT_TIME, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC);
    xcb_grab_keyboard_reply_t *reply = xcb_grab_keyboard_reply(x, grab, nullptr);
    const bool isGranted = reply && reply->status == XCB_GRAB_STATUS_SUCCESS;
    std::free(reply);
    return isGranted;
}

bool stopKeyboard(xcb_connection_t *x, xcb_window_t window)
{
    const auto grab = xcb_grab_pointer(x, 0, window, 0, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_SYNC, XCB_NONE, XCB_NONE, XCB_CURRENT_TIME);
    xcb_grab_pointer_reply_t *reply = xcb_grab_pointer_reply(x, grab, nullptr);
    const bool isGranted = reply && reply->status == XCB_GRAB_STATUS_SUCCESS;
    std::free(reply);
    return isGranted;
}

/// XIGrabDevice of the keyboard.
bool grabDevice(xcb_connection_t *x, uint8_t extension, xcb_window_t window)
{
    constexpr uint8_t grabDeviceRequest = 51;
    struct {
        uint8_t major = 0;
        uint8_t minor = grabDeviceRequest;
        uint16_t length = 0;
        uint32_t window = 0;
        uint32_t time = XCB_CURRENT_TIME;
        uint32_t cursor = XCB_NONE;
        uint16_t device = 3;
        uint8_t mode = XCB_GRAB_MODE_ASYNC;
        uint8_t pairedMode = XCB_GRAB_MODE_ASYNC;
        uint8_t ownerEvents = 0;
        uint8_t pad = 0;
        uint16_t maskUnits = 1;
        uint32_t mask = 1 << 2; // key presses
    } request;
    request.window = window;
    iovec parts[3] = {{}, {}, {.iov_base = &request, .iov_len = sizeof(request)}}; // libxcb uses the first two
    const xcb_protocol_request_t how = {.count = 1, .ext = nullptr, .opcode = extension, .isvoid = 0};
    const unsigned int sequence = xcb_send_request(x, XCB_REQUEST_CHECKED, parts + 2, &how);
    auto *reply = static_cast<uint8_t *>(xcb_wait_for_reply(x, sequence, nullptr));
    const bool isGranted = reply && reply[8] == XCB_GRAB_STATUS_SUCCESS;
    std::free(reply);
    return isGranted;
}

bool shows(xcb_connection_t *x, const char *extension)
{
    const auto query = xcb_query_extension(x, static_cast<uint16_t>(std::strlen(extension)), extension);
    xcb_query_extension_reply_t *reply = xcb_query_extension_reply(x, query, nullptr);
    const bool isPresent = reply && reply->present;
    std::free(reply);
    return isPresent;
}

void say(const char *what)
{
    std::puts(what);
    std::fflush(stdout);
}
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 4) {
        return 2;
    }
    const std::string_view wanted = argc > 2 ? argv[2] : "";
    const auto xinput = static_cast<uint8_t>(argc > 3 ? std::atoi(argv[3]) : 0);
    xcb_connection_t *x = xcb_connect(nullptr, nullptr);
    if (xcb_connection_has_error(x)) {
        return 1;
    }
    const xcb_screen_t *screen = xcb_setup_roots_iterator(xcb_get_setup(x)).data;
    for (const char *extension : {"XTEST", "RECORD", "XInputExtension", "XKEYBOARD"}) {
        if (shows(x, extension)) {
            std::printf("shows %s\n", extension);
        }
    }
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
    select(x, window);
    xcb_map_window(x, window);
    bool asks = false;
    bool isReported = wanted.empty();
    bool wasDown[256] = {};
    while (!xcb_connection_has_error(x)) {
        // None before the window is viewable.
        const bool hasKeyboard = wanted == "keyboard" && grabKeyboard(x, window);
        if (hasKeyboard && !isReported) {
            isReported = true;
            say("keyboard granted");
        }
        if (!isReported && (wanted == "keys" || wanted == "stopping keys")) {
            isReported = true;
            const auto mode = static_cast<uint8_t>(wanted == "keys" ? XCB_GRAB_MODE_ASYNC : XCB_GRAB_MODE_SYNC); // of the keyboard
            const auto keys = xcb_grab_key_checked(x, 0, window, XCB_MOD_MASK_ANY, XCB_GRAB_ANY, XCB_GRAB_MODE_ASYNC, mode);
            xcb_generic_error_t *error = xcb_request_check(x, keys);
            std::printf("%s %s\n", argv[2], error ? "refused" : "granted");
            std::fflush(stdout);
            std::free(error);
        }
        if (!isReported && wanted == "button") {
            isReported = true;
            const auto button = xcb_grab_button_checked(x,
                                                        0,
                                                        window,
                                                        XCB_EVENT_MASK_BUTTON_PRESS,
                                                        XCB_GRAB_MODE_ASYNC,
                                                        XCB_GRAB_MODE_SYNC,
                                                        XCB_NONE,
                                                        XCB_NONE,
                                                        XCB_BUTTON_INDEX_ANY,
                                                        XCB_MOD_MASK_ANY);
            xcb_generic_error_t *error = xcb_request_check(x, button);
            say(error ? "button refused" : "button granted");
            std::free(error);
        }
        if (!isReported && wanted == "pointer" && stopKeyboard(x, window)) {
            isReported = true;
            say("pointer granted");
        }
        if (!isReported && wanted == "device") {
            isReported = true;
            say(grabDevice(x, xinput, window) ? "device granted" : "device refused");
        }
        if (!isReported && wanted == "server") {
            isReported = true;
            xcb_generic_error_t *error = xcb_request_check(x, xcb_grab_server_checked(x));
            say(error ? "server refused" : "server granted");
            std::free(error);
        }
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
            if ((event->response_type & 0x7f) == XCB_GE_GENERIC && reinterpret_cast<xcb_ge_generic_event_t *>(event)->event_type == XCB_KEY_PRESS) {
                say("key 0"); // XInput's
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
