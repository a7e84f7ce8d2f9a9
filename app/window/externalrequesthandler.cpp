// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/externalrequesthandler.h"

#include "app/commands/commandline.h"
#include "app/commands/exitstatus.h"
#include "app/connect/connectflow.h"
#include "app/facility/facilitychoice.h"
#include "app/window/externallink.h"
#include "app/window/externallinkopener.h"
#include "sessions/common/displaytext.h"
#include "sessions/desk/desk.h"
#include "sessions/profiles/facilitywording.h"

#include <KLocalizedString>

#include <QDir>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ExternalRequestHandler::ExternalRequestHandler(Desk *desk,
                                               FacilityChoice *choice,
                                               ConnectFlow *flow,
                                               ExternalLinkOpener *links,
                                               std::function<void(Session *)> raise,
                                               QObject *parent)
    : QObject(parent)
    , m_desk(desk)
    , m_facilityChoice(choice)
    , m_connectFlow(flow)
    , m_linkOpener(links)
    , m_raiseDisplay(std::move(raise))
{
}

std::expected<QString, ConsoleActions::Refusal> ExternalRequestHandler::connectProfile(const QString &profile, const QString &site, const QString &directory)
{
    const auto refuse = [](RefusalReason obstacle, const QString &text) {
        return std::unexpected(Refusal{obstacle, text});
    };
    if (m_facilityChoice->directory().isEmpty()) {
        return refuse(RefusalReason::NoFacility, FacilityWording::noFacilitySetUp(profile));
    }
    if (!directory.isEmpty() && QDir::cleanPath(directory) != QDir::cleanPath(m_facilityChoice->directory())) {
        return refuse(RefusalReason::OtherFacility,
                      i18nc("@info", "The running console shows the facility in %1. Open the other facility there first.", m_facilityChoice->directory()));
    }
    if (!site.isEmpty() && site != m_facilityChoice->site()) {
        if (!m_facilityChoice->isFacilityRead()) { // the facility must be read first: the named site may turn out to be its only one
            return refuse(RefusalReason::CannotConnect, i18nc("@info", "The console is still reading the facility. Retry in a moment."));
        }
        return refuse(RefusalReason::OtherSite,
                      i18nc("@info sites",
                            "The running console is set to site “%1”, not “%2”. Choose another site in its menu Settings.",
                            displayText(m_facilityChoice->site()),
                            displayText(site)));
    }
    const Facility &facility = m_facilityChoice->facility();
    const bool isKnown = std::ranges::contains(facility.profiles, profile, &InstrumentProfile::id)
        || std::ranges::contains(facility.brokenProfiles, profile, &BrokenProfile::id);
    if (m_facilityChoice->isFacilityRead() && !isKnown) {
        return refuse(RefusalReason::NoSuchProfile, FacilityWording::unusableProfile(facility, displayText(profile)));
    }
    if (m_desk->isConnected(profile) && !m_desk->isOnlyPreloaded(profile)) {
        return u"connected"_s;
    }
    if (const QString other = m_connectFlow->requestedProfile(); !other.isEmpty() && other != profile) {
        return refuse(RefusalReason::QuestionOpen,
                      i18nc("@info an instrument", "The console is waiting for an answer about “%1”. Answer it first.", displayText(other)));
    }
    if (m_connectFlow->requestedProfile() == profile) { // already requested: a second request would drop the requests that follow it
        return m_connectFlow->nameOfShownQuestion().isEmpty() ? u"reading"_s : u"asking"_s;
    }
    QString obstacleFound;
    const auto watching = connect(m_connectFlow, &ConnectFlow::obstacleFound, this, [&obstacleFound](const QString &why) {
        obstacleFound = why;
    });
    m_connectFlow->requestById(profile);
    disconnect(watching);
    if (!obstacleFound.isEmpty()) {
        return refuse(RefusalReason::CannotConnect, obstacleFound);
    }
    if (!m_connectFlow->requestedProfile().isEmpty()) {
        return m_connectFlow->nameOfShownQuestion().isEmpty() ? u"reading"_s : u"asking"_s;
    }
    if (!m_desk->isConnected(profile)) {
        return refuse(RefusalReason::CannotConnect,
                      i18nc("@info an instrument", "“%1” was not connected. The console’s window shows the reason.", displayText(profile)));
    }
    return u"connected"_s;
}

ConsoleActions::Result ExternalRequestHandler::disconnectProfile(const QString &profile)
{
    const bool isThere = profile.isEmpty() ? m_desk->isConnected() : m_desk->isConnected(profile);
    if (!isThere) {
        return std::unexpected(Refusal{RefusalReason::NotConnected,
                                       profile.isEmpty() ? i18nc("@info", "Nothing is connected.")
                                                         : i18nc("@info an instrument", "“%1” is not connected.", displayText(profile))});
    }
    if (profile.isEmpty()) {
        m_desk->disconnectAll();
    } else {
        m_desk->disconnectProfile(profile);
    }
    return {};
}

ConsoleActions::Result ExternalRequestHandler::raiseDisplay(const QString &display)
{
    Session *session = m_desk->session(display);
    if (!session) {
        return std::unexpected(Refusal{RefusalReason::NoSuchDisplay, i18nc("@info", "The display “%1” is not connected.", displayText(display))});
    }
    m_raiseDisplay(session);
    return {};
}

ConsoleActions::Result ExternalRequestHandler::openNightdeskUrl(const QString &url)
{
    m_linkOpener->open(url); // ExternalLinkOpener also shows errors: after a click on a link, there is no terminal
    if (const auto read = ExternalLink::read(url); !read) {
        return std::unexpected(Refusal{RefusalReason::InvalidUrl, read.error()});
    }
    return {};
}

int ExternalRequestHandler::runCommand(const QStringList &words, const QString &directory)
{
    const Command command = CommandLine::parse(words);
    const auto facility = [&directory](const QString &named) {
        return named.isEmpty() ? QString() : QDir(directory).absoluteFilePath(named);
    };
    if (const auto *requestedProfile = std::get_if<ConnectCommand>(&command)) {
        return connectProfile(requestedProfile->profile, requestedProfile->site, facility(requestedProfile->facility)) ? ExitStatus::done : ExitStatus::notDone;
    }
    if (const auto *open = std::get_if<OpenCommand>(&command); open && open->facility.isEmpty()) {
        return openNightdeskUrl(open->link) ? ExitStatus::done : ExitStatus::notDone;
    }
    return ExitStatus::wrongUse; // this console cannot run the command: only a new process can run other commands
}
}
