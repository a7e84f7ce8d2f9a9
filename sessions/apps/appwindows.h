// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/appwindow.h"

#include <map>
#include <vector>

namespace Nightdesk
{
/// The top-level windows of a program's display, and which of them matter. Pure. Owned by WindowAgentProtocol.
class AppWindows
{
public:
    /// No program comes near it; what a server tells of beyond is not kept.
    static constexpr std::size_t most = 512;

    AppWindow *find(XId id);
    const AppWindow *find(XId id) const;
    /// The window, made known on top of all others if it was not; null: there are too many.
    AppWindow *add(XId id);
    void remove(XId id);
    void clear();
    std::vector<XId> ids() const; ///< lowest first
    /// It stands right above @p sibling; 0: lowest.
    void putAbove(XId id, XId sibling);
    void raise(XId id);

    void setMapped(XId id, bool isMapped);

    /// The first ordinary window that was mapped and still is, a dialog only where there is nothing else; 0: none.
    XId main() const;
    std::vector<XId> ordinary() const; ///< lowest first
    XId uppermost() const; ///< of the ordinary ones; 0: none
    /// Ordinary windows that lie below @p id, lowest first.
    std::vector<XId> below(XId id) const;
    /// The window that a dialog belongs to: what it names, else the main one; null: none that is up, or it is that itself.
    const AppWindow *parentOf(const AppWindow &window) const;

private:
    std::map<XId, AppWindow> m_windows;
    std::vector<XId> m_stacking; ///< lowest first
    std::uint64_t m_maps = 0;
};
}
