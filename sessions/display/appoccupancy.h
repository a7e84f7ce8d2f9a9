// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/appholder.h"

#include <optional>

namespace Nightdesk
{
/// For a display whose program may run only once: who already runs the program, and whose instance the display shows instead of its own. Owned by
/// Session, on the GUI thread.
class AppOccupancy
{
public:
    /// Who runs the program, while the display is Failed for that reason; empty otherwise.
    const std::optional<AppHolder> &holder() const;
    /// The holder whose program the display shows or is about to show; empty: the display shows its own program.
    const std::optional<AppHolder> &watchedHolder() const;

    void setHolder(const std::optional<AppHolder> &holder);
    bool tryShowHolderProgramAtNextStart(); ///< shows the holder's program at the next start; false: not possible
    void handleDisplayStart(); ///< the display starts: from now on it shows the program chosen before, if any
    void stopWatching();

private:
    std::optional<AppHolder> m_holder;
    std::optional<AppHolder> m_watchedHolder;
    std::optional<AppHolder> m_holderToWatch;
};
}
