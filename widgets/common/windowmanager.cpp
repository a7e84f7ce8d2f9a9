// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/windowmanager.h"

#include "sessions/base/xowned.h"

#include <KWindowSystem>
#include <KX11Extras>

#include <QGuiApplication>
#include <QScreen>
#include <QWidget>

#include <xcb/xcb.h>

#include <string_view>

namespace Nightdesk
{
bool hasWindowManager()
{
    auto *const x11 = qGuiApp->nativeInterface<QNativeInterface::QX11Application>();
    if (!x11 || !x11->connection()) {
        return true;
    }
    xcb_connection_t *const connection = x11->connection();
    // A window manager owns this selection (ICCCM 4.3). Only screen 0 is checked, because Qt shows only one screen.
    // KSelectionWatcher checks the same but grabs the X server; KX11Extras finds only window managers that support
    // EWMH.
    constexpr std::string_view name = "WM_S0";
    const XOwned<xcb_intern_atom_reply_t> atom(xcb_intern_atom_reply(connection, xcb_intern_atom(connection, 1, name.size(), name.data()), nullptr));
    if (!atom || atom->atom == XCB_ATOM_NONE) {
        return false; // a window manager would have created this atom
    }
    const XOwned<xcb_get_selection_owner_reply_t> owner(xcb_get_selection_owner_reply(connection, xcb_get_selection_owner(connection, atom->atom), nullptr));
    return !owner || owner->owner != XCB_WINDOW_NONE;
}

void setKeptBelow(const QWidget *window, bool below)
{
    const WId id = window->internalWinId();
    if (id == 0 || !KWindowSystem::isPlatformX11()) {
        return;
    }
    KX11Extras::clearState(id, below ? NET::FullScreen : NET::KeepBelow);
    KX11Extras::setState(id, below ? NET::KeepBelow : NET::FullScreen);
}

bool isOnWayland()
{
    return KWindowSystem::isPlatformWayland();
}

void showFullScreenOn(QWidget *window, QScreen *screen)
{
    // Qt sends the output to the compositor only together with the full-screen state, so a window that already has this state is hidden and shown
    // again.
    const bool isElsewhere = window->isVisible() && window->screen() != screen;
    if (isElsewhere) {
        window->hide();
    }
    window->setScreen(screen);
    window->setGeometry(screen->geometry()); // used until the compositor sends the actual geometry
    window->setWindowState(Qt::WindowFullScreen);
    if (isElsewhere) {
        window->show();
    }
}
}
