// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomlnode.h"

#include <optional>

namespace Nightdesk
{
/// Warns of windows over each other and over the edges of their screens, as far as that can be told: offsets from the same
/// edges compare without the screen's size, all else needs SiteSpec::screenSizes. Windows that the window manager places
/// and those that do not start with the connection are left out. Pure. Made by ProfileReader for one site.
class LayoutChecker
{
public:
    /// @p site: where the profile is in force; its id is empty where it is at none and where there is no other.
    LayoutChecker(const SiteSpec &site, Problems &problems);

    /// @p inForce is the profile's root there: it knows where each geometry is written. @p files: the roots of the files as
    /// they are written, which tell what differs at other sites.
    void check(const InstrumentProfile &profile, const TomlNode &inForce, const QList<const TomlNode *> &files = {});

private:
    /// A part of a screen's width or height.
    struct Span {
        int offset = 0; ///< from the left (right) or top (bottom) edge
        int length = 0;
        bool fromFarEdge = false;
    };
    struct Placed {
        QString id;
        QString screen;
        bool isFirstScreen = false; ///< the site says which screen it is
        bool differs = false; ///< at one site or another
        SourcePlace place; ///< of the geometry
        Span across;
        Span down;
        bool isSized = false; ///< false: lengths are of one pixel, which any window has
    };

    static std::optional<bool> meet(const Span &a, const Span &b, std::optional<int> length);
    /// By how many pixels it reaches over the near (left, top) and the far edge.
    static std::pair<int, int> excess(const Span &span, std::optional<int> length);
    std::optional<PixelSize> sizeOf(const QString &screen) const;
    void checkEdges(const Placed &window);
    void checkOverlap(const Placed &first, const Placed &second);

    /// @p named: with the site, as the same is not informed of all.
    QString screenInWords(const Placed &window, bool named) const;

    SiteSpec m_site;
    Problems &m_problems;
};
}
