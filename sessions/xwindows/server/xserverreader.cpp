// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/xserverreader.h"

#include "sessions/common/background.h"
#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <xcb/xcb.h>

#include <cstdlib>
#include <memory>

namespace Nightdesk
{
namespace
{
struct Disconnect {
    void operator()(xcb_connection_t *connection) const
    {
        xcb_disconnect(connection);
    }
};
struct Free {
    void operator()(void *reply) const
    {
        std::free(reply);
    }
};

XBackingStore backingStore(quint8 value)
{
    switch (value) {
    case XCB_BACKING_STORE_WHEN_MAPPED:
        return XBackingStore::WhenMapped;
    case XCB_BACKING_STORE_ALWAYS:
        return XBackingStore::Always;
    default:
        return XBackingStore::Never;
    }
}

XScreenFacts screenFacts(int number, const xcb_screen_t &screen)
{
    XScreenFacts facts;
    facts.number = number;
    facts.size = {screen.width_in_pixels, screen.height_in_pixels};
    facts.millimetres = {screen.width_in_millimeters, screen.height_in_millimeters};
    facts.rootDepth = screen.root_depth;
    facts.blackPixel = screen.black_pixel;
    facts.whitePixel = screen.white_pixel;
    facts.backingStore = backingStore(screen.backing_stores);
    facts.saveUnders = screen.save_unders;
    facts.installedColormapsMin = screen.min_installed_maps;
    facts.installedColormapsMax = screen.max_installed_maps;
    for (auto depth = xcb_screen_allowed_depths_iterator(&screen); depth.rem; xcb_depth_next(&depth)) {
        for (auto visual = xcb_depth_visuals_iterator(depth.data); visual.rem; xcb_visualtype_next(&visual)) {
            const xcb_visualtype_t &type = *visual.data;
            facts.visuals.append({
                .id = type.visual_id,
                .visualClass = static_cast<XVisual::Class>(qMin<int>(type._class, static_cast<int>(XVisual::Class::DirectColor))),
                .depth = depth.data->depth,
                .bitsPerRgb = type.bits_per_rgb_value,
                .colormapEntries = type.colormap_entries,
                .redMask = type.red_mask,
                .greenMask = type.green_mask,
                .blueMask = type.blue_mask,
                .isDefault = type.visual_id == screen.root_visual,
            });
        }
    }
    return facts;
}
}

QString visualClassName(XVisual::Class visualClass)
{
    switch (visualClass) {
    case XVisual::Class::StaticGray:
        return QStringLiteral("StaticGray");
    case XVisual::Class::GrayScale:
        return QStringLiteral("GrayScale");
    case XVisual::Class::StaticColor:
        return QStringLiteral("StaticColor");
    case XVisual::Class::PseudoColor:
        return QStringLiteral("PseudoColor");
    case XVisual::Class::TrueColor:
        return QStringLiteral("TrueColor");
    case XVisual::Class::DirectColor:
        return QStringLiteral("DirectColor");
    }
    return {};
}

XServerReader::XServerReader(QObject *parent)
    : QObject(parent)
{
}

void XServerReader::read(const QString &display)
{
    BackgroundJobs::shared().run(
        [display] {
            return ask(display);
        },
        this,
        [this](const XServerFacts &facts) {
            Q_EMIT factsRead(facts);
        });
}

XServerFacts XServerReader::ask(const QString &display)
{
    XServerFacts facts;
    facts.display = display.isEmpty() ? qEnvironmentVariable("DISPLAY") : display;
    if (facts.display.isEmpty()) {
        facts.problem = i18nc("@info", "This session has no X server: DISPLAY is not set. To show X programs of the remote host, log in to an X11 session.");
        return facts;
    }
    const std::unique_ptr<xcb_connection_t, Disconnect> connection(xcb_connect(facts.display.toLocal8Bit().constData(), nullptr));
    if (xcb_connection_has_error(connection.get())) {
        facts.problem = i18nc("@info", "The X server %1 is unreachable, or refuses Nightdesk because of its authority file. Check XAUTHORITY.", facts.display);
        return facts;
    }
    const xcb_setup_t *setup = xcb_get_setup(connection.get());
    facts.vendor = displayText(QByteArrayView(xcb_setup_vendor(setup), xcb_setup_vendor_length(setup)));
    facts.release = setup->release_number;
    int number = 0;
    for (auto screen = xcb_setup_roots_iterator(setup); screen.rem; xcb_screen_next(&screen)) {
        facts.screens.append(screenFacts(number++, *screen.data));
    }
    const std::unique_ptr<xcb_list_extensions_reply_t, Free> extensions(
        xcb_list_extensions_reply(connection.get(), xcb_list_extensions(connection.get()), nullptr));
    if (extensions) {
        for (auto name = xcb_list_extensions_names_iterator(extensions.get()); name.rem; xcb_str_next(&name)) {
            facts.extensions.append(displayText(QByteArrayView(xcb_str_name(name.data), xcb_str_name_length(name.data))));
        }
        facts.extensions.sort();
    }
    return facts;
}
}
