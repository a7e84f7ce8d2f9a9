// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/consolekeygrab.h"
#include "sessions/xwindows/server/keyboardfocus.h"
#include "sessions/xwindows/server/programauthorizer.h"
#include "sessions/xwindows/server/programreports.h"
#include "sessions/xwindows/server/programwindows.h"
#include "sessions/xwindows/server/windowoverlays.h"
#include "sessions/xwindows/server/windowpositions.h"
#include "sessions/xwindows/server/windowstacking.h"
#include "sessions/xwindows/server/windowstates.h"
#include "sessions/xwindows/server/xclientworker.h"

#include <optional>

namespace Nightdesk
{
/// Runs on ProgramWindowController's thread: connects to the server, and passes its events and the console's commands to the part that handles them.
/// Owned by ProgramWindowController.
class ProgramWindowWorker : public XClientWorker
{
public:
    struct Configuration {
        LocalDisplay display;
        QString authorityFile;
        ProgramWindowCallbacks callbacks;
    };

    explicit ProgramWindowWorker(const Configuration &configuration);

    void run();

    void authorize(quint32 program, bool trusted);
    void setWindowPlacement(quint32 program, const WindowGeometry &geometry, const QRect &area, const std::optional<QRect> &earlierRect);
    void setTitleLinesToKeepVisible(quint32 program, const QList<QRect> &lines);
    void raise(quint32 program);
    void iconify(quint32 program);
    void keepCovered(quint32 program);
    void closeWindows(quint32 program);
    void setPressesWithheld(quint32 program, bool arePressesWithheld, const std::function<void()> &reportWithheldPress);
    void setVeil(quint32 program, const VeilPainter &paint);
    void revokeProgram(quint32 program);
    void setConsoleShortcut(const XKey &key);
    void activateWindow(xcb_window_t window);
    void connectionOpened(quint32 program, quint32 base, quint32 mask);
    void connectionClosed(quint32 base);

private:
    /// The parts that exist while the server is connected. Destroyed before the connection.
    struct Parts {
        Parts(XServerConnection &x, const ProgramAuthorizer::Configuration &access, ProgramWindows &records, const ProgramWindowCallbacks &callbacks);

        ProgramAuthorizer authorizer;
        WindowPositions positions;
        WindowStacking stacking;
        WindowStates states;
        KeyboardFocus focus;
        ConsoleKeyGrab consoleKeyGrab;
        WindowOverlays overlays;
    };

    bool ensureConnected(quint32 program);
    std::expected<UniqueFd, int> connectSocket() const;
    void disconnect();
    void handle(const xcb_generic_event_t &event);
    void windowCreated(xcb_window_t window);
    void windowMapped(xcb_window_t window);
    void windowGone(xcb_window_t window, bool destroyed);
    void windowReparented(const xcb_reparent_notify_event_t &event);
    void propertyChanged(const xcb_property_notify_event_t &event);
    void keyPressed(const xcb_key_press_event_t &event);

    const Configuration m_configuration;
    ProgramWindows m_windowRecords;
    XKey m_consoleShortcut;
    std::optional<Parts> m_parts; ///< set together with m_xServer
};
}
