// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/appholder.h"

#include <optional>

namespace Nightdesk
{
/// Who has the program of a display that may run only once, and whose program the display shows instead of its own. Owned by Session, on
/// the GUI thread.
class AppOccupancy
{
public:
    /// Who has the program, while the display is Failed because of that; empty otherwise.
    const std::optional<AppHolder> &holder() const;
    /// Whose program the display shows, or is about to; empty: its own.
    const std::optional<AppHolder> &watched() const;

    void setHolder(const std::optional<AppHolder> &holder);
    bool requestWatch(); ///< with the next start; false: the holder's program cannot be watched
    void start();
    void stopWatching();

private:
    std::optional<AppHolder> m_holder;
    std::optional<AppHolder> m_watched;
    std::optional<AppHolder> m_requested;
};
}
