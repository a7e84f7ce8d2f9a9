// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/screenlayout.h"

#include "monitors/screenmap.h"
#include "sessions/xwindows/server/placement.h"
#include "widgets/screens/monitorsketch.h"

#include <KLocalizedString>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// Assumed for a screen whose size is not known.
constexpr QSize usualScreen(1920, 1080);

/// A screen's index; as in ScreenMap, the first screen for an empty name and for one that the site does not have.
int screenIndexOf(const QString &name, const QStringList &names)
{
    return std::max(0, static_cast<int>(names.indexOf(name)));
}

/// The position as written in the profile, which may be outside the screen.
QRect rectFromProfile(const WindowGeometry &geometry, const QSize &size, const QSize &screen)
{
    const WindowGeometry::Offset &offset = *geometry.offset;
    return {QPoint(offset.isFromRight ? screen.width() - offset.x - size.width() : offset.x,
                   offset.isFromBottom ? screen.height() - offset.y - size.height() : offset.y),
            size};
}

QMargins marginsBeyondScreen(const QRect &rect, const QSize &screen)
{
    return {std::max(0, -rect.left()),
            std::max(0, -rect.top()),
            std::max(0, rect.right() + 1 - screen.width()),
            std::max(0, rect.bottom() + 1 - screen.height())};
}

ScreenLayout::Display makeWindowDisplay(const WindowSpec &spec, int index, const ScreenLayout::Screen &screen)
{
    ScreenLayout::Display display{.table = u"window"_s,
                                  .id = spec.id,
                                  .title = spec.title,
                                  .screenIndex = index,
                                  .profileGeometry = spec.geometry,
                                  .startsAutomatically = spec.start == StartPolicy::Connect};
    const QRect area(QPoint(), screen.size);
    // The size of a program without a configured size, and of every window frame, is known only when the program runs.
    const QSize size = Placement::mainWindowSize(spec.geometry, area, screen.size * 2 / 5, {});
    display.rect = Placement::mainWindowRect(spec.geometry, area, size, {});
    if (spec.geometry.offset) {
        const QSize wanted = spec.geometry.size ? QSize(spec.geometry.size->width, spec.geometry.size->height) : size;
        display.excessMargins = marginsBeyondScreen(rectFromProfile(spec.geometry, wanted, screen.size), screen.size);
    }
    return display;
}

QString offsetText(int pixels, bool isFromRightOrBottomEdge)
{
    return (isFromRightOrBottomEdge ? u'-' : u'+') + QString::number(pixels);
}
}

bool ScreenLayout::Display::isWindow() const
{
    return table == "window"_L1;
}

ScreenLayout ScreenLayout::fromEffect(const DraftEffect &effect)
{
    ScreenLayout layout;
    QStringList names = ScreenMap::allNames(effect.site.screens, effect.profile);
    if (names.isEmpty()) {
        names.append(QString());
    }
    for (const QString &name : std::as_const(names)) {
        const auto size = effect.site.screenSizes.constFind(name);
        const bool isSizeKnown = size != effect.site.screenSizes.constEnd() && size->width > 0 && size->height > 0;
        layout.screens.append({.name = name, .size = isSizeKnown ? QSize(size->width, size->height) : usualScreen, .isSizeKnown = isSizeKnown});
    }
    for (int screen = 0; screen < layout.screens.size(); ++screen) {
        QList<const DesktopSpec *> here;
        for (const DesktopSpec &desktop : effect.profile.desktops) {
            if (screenIndexOf(desktop.screen, names) == screen) {
                here.append(&desktop);
            }
        }
        const QSize size = layout.screens[screen].size;
        const QList<QRectF> tiles = MonitorSketch::displayTileRects(here.size());
        for (qsizetype i = 0; i < here.size(); ++i) {
            const QRectF &tile = tiles[i];
            layout.displays.append(
                {.table = u"desktop"_s,
                 .id = here[i]->id,
                 .title = here[i]->title,
                 .screenIndex = screen,
                 .rect =
                     QRectF(tile.x() * size.width(), tile.y() * size.height(), tile.width() * size.width(), tile.height() * size.height()).toAlignedRect()});
        }
    }
    for (const WindowSpec &spec : effect.profile.windows) {
        const int screen = screenIndexOf(spec.screen, names);
        Display window = makeWindowDisplay(spec, screen, layout.screens[screen]);
        for (Display &other : layout.displays) {
            // As in LayoutChecker, a window without a configured size or one started by hand is not checked for overlaps.
            const auto counts = [](const Display &one) {
                return one.isWindow() && one.startsAutomatically && one.profileGeometry.size && one.profileGeometry.offset;
            };
            if (other.screenIndex == screen && counts(other) && counts(window) && other.rect.intersects(window.rect)) {
                other.overlappingIds.append(window.id);
                window.overlappingIds.append(other.id);
            }
        }
        layout.displays.append(window);
    }
    return layout;
}

WindowGeometry ScreenLayout::geometryAt(const Display &window, const QRect &rect) const
{
    const QSize screen = screens[window.screenIndex].size;
    WindowGeometry result = window.profileGeometry;
    if (result.size || rect.size() != window.rect.size()) {
        result.size = PixelSize{.width = rect.width(), .height = rect.height()};
    }
    WindowGeometry::Offset offset = result.offset.value_or(WindowGeometry::Offset());
    offset.x = offset.isFromRight ? screen.width() - rect.right() - 1 : rect.left();
    offset.y = offset.isFromBottom ? screen.height() - rect.bottom() - 1 : rect.top();
    result.offset = offset;
    return result;
}

QString ScreenLayout::geometryText(const WindowGeometry &geometry)
{
    QString text;
    if (geometry.size) {
        text = QString::number(geometry.size->width) + u'x' + QString::number(geometry.size->height);
    }
    if (geometry.offset) {
        text += offsetText(geometry.offset->x, geometry.offset->isFromRight) + offsetText(geometry.offset->y, geometry.offset->isFromBottom);
    }
    return text;
}

QStringList ScreenLayout::problemTexts(const Display &display) const
{
    const QMargins &excess = display.excessMargins;
    const std::pair<int, KLocalizedString> edges[] = {
        {excess.left(), ki18ncp("@info %2: a program", "%2 extends %1 pixel beyond the left edge.", "%2 extends %1 pixels beyond the left edge.")},
        {excess.top(), ki18ncp("@info %2: a program", "%2 extends %1 pixel beyond the top edge.", "%2 extends %1 pixels beyond the top edge.")},
        {excess.right(), ki18ncp("@info %2: a program", "%2 extends %1 pixel beyond the right edge.", "%2 extends %1 pixels beyond the right edge.")},
        {excess.bottom(), ki18ncp("@info %2: a program", "%2 extends %1 pixel beyond the bottom edge.", "%2 extends %1 pixels beyond the bottom edge.")},
    };
    QStringList result;
    for (const auto &[pixels, text] : edges) {
        if (pixels > 0) {
            result.append(text.subs(pixels).subs(display.id).toString());
        }
    }
    if (!display.overlappingIds.isEmpty()) {
        result.append(i18nc("@info %1: a program, %2: programs", "%1 overlaps %2.", display.id, display.overlappingIds.join(", "_L1)));
    }
    return result;
}
}
