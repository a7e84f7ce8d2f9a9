// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/xowned.h"
#include "sessions/xwindows/server/placement.h"
#include "sessions/xwindows/server/xaccess.h"

#include <QStringList>

#include <xcb/xcb.h>

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace Nightdesk
{
/// A cookie that the server made for untrusted programs.
struct UntrustedAuthorization {
    XAuthorization authorization;
    std::uint32_t id = 0; ///< needed to revoke the cookie
};

/// Nightdesk's own connection to the local X server, with the requests that place and control programs' windows. Used
/// by one thread; most functions block until the server answers, so never use it on the GUI thread. Owned by
/// XClientWorker. Shutting its socket down from another thread ends every wait.
class XServerConnection
{
public:
    /// @p socket: connected. Null: the server refused the connection, or ended.
    static std::unique_ptr<XServerConnection> open(UniqueFd socket, const XAuthorization &authorization, int screen);
    ~XServerConnection();
    XServerConnection(const XServerConnection &) = delete;
    XServerConnection &operator=(const XServerConnection &) = delete;

    struct Atoms {
        xcb_atom_t netSupportingWmCheck = XCB_ATOM_NONE;
        xcb_atom_t netSupported = XCB_ATOM_NONE;
        xcb_atom_t netMoveResizeWindow = XCB_ATOM_NONE;
        xcb_atom_t netActiveWindow = XCB_ATOM_NONE;
        xcb_atom_t netFrameExtents = XCB_ATOM_NONE;
        xcb_atom_t netRestackWindow = XCB_ATOM_NONE;
        xcb_atom_t netClientListStacking = XCB_ATOM_NONE;
        xcb_atom_t netWmState = XCB_ATOM_NONE;
        xcb_atom_t netWmStateBelow = XCB_ATOM_NONE;
        xcb_atom_t netWmStateSkipTaskbar = XCB_ATOM_NONE;
        xcb_atom_t netWmUserTime = XCB_ATOM_NONE;
        xcb_atom_t netWmWindowType = XCB_ATOM_NONE;
        xcb_atom_t netWmWindowTypeNormal = XCB_ATOM_NONE;
        xcb_atom_t wmState = XCB_ATOM_NONE;
        xcb_atom_t wmProtocols = XCB_ATOM_NONE;
        xcb_atom_t wmTakeFocus = XCB_ATOM_NONE;
        xcb_atom_t wmDeleteWindow = XCB_ATOM_NONE;
        xcb_atom_t wmChangeState = XCB_ATOM_NONE;
    };
    struct WindowFacts {
        QRect rect; ///< root pixels, without border
        int borderWidth = 0;
        bool overrideRedirect = false;
        bool isInputOutput = true;
        bool isMapped = false;
        bool isViewable = false; ///< the window and all its ancestors are mapped
    };
    struct WindowFrame {
        xcb_window_t window = XCB_WINDOW_NONE; ///< child of the root; the window itself if it has no frame
        FrameExtents extents;
        /// The frame surrounds the window; false: the window manager has not given the frame a place and a size yet.
        bool isFramePlaced = true;
    };

    xcb_connection_t *xcb() const;
    bool isBroken() const;
    int fd() const;
    xcb_window_t root() const;
    const xcb_screen_t &screen() const;
    QRect rootRect() const;
    const Atoms &atoms() const;

    /// Makes a cookie for programs that must not access other programs' windows (SECURITY extension, X Consortium 1996). Empty: the server has no
    /// such extension or refuses.
    std::optional<UntrustedAuthorization> makeUntrustedCookie();
    void revokeUntrustedCookie(std::uint32_t id); ///< also ends the connections made with this cookie

    /// Returns @p authorization together with the numbers of this server's extensions, which the relay needs. They are the same for every client.
    XServerAccess accessFor(const XAuthorization &authorization) const;
    std::optional<QStringList> extensions() const; ///< extensions available to this client; empty: no answer

    std::optional<WindowFacts> facts(xcb_window_t window) const; ///< state of a window; empty: the window was destroyed
    std::optional<WindowFrame> frame(xcb_window_t window, const WindowFacts &facts) const;
    bool hasWindowManager() const;
    bool windowManagerSupports(xcb_atom_t message) const; ///< a window manager runs and supports this EWMH message
    bool isIconic(xcb_window_t window) const;
    bool isDialog(xcb_window_t window) const; ///< transient, or of a type (_NET_WM_WINDOW_TYPE) that belongs to another window
    std::optional<xcb_window_t> transientFor(xcb_window_t window) const;
    /// Whether the input field of WM_HINTS allows the window to get the focus.
    bool acceptsFocus(xcb_window_t window) const;
    bool supportsProtocol(xcb_window_t window, xcb_atom_t protocol) const; ///< the window lists @p protocol in WM_PROTOCOLS
    std::vector<xcb_window_t> stackingOrder() const; ///< the root's children, lowest first
    std::optional<xcb_window_t> focusWindow() const;
    struct PointerState {
        QPoint position; ///< position of the pointer, in root pixels
        bool isPressed = false; ///< a pointer button is pressed
    };
    PointerState pointer() const;
    std::vector<xcb_keycode_t> keycodes(std::uint32_t keysym) const; ///< keycodes that produce @p keysym, alone or with modifiers
    bool hasBackingStore() const; ///< the server supports backing store for mapped windows
    std::optional<xcb_window_t> activeWindow() const; ///< as reported by the window manager
    std::vector<xcb_window_t> managedStackingOrder() const; ///< windows that the window manager manages, lowest first

    std::vector<std::uint32_t> property(xcb_window_t window, xcb_atom_t name, xcb_atom_t type) const;
    /// Sends a message of WM_PROTOCOLS to the window itself.
    void sendProtocolMessage(xcb_window_t window, xcb_atom_t protocol, xcb_timestamp_t time) const;
    void sendToManager(xcb_window_t window, xcb_atom_t message, const std::array<std::uint32_t, 5> &data) const;

private:
    XServerConnection() = default;
    void internAtoms();

    xcb_connection_t *m_xcb = nullptr;
    xcb_screen_t *m_screen = nullptr;
    Atoms m_atoms;
};

/// Creates an invisible window of one pixel outside the screen. @p valueMask and @p values: its attributes, as for xcb_create_window().
xcb_window_t createInputOnlyWindow(xcb_connection_t *xcb, xcb_window_t root, std::uint32_t valueMask, const std::uint32_t *values);
}
