// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/appwindow.h"

#include <map>
#include <vector>

namespace Nightdesk
{
/// The top-level windows of a program's display, their stacking order and their roles. Pure. Owned by WindowAgentProtocol.
class AppWindows
{
public:
    /// Limit of windows, far above what programs have; further windows that the server reports are ignored.
    static constexpr std::size_t maxWindows = 512;

    AppWindow *find(XId id);
    const AppWindow *find(XId id) const;
    /// Returns the window; if it is not known, it is added above all others. Null: there are too many windows.
    AppWindow *add(XId id);
    void remove(XId id);
    void clear();
    std::vector<XId> ids() const; ///< all windows, lowest first
    /// Moves the window directly above @p sibling; 0: to the bottom.
    void putAbove(XId id, XId sibling);
    void raise(XId id);

    void setMapped(XId id, bool isMapped);

    /// The main window: the ordinary window that was mapped first and is still mapped; a dialog only if there is no
    /// other; 0: none.
    XId mainWindow() const;
    std::vector<XId> ordinaryWindows() const; ///< ordinary windows, lowest first
    XId topmostOrdinaryWindow() const; ///< the topmost ordinary window; 0: none
    /// Ordinary windows below @p id, lowest first.
    std::vector<XId> ordinaryWindowsBelow(XId id) const;
    /// The window to which a dialog belongs: the one that the dialog names, else the main window; null: that window is
    /// not mapped, or is the dialog itself.
    const AppWindow *parentOf(const AppWindow &window) const;

private:
    std::map<XId, AppWindow> m_windows;
    std::vector<XId> m_stackingOrder; ///< all windows in stacking order, lowest first
    std::uint64_t m_mapCount = 0;
};
}
