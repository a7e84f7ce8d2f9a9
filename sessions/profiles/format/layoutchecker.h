// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomlnode.h"

#include <optional>

namespace Nightdesk
{
/// Warns of windows that overlap and of windows beyond the edges of their screens, as far as this can be determined: offsets from the same edges can
/// be compared without the screen's size, other checks need SiteSpec::screenSizes. Windows that the window manager places and those that do not start
/// with the connection are left out. Pure. Made by ProfileReader for one site.
class LayoutChecker
{
public:
    /// @p site: where the profile is used; its id is empty if there is no site, or only one.
    LayoutChecker(const SiteSpec &site, Problems &problems);

    /// Reports windows that overlap or extend beyond their screens. @p effective: the profile's effective root at the
    /// site, with the place of each geometry. @p files: the root tables of the files as written, which show what
    /// differs at other sites.
    void check(const InstrumentProfile &profile, const TomlNode &effective, const QList<const TomlNode *> &files = {});

private:
    /// The part of a screen's width or height that a window covers.
    struct ScreenSpan {
        int offset = 0; ///< distance in pixels from the left or top edge of the screen; if isFromRightOrBottomEdge, from the right or bottom edge
        int length = 0; ///< width or height of the window in pixels
        bool isFromRightOrBottomEdge = false;
    };
    struct PlacedWindow {
        QString id;
        QString screen;
        bool isOnFirstScreen = false; ///< the window is on the first screen; the site defines which screen that is
        bool differsAtSomeSite = false; ///< the window's place is different at some site
        SourcePlace geometrySource; ///< where the window's geometry is written in the file
        ScreenSpan horizontalSpan;
        ScreenSpan verticalSpan;
        /// The window's size is known; if not, a length of one pixel is assumed, which any window has.
        bool isSizeKnown = false;
    };

    static std::optional<bool> spansOverlap(const ScreenSpan &a, const ScreenSpan &b, std::optional<int> length);
    /// Number of pixels by which @p span extends beyond the near edge (left, top) and beyond the far edge.
    static std::pair<int, int> pixelsBeyondEdges(const ScreenSpan &span, std::optional<int> length);
    std::optional<PixelSize> screenSize(const QString &screen) const;
    void checkEdges(const PlacedWindow &window);
    void checkOverlap(const PlacedWindow &first, const PlacedWindow &second);

    /// Describes the window's screen for a message. @p mustNameSite: whether the site is named, too, since the message does not apply to all
    /// sites.
    QString screenDescription(const PlacedWindow &window, bool mustNameSite) const;

    SiteSpec m_siteSpec;
    Problems &m_problems;
};
}
