// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/xwindows/server/placement.h"
#include "sessions/xwindows/server/windowshields.h"
#include "sessions/xwindows/server/windowveils.h"
#include "sessions/xwindows/server/xclientworker.h"
#include "sessions/xwindows/server/xkey.h"

#include <QRect>
#include <QStringList>

#include <functional>
#include <map>
#include <optional>

namespace Nightdesk
{
/// What WindowPlacer's thread does. Owned by WindowPlacer.
class PlacerWorker : public XClientWorker
{
public:
    using Clock = PlacementKeeper::Clock;

    /// The functions are called on the worker's thread.
    struct Setup {
        LocalDisplay display;
        QString authorityFile;
        std::function<void(quint32 program, const XAccess &access)> authorized;
        /// The failure is put into words by whoever calls @p why: KI18n's first use belongs on the GUI thread.
        std::function<void(quint32 program, const std::function<Failure()> &why)> refused;
        std::function<void(quint32 program)> appeared;
        std::function<void(quint32 program, const std::optional<QRect> &rect)> rectChanged;
        /// All its windows that can be are icons, or not any more.
        std::function<void(quint32 program, bool iconified)> iconifiedChanged;
        /// How many ordinary windows of it are on the screen. @p isNew: something new came, be it a menu.
        std::function<void(quint32 program, int windows, bool isNew)> windowsChanged;
        /// It is kept covered. @p keepsPicture: the server does not have it paint again when it is raised.
        std::function<void(quint32 program, bool keepsPicture)> covered;
        /// What close() led to: nobody there to be asked, or it asks something itself.
        std::function<void(quint32 program)> cannotBeClosed;
        std::function<void(quint32 program)> askedBack;
        std::function<void()> serverLost;
        /// The console's key was pressed in a window of it; the program has not seen it.
        std::function<void(quint32 program)> consoleRequested;
        /// What is typed goes to it, or not any more.
        std::function<void(quint32 program, bool has)> keyboardChanged;
    };

    explicit PlacerWorker(const Setup &setup);

    void run();

    void authorize(quint32 program, bool trusted);
    void setPlace(quint32 program, const WindowGeometry &geometry, const QRect &area, const std::optional<QRect> &stood);
    void keepOff(quint32 program, const QList<QRect> &lines);
    void raise(quint32 program);
    void iconify(quint32 program);
    void cover(quint32 program);
    void close(quint32 program);
    void setHeld(quint32 program, bool held, const std::function<void()> &withheld);
    void setVeil(quint32 program, const VeilPainter &paint);
    void forget(quint32 program);
    void setConsoleKey(const XKey &key);
    void activate(xcb_window_t window);
    void connectionOpened(quint32 program, quint32 base, quint32 mask);
    void connectionClosed(quint32 base);

private:
    struct Program {
        WindowGeometry geometry;
        QRect area;
        std::optional<QRect> stood;
        QList<QRect> keptFree; ///< lines that its window is not to cover where we put it
        std::optional<std::uint32_t> untrustedId;
        xcb_window_t main = XCB_WINDOW_NONE;
        PlacementKeeper keeper;
        std::optional<QRect> rect; ///< of the main window, as last reported
        bool appeared = false;
        bool held = false; ///< presses are to go nowhere
        bool iconified = false; ///< as last reported
        bool closing = false; ///< its windows were asked to go
        bool warm = false; ///< was covered once: the server is to keep its pictures
        bool covered = false; ///< its windows stay below all others
        int windows = 0; ///< as last reported
        int corrections = 0; ///< times that it came up or took the focus by itself, while covered
        Clock::time_point correctedAt;
        std::optional<xcb_window_t> focusBefore; ///< who had the focus before a window of it came
        std::optional<xcb_window_t> activeBefore; ///< the same in its manager's words
        std::function<void()> withheld;
        VeilPainter veil; ///< over its windows; empty: none
        quint64 veilVersion = 0;
    };
    struct Connection {
        quint32 program = 0;
        quint32 mask = 0;
    };
    /// A top-level window of one of our programs.
    struct Window {
        quint32 program = 0;
        xcb_window_t frame = XCB_WINDOW_NONE;
        bool mapped = false;
        bool ordinary = false; ///< no menu or the like
        bool putAside = false; ///< by us, where there is no window manager to make an icon of it
        bool dirty = false; ///< it may stand elsewhere now
        bool coveredEarly = false; ///< was told to stay out of sight before it was mapped
        bool uninvited = false; ///< came while somebody worked elsewhere: it is not to take the keyboard
        bool hasCome = false; ///< was mapped once
        std::optional<Clock::time_point> comesUntil = {}; ///< of one that is uninvited and mapped
        std::optional<QPoint> pointerThen = {}; ///< where the pointer was when it came
        std::optional<Clock::time_point> settlesUntil = {}; ///< of one that is not the main one: it is looked at again until then
    };

    bool ensureConnected(quint32 program);
    std::expected<UniqueFd, int> connectSocket() const;
    bool letsIn(const XAuthorization &authorization);
    std::optional<QStringList> extensionsShownTo(UniqueFd socket, const XAuthorization &authorization);
    void authorizeUntrusted(quint32 program);
    void refuseUntrusted(quint32 program, const std::function<Failure()> &why);
    void disconnect();
    int pause() const;
    void handle(const xcb_generic_event_t &event);
    void created(xcb_window_t window);
    void mapped(xcb_window_t window);
    void gone(xcb_window_t window, bool destroyed);
    void configured(xcb_window_t window);
    void reparented(const xcb_reparent_notify_event_t &event);
    void findFrame(xcb_window_t window);
    void entered(const xcb_enter_notify_event_t &event);
    void propertyChanged(const xcb_property_notify_event_t &event);
    bool refreshDirty(); ///< whether there was anything to ask the server for
    bool refreshShields(); ///< likewise
    bool refreshVeils(); ///< likewise
    void pressed(xcb_window_t shield);

    // placercover.cpp
    static bool mayCorrect(Program &program);
    void coverNew(Program &program, xcb_window_t window);
    void coverWindow(xcb_window_t window);
    void uncoverNew(xcb_window_t window, const Window &record);
    void uncover(quint32 id);
    bool refreshStacking();
    bool isFocused(quint32 id) const;
    void giveFocusAway(quint32 id);
    void reportWindows(quint32 id, bool isNew);

    // placerkeyboard.cpp
    void keepFromFocus(xcb_window_t window);
    void sayUninvited(xcb_window_t window);
    void userTimeChanged(xcb_window_t window);
    void invite(quint32 id);
    void comes(xcb_window_t window);
    static bool isUninvited(const Window &record);
    bool hasKeyboardElsewhere() const;
    bool isBeforeThere() const;
    void activeChanged();
    void focused(const xcb_focus_in_event_t &event);
    void tookFocus(xcb_window_t window, bool isByPerson);
    void unfocused(const xcb_focus_out_event_t &event);
    void setKeyboard(const std::optional<quint32> &id);
    void grabConsoleKey(xcb_window_t window);
    void keyboardMapped();
    void keyPressed(const xcb_key_press_event_t &event);

    void placeMain(Program &program, xcb_window_t window, const XServerConnection::WindowFacts &facts);
    bool placeOther(const Program &program, xcb_window_t window, const XServerConnection::WindowFacts &facts);
    void moveResize(xcb_window_t window, const QRect &rect, const FrameExtents &frame, bool resize);
    void stateChanged(xcb_window_t window);
    void reportIconified(quint32 id);
    void bringBack(quint32 id);
    std::vector<xcb_window_t> ownWindows(quint32 id) const;
    bool needsMain(const Program &program) const;
    void chooseMain(quint32 id);
    void reportRect(quint32 id, const std::optional<QRect> &rect);
    void sendProtocol(xcb_window_t window, xcb_atom_t protocol, xcb_timestamp_t time);
    void giveFocus(xcb_window_t window, xcb_timestamp_t time);
    std::optional<quint32> programOf(xcb_window_t window) const;
    QRect areaOf(const Program &program) const;
    QRect placeOf(const Program &program, const QSize &own, const FrameExtents &frame) const;

    const Setup m_setup;
    std::optional<WindowShields> m_shields; ///< with m_x
    std::optional<WindowVeils> m_veils; ///< with m_x
    bool m_veilsDirty = false; ///< a window of a program, or what is to be over it, changed
    bool m_shieldsDirty = false; ///< something on the screen moved
    bool m_stackDirty = false; ///< the same: what is covered may not be any more
    XKey m_consoleKey;
    std::optional<quint32> m_keyboard; ///< the program that has it
    std::optional<xcb_window_t> m_activeBefore; ///< the manager's active window, but for one that just took the focus
    std::vector<xcb_window_t> m_coveredOrder; ///< the root's children from the lowest to the highest that is covered, as last seen
    std::map<quint32, Program> m_programs;
    std::map<quint32, Connection> m_connections; ///< by resource base
    std::map<xcb_window_t, Window> m_windows;
};
}
