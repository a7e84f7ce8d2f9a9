// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"
#include "sessions/desktops/desktopfacts.h"

#include <optional>

namespace Nightdesk
{
/// The image of a shown desktop, and whether it is current and lossless. Its times include the time in suspend, so that an image is not said to be
/// younger than it is. Owned by ShownDesktop. Pure: the times are arguments.
class ShownPicture
{
public:
    using Time = BootClock::time_point;

    /// Which changes have to be signaled.
    struct Changes {
        bool isPictureNew = false; ///< a new framebuffer is shown
        bool hasLosslessChanged = false; ///< the result of isLossless() is now another than before the call
        /// the result of isAgeKnown() or outdatedSince() changed; or updates were requested again, so that the image may soon be current
        bool hasCaughtUpChanged = false;
    };

    const DesktopPicture &picture() const;
    /// A framebuffer was created and is still empty: the previous one stays visible until the first damage.
    void setNextPicture(const DesktopPicture &picture);
    void clearNextPicture();
    Changes noteDamage(quint32 generation, Time now);
    std::optional<Time> lastDamageAt() const; ///< time of the last damage; empty: never

    /// @p lossless: the worker reports that all pixels are lossless.
    Changes setLossless(bool lossless);
    bool isLossless() const; ///< lossless, caught up and of a known age
    /// @p known: as reported by the worker; false: the image may date from the last time that the server had a viewer.
    Changes setAgeKnown(bool known);
    bool isAgeKnown() const;
    /// @p paused: no updates are requested, because the desktop is hidden. @p requestedAt: if it is shown again, the time of the new request.
    Changes setUpdatesPaused(bool paused, Time requestedAt, Time now);
    /// The server has answered all requests that were sent up to @p upTo, even if nothing had changed.
    Changes noteRequestsAnswered(Time upTo);
    std::optional<Time> outdatedSince() const; ///< when the image was last current; empty: the image is current now

private:
    Changes setOutdatedSince(const std::optional<Time> &since);

    DesktopPicture m_currentPicture;
    DesktopPicture m_nextPicture;
    std::optional<Time> m_lastDamageAt;
    bool m_isLossless = false;
    bool m_isAgeKnown = true;
    bool m_areUpdatesPaused = false;
    std::optional<Time> m_outdatedSince;
    /// When updates were requested again; empty when these updates have arrived.
    std::optional<Time> m_updatesRequestedAt;
};
}
