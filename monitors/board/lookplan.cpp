// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/lookplan.h"

#include <KLocalizedString>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QString whyNoDesktop(const BoardWire::DisplayReport &display)
{
    const QString title = display.title.isEmpty() ? display.key : display.title;
    if (display.topology == "x11"_L1) {
        return i18nc("@info a display",
                     "“%1” is an X program whose windows are drawn at its own desk (x11): nobody else can look at them. As vnc-app it could be.",
                     title);
    }
    return i18nc("@info a display, and a way to show it as profiles call it",
                 "“%1” is an X program shown by way of %2. The board shows only desktops.",
                 title,
                 display.topology);
}
}

std::expected<LookPlan, QString> LookPlan::make(const Facility &facility, const BoardDesk &desk, const QString &display)
{
    if (!desk.state) {
        return std::unexpected(i18nc("@info a desk", "The desk %1 has not told yet what it shows.", desk.name.text()));
    }
    const auto report = std::ranges::find(desk.state->displays, display, &BoardWire::DisplayReport::key);
    if (report == desk.state->displays.end()) {
        return std::unexpected(i18nc("@info a desk, a display", "The desk %1 does not show “%2” any more.", desk.name.text(), display));
    }
    if (report->kind != BoardWire::DisplayKind::Desktop) {
        return std::unexpected(whyNoDesktop(*report));
    }
    const QString profileId = display.section(u'/', 0, 0);
    const QString id = display.section(u'/', 1);
    const auto profile = std::ranges::find(facility.profiles, profileId, &InstrumentProfile::id);
    if (profile == facility.profiles.end()) {
        return std::unexpected(std::ranges::contains(facility.broken, profileId, &BrokenProfile::id)
                                   ? i18nc("@info an instrument's id", "The profile “%1” of the facility that is open here has mistakes.", profileId)
                                   : i18nc("@info an instrument's id",
                                           "The facility that is open here has no profile “%1”: the desk uses other files than this computer.",
                                           profileId));
    }
    const auto desktop = std::ranges::find(profile->desktops, id, &DesktopSpec::id);
    if (desktop == profile->desktops.end()) {
        return std::unexpected(i18nc("@info an instrument, a display's id",
                                     "The profile of %1 that is in force here has no desktop “%2”: the desk uses another version of it.",
                                     profile->name.isEmpty() ? profileId : profile->name,
                                     id));
    }
    LookPlan plan;
    plan.profileId = profileId;
    plan.desktop = *desktop;
    plan.desktop.id = id + u'@' + desk.name.site + u'.' + desk.name.desk;
    plan.desktop.topology = Topology::Vnc; // straight from the summit, however the desk itself shows it
    plan.desktop.viewer = {};
    plan.desktop.input = InputPolicy::ViewOnly; // which nobody can switch off
    plan.desktop.clipboard = ClipboardPolicy::Off;
    const QString title = report->title.isEmpty() ? id : report->title;
    plan.title = i18nc("@title:window a desk, and the display of it that is looked at", "%1 – %2", desk.name.text(), title);
    return plan;
}

InstrumentProfile LookPlan::reduced(const InstrumentProfile &profile)
{
    InstrumentProfile links = profile;
    links.desktops.clear();
    links.windows.clear();
    // A link that looks for desktops opens by itself: only where one that has to be found may be looked at.
    for (LinkSpec &link : links.links) {
        const bool isNeeded = std::ranges::any_of(profile.desktops, [&link](const DesktopSpec &desktop) {
            return desktop.link == link.id && std::holds_alternative<DiscoveredDesktop>(desktop.address);
        });
        if (!isNeeded) {
            link.discover.reset();
        }
    }
    return links;
}
}
