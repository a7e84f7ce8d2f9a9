// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Nightdesk
{
/// The locks that keep the screens on and the computer awake now; several at once, because each desktop environment uses different services.
struct WakeLocks {
    bool hasScreenSaverLock = false; ///< the lock of org.freedesktop.ScreenSaver
    bool hasPowerManagementLock = false; ///< the lock of org.freedesktop.PowerManagement.Inhibit
    bool hasIdleLock = false; ///< logind's lock for "idle"
    bool hasSleepLock = false; ///< logind's lock for "sleep"
    bool hasXBlankingLock = false; ///< the X server's own blanking and DPMS
    bool operator==(const WakeLocks &) const = default;
};
}
