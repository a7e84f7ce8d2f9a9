// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/viewplan.h"

#include "sessions/apps/appcommand.h"

#include <KLocalizedString>

#include <QRegularExpression>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// Reports of a desk are not trusted: this account opens only sockets that Nightdesk itself creates at the summit.
bool isPrivateServerSocket(const QString &path)
{
    static const QRegularExpression pattern(QRegularExpression::anchoredPattern(QRegularExpression::escape(QLatin1StringView(AppCommand::directoryPrefix))
                                                                                + uR"(-[0-9]+(\.[0-9A-Za-z._-]+)?/[0-9A-Za-z][0-9A-Za-z._~-]*/rfb)"_s));
    return pattern.match(path).hasMatch();
}

/// Why the display cannot be viewed, translated; empty: it can be.
QString viewObstacle(const BoardWire::DisplayReport &display)
{
    const QString title = display.title.isEmpty() ? display.key : display.title;
    if (display.kind == BoardWire::DisplayKind::Desktop) {
        return {};
    }
    if (display.topology == "x11"_L1) {
        return i18nc("@info a display",
                     "The workstation shows “%1” with its own X server (x11), so it cannot be viewed from here. Programs shown as vnc-app "
                     "can be viewed.",
                     title);
    }
    if (display.topology != "vnc-app"_L1) {
        return i18nc("@info a display, and a display mode as profiles call it",
                     "The display mode of “%1” is %2, so it cannot be viewed from here. Desktops and programs shown as vnc-app can be "
                     "viewed.",
                     title,
                     display.topology);
    }
    if (!isPrivateServerSocket(display.vncServerSocket)) {
        return i18nc("@info a display, an X program (vnc-app)",
                     "“%1” (vnc-app) cannot be viewed now. The program is not running, its profile does not share it, or the workstation "
                     "has an older Nightdesk.",
                     title);
    }
    return {};
}
}

std::expected<WatchedDisplaySpec, QString> WatchedDisplaySpec::make(const Facility &facility, const BoardDesk &desk, const QString &display)
{
    if (!desk.state) {
        return std::unexpected(i18nc("@info a workstation", "The workstation %1 has not reported its displays yet.", desk.name.text()));
    }
    const auto report = std::ranges::find(desk.state->displays, display, &BoardWire::DisplayReport::key);
    if (report == desk.state->displays.end()) {
        return std::unexpected(i18nc("@info a workstation, a display", "The workstation %1 no longer shows “%2”.", desk.name.text(), display));
    }
    if (const QString why = viewObstacle(*report); !why.isEmpty()) {
        return std::unexpected(why);
    }
    const QString profileId = display.section(u'/', 0, 0);
    const QString id = display.section(u'/', 1);
    const auto profile = std::ranges::find(facility.profiles, profileId, &InstrumentProfile::id);
    if (profile == facility.profiles.end()) {
        return std::unexpected(std::ranges::contains(facility.brokenProfiles, profileId, &BrokenProfile::id)
                                   ? i18nc("@info an instrument's id", "The profile “%1” of the facility open here has errors.", profileId)
                                   : i18nc("@info an instrument's id",
                                           "The facility open here has no profile “%1”: the workstation uses other files than this computer.",
                                           profileId));
    }
    WatchedDisplaySpec plan;
    plan.profileId = profileId;
    const auto desktop = std::ranges::find(profile->desktops, id, &DesktopSpec::id);
    const auto program = std::ranges::find(profile->windows, id, &WindowSpec::id);
    if (report->kind == BoardWire::DisplayKind::Desktop && desktop != profile->desktops.end()) {
        plan.desktop = *desktop;
    } else if (report->kind == BoardWire::DisplayKind::Window && program != profile->windows.end()) {
        plan.desktop.title = program->title;
        plan.desktop.link = program->link;
        plan.desktop.address = UnixSocket{report->vncServerSocket};
        plan.isProgram = true;
    } else {
        return std::unexpected(i18nc("@info an instrument, a display's id",
                                     "The profile of %1 here has no display “%2”: the workstation uses another version of the profile.",
                                     profile->name.isEmpty() ? profileId : profile->name,
                                     id));
    }
    plan.desktop.id = id + u'@' + desk.name.site + u'.' + desk.name.desk;
    plan.desktop.topology = Topology::Vnc; // directly from the summit, whatever topology the desk itself uses
    plan.desktop.viewer = {};
    plan.desktop.input = InputPermission::ViewOnly; // fixed: the user cannot change this
    plan.desktop.clipboard = ClipboardPolicy::Off;
    const QString title = report->title.isEmpty() ? id : report->title;
    plan.title = i18nc("@title:window a workstation, and the display of it that is viewed", "%1 – %2", desk.name.text(), title);
    return plan;
}

InstrumentProfile WatchedDisplaySpec::withLinksOnly(const InstrumentProfile &profile)
{
    InstrumentProfile links = profile;
    links.desktops.clear();
    links.windows.clear();
    // A link that searches for desktops connects automatically, so keep the search only if a displayed desktop has to be found by it.
    for (LinkSpec &link : links.links) {
        const bool isNeeded = std::ranges::any_of(profile.desktops, [&link](const DesktopSpec &desktop) {
            return desktop.link == link.id && std::holds_alternative<DesktopSelector>(desktop.address);
        });
        if (!isNeeded) {
            link.discover.reset();
        }
    }
    return links;
}
}
