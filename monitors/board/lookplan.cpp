// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/lookplan.h"

#include "sessions/apps/appcommand.h"

#include <KLocalizedString>

#include <QRegularExpression>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// A desk may say what it likes: nothing is opened by this account but what Nightdesk itself makes at the summit.
bool isAppSocket(const QString &path)
{
    static const QRegularExpression pattern(QRegularExpression::anchoredPattern(QRegularExpression::escape(QLatin1StringView(AppCommand::directoryPrefix))
                                                                                + uR"(-[0-9]+(\.[0-9A-Za-z._-]+)?/[0-9A-Za-z][0-9A-Za-z._~-]*/rfb)"_s));
    return pattern.match(path).hasMatch();
}

/// Empty: it can be looked at.
QString whyNotLookedAt(const BoardWire::DisplayReport &display)
{
    const QString title = display.title.isEmpty() ? display.key : display.title;
    if (display.kind == BoardWire::DisplayKind::Desktop) {
        return {};
    }
    if (display.topology == "x11"_L1) {
        return i18nc("@info a display",
                     "“%1” is an X program whose windows are drawn at its own desk (x11): nobody else can look at them. Shown as vnc-app, it can be looked at.",
                     title);
    }
    if (display.topology != "vnc-app"_L1) {
        return i18nc("@info a display, and a way to show it as profiles call it",
                     "“%1” is an X program shown by way of %2. The board shows desktops, and X programs shown as vnc-app.",
                     title,
                     display.topology);
    }
    if (!isAppSocket(display.socket)) {
        return i18nc("@info a display, an X program (vnc-app)",
                     "“%1” (vnc-app) cannot be looked at now: it does not run, its profile shares it with nobody, or its desk has an older Nightdesk.",
                     title);
    }
    return {};
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
    if (const QString why = whyNotLookedAt(*report); !why.isEmpty()) {
        return std::unexpected(why);
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
    LookPlan plan;
    plan.profileId = profileId;
    const auto desktop = std::ranges::find(profile->desktops, id, &DesktopSpec::id);
    const auto program = std::ranges::find(profile->windows, id, &WindowSpec::id);
    if (report->kind == BoardWire::DisplayKind::Desktop && desktop != profile->desktops.end()) {
        plan.desktop = *desktop;
    } else if (report->kind == BoardWire::DisplayKind::Window && program != profile->windows.end()) {
        plan.desktop.title = program->title;
        plan.desktop.link = program->link;
        plan.desktop.address = UnixSocket{report->socket};
        plan.isProgram = true;
    } else {
        return std::unexpected(i18nc("@info an instrument, a display's id",
                                     "The profile of %1 that is in force here has no display “%2”: the desk uses another version of it.",
                                     profile->name.isEmpty() ? profileId : profile->name,
                                     id));
    }
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
