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
    static constexpr std::size_t most = 512;

    AppWindow *find(XId id);
    const AppWindow *find(XId id) const;
    /// The window; added on top of all others if it is not known. Null: there are too many.
    AppWindow *add(XId id);
    void remove(XId id);
    void clear();
    std::vector<XId> ids() const; ///< lowest first
    /// Moves the window directly above @p sibling; 0: to the bottom.
    void putAbove(XId id, XId sibling);
    void raise(XId id);

    void setMapped(XId id, bool isMapped);

    /// The ordinary window that was mapped first and is still mapped; a dialog only if there is no other; 0: none.
    XId main() const;
    std::vector<XId> ordinary() const; ///< lowest first
    XId uppermost() const; ///< the topmost ordinary window; 0: none
    /// Ordinary windows below @p id, lowest first.
    std::vector<XId> below(XId id) const;
    /// The window that a dialog belongs to: the one that it names, else the main window; null: not mapped, or the dialog itself.
    const AppWindow *parentOf(const AppWindow &window) const;

private:
    std::map<XId, AppWindow> m_windows;
    std::vector<XId> m_stacking; ///< lowest first
    std::uint64_t m_maps = 0;
};
}
