// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/layoutchecker.h"

#include <KLocalizedString>

#include <QFileInfo>
#include <QHash>
#include <QSet>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
// Maximum number of windows to compare with each other; more than any desk has.
constexpr qsizetype maxWindows = 300;

/// The keys that determine a window's place.
constexpr std::array placeKeys{"geometry"_L1, "screen"_L1, "start"_L1};

/// Adds to @p result the ids of windows whose place is different at some site.
void addIdsThatDifferAtSites(const TomlNode &file, QSet<QString> &result)
{
    const TomlNode nothing;
    const TomlEntry *sites = file.find(u"site"_s);
    for (const TomlEntry &site : (sites ? sites->value : nothing).entries()) {
        const TomlEntry *windows = site.value.find(u"window"_s);
        for (const TomlEntry &window : (windows ? windows->value : nothing).entries()) {
            const bool isMoved = std::ranges::any_of(placeKeys, [&](QLatin1StringView key) {
                return window.value.find(key) != nullptr;
            });
            if (isMoved) {
                result.insert(window.key);
            }
        }
    }
}

/// The windows' tables by their ids.
QHash<QString, const TomlNode *> windowTablesById(const TomlNode &effective)
{
    QHash<QString, const TomlNode *> result;
    for (const TomlNode &node : effective.itemsOf(u"window"_s)) {
        if (const TomlEntry *name = node.find(u"id"_s); name && !result.contains(name->value.text)) {
            result.insert(name->value.text, &node);
        }
    }
    return result;
}

std::optional<int> widthOf(const std::optional<PixelSize> &size)
{
    return size ? std::optional<int>(size->width) : std::nullopt;
}

std::optional<int> heightOf(const std::optional<PixelSize> &size)
{
    return size ? std::optional<int>(size->height) : std::nullopt;
}
}

LayoutChecker::LayoutChecker(const SiteSpec &site, Problems &problems)
    : m_siteSpec(site)
    , m_problems(problems)
{
}

void LayoutChecker::check(const InstrumentProfile &profile, const TomlNode &effective, const QList<const TomlNode *> &files)
{
    QList<PlacedWindow> windows;
    QSet<QString> differing;
    for (const TomlNode *root : files) {
        addIdsThatDifferAtSites(*root, differing);
    }
    const QHash<QString, const TomlNode *> tables = windowTablesById(effective);
    for (const WindowSpec &spec : profile.windows) {
        if (spec.start != StartPolicy::Connect || !spec.geometry.offset || windows.size() == maxWindows) {
            continue;
        }
        const WindowGeometry::Offset &offset = *spec.geometry.offset;
        const PixelSize size = spec.geometry.size.value_or(PixelSize{1, 1});
        const TomlNode *table = tables.value(spec.id);
        const TomlEntry *geometry = table ? table->find(u"geometry"_s) : nullptr;
        const bool isMoved = table && std::ranges::any_of(placeKeys, [table](QLatin1StringView key) {
                                 const TomlEntry *entry = table->find(key);
                                 return entry && !entry->value.siteId.isEmpty();
                             });
        const PlacedWindow window{
            .id = spec.id,
            .screen = spec.screen.isEmpty() ? m_siteSpec.screens.value(0) : spec.screen,
            .isOnFirstScreen = spec.screen.isEmpty(),
            .differsAtSomeSite = isMoved || differing.contains(spec.id),
            .geometrySource = geometry ? geometry->value.place : spec.place,
            .horizontalSpan = {offset.x, size.width, offset.isFromRight},
            .verticalSpan = {offset.y, size.height, offset.isFromBottom},
            .isSizeKnown = spec.geometry.size.has_value(),
        };
        checkEdges(window);
        for (const PlacedWindow &other : std::as_const(windows)) {
            const std::optional<PixelSize> screen = screenSize(window.screen);
            const bool overlap = other.screen == window.screen && other.isSizeKnown && window.isSizeKnown
                && spansOverlap(other.horizontalSpan, window.horizontalSpan, widthOf(screen)).value_or(false)
                && spansOverlap(other.verticalSpan, window.verticalSpan, heightOf(screen)).value_or(false);
            if (overlap) {
                // For a window that several profiles share, report the overlap at the profile's own window.
                const bool isShared = window.geometrySource.file != profile.file && other.geometrySource.file == profile.file;
                checkOverlap(isShared ? window : other, isShared ? other : window);
                break; // report each window once
            }
        }
        windows.append(window);
    }
}

std::optional<bool> LayoutChecker::spansOverlap(const ScreenSpan &a, const ScreenSpan &b, std::optional<int> length)
{
    int first = a.offset;
    int second = b.offset;
    if (a.isFromRightOrBottomEdge != b.isFromRightOrBottomEdge) {
        if (!length) {
            return std::nullopt;
        }
        first = a.isFromRightOrBottomEdge ? *length - a.offset - a.length : a.offset;
        second = b.isFromRightOrBottomEdge ? *length - b.offset - b.length : b.offset;
    }
    return first < second + b.length && second < first + a.length;
}

std::pair<int, int> LayoutChecker::pixelsBeyondEdges(const ScreenSpan &span, std::optional<int> length)
{
    const int here = std::max(0, -span.offset);
    const int there = length ? std::max(0, span.offset + span.length - *length) : 0;
    return span.isFromRightOrBottomEdge ? std::pair(there, here) : std::pair(here, there);
}

std::optional<PixelSize> LayoutChecker::screenSize(const QString &screen) const
{
    const auto found = m_siteSpec.screenSizes.constFind(screen);
    return found == m_siteSpec.screenSizes.constEnd() ? std::nullopt : std::optional<PixelSize>(*found);
}

QString LayoutChecker::screenDescription(const PlacedWindow &window, bool mustNameSite) const
{
    const bool isKnown = !window.screen.isEmpty() && (mustNameSite || !window.isOnFirstScreen || m_siteSpec.id.isEmpty());
    const QString screen =
        isKnown ? i18nc("@info which screen; %1: a name in quotes", "the screen %1", quoted(window.screen)) : i18nc("@info which screen", "the first screen");
    return mustNameSite && !m_siteSpec.id.isEmpty()
        ? i18nc("@info which screen; %1: the screen \"left\"; %2: a site in quotes", "%1 at the site %2", screen, quoted(m_siteSpec.id))
        : screen;
}

void LayoutChecker::checkEdges(const PlacedWindow &window)
{
    const std::optional<PixelSize> screen = screenSize(window.screen);
    const auto [left, right] = pixelsBeyondEdges(window.horizontalSpan, widthOf(screen));
    const auto [top, bottom] = pixelsBeyondEdges(window.verticalSpan, heightOf(screen));
    const QString expected = screen ? i18nc("@info what a profile expects; %1: a size, as in 1920x1200",
                                            "a position inside %1",
                                            u"%1x%2"_s.arg(QString::number(screen->width), QString::number(screen->height)))
                                    : i18nc("@info what a profile expects", "a position inside the screen");
    const QString id = quoted(window.id);
    const QString name = screenDescription(window, screen || window.differsAtSomeSite);
    const std::pair<int, KLocalizedString> edges[] = {
        {left,
         ki18ncp("@info a warning about a profile; %2: a window, %3: the screen \"left\"",
                 "the window %2 extends %1 pixel beyond the left edge of %3",
                 "the window %2 extends %1 pixels beyond the left edge of %3")},
        {right,
         ki18ncp("@info a warning about a profile; %2: a window, %3: the screen \"left\"",
                 "the window %2 extends %1 pixel beyond the right edge of %3",
                 "the window %2 extends %1 pixels beyond the right edge of %3")},
        {top,
         ki18ncp("@info a warning about a profile; %2: a window, %3: the screen \"left\"",
                 "the window %2 extends %1 pixel beyond the top edge of %3",
                 "the window %2 extends %1 pixels beyond the top edge of %3")},
        {bottom,
         ki18ncp("@info a warning about a profile; %2: a window, %3: the screen \"left\"",
                 "the window %2 extends %1 pixel beyond the bottom edge of %3",
                 "the window %2 extends %1 pixels beyond the bottom edge of %3")},
    };
    for (const auto &[pixels, text] : edges) {
        if (pixels > 0) {
            m_problems.warning(window.geometrySource, problemText(text.subs(pixels).subs(id).subs(name).toString(), expected));
        }
    }
}

void LayoutChecker::checkOverlap(const PlacedWindow &first, const PlacedWindow &second)
{
    const SourcePlace &source = first.geometrySource;
    const QString line = QString::number(source.line);
    const QString where = source.file == second.geometrySource.file
        ? i18nc("@info where something stands in the same file; %1: a line number", "line %1", line)
        : i18nc("@info where something stands; %1: a line number, %2: a file", "line %1 of %2", line, QFileInfo(source.file).fileName());
    const bool needsSize = first.horizontalSpan.isFromRightOrBottomEdge != second.horizontalSpan.isFromRightOrBottomEdge
        || first.verticalSpan.isFromRightOrBottomEdge != second.verticalSpan.isFromRightOrBottomEdge;
    const bool named = needsSize || first.differsAtSomeSite || second.differsAtSomeSite || first.isOnFirstScreen != second.isOnFirstScreen;
    m_problems.warning(second.geometrySource,
                       problemText(i18nc("@info a warning about a profile; %1, %2: windows in quotes; %3: line 12; %4: the screen \"left\"",
                                         "the window %1 overlaps %2 (%3) on %4",
                                         quoted(second.id),
                                         quoted(first.id),
                                         where,
                                         screenDescription(second, named)),
                                   i18nc("@info what a profile expects", "positions next to each other, or another screen for one window")));
}
}
