// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/night/connectsteps.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
ConnectStep stepOfKind(ConnectStep::Kind kind)
{
    ConnectStep result;
    result.kind = kind;
    return result;
}

ConnectStep cannotConnectStep(ConnectStep::Obstacle obstacle)
{
    ConnectStep result = stepOfKind(ConnectStep::Kind::CannotConnect);
    result.obstacle = obstacle;
    return result;
}

/// The requested version of the profile, or the reason why it cannot be connected.
std::expected<InstrumentProfile, ConnectStep::Obstacle> requestedProfile(const ConnectRequest &request, const Facility &facility)
{
    const auto good = std::ranges::find(facility.profiles, request.profile, &InstrumentProfile::id);
    if (good != facility.profiles.end()) {
        if (request.usesLastValidVersion) {
            return std::unexpected(ConnectStep::Obstacle::ProfileWasCorrected);
        }
        return *good;
    }
    // The id in a broken file may differ from the id of its last valid version. The list shows the id of the last valid
    // version.
    const auto form = std::ranges::find_if(facility.brokenProfiles, [&request](const BrokenProfile &broken) {
        return broken.lastValid && broken.lastValid->id == request.profile;
    });
    if (form != facility.brokenProfiles.end() && request.usesLastValidVersion) {
        return *form->lastValid;
    }
    const bool isBroken = form != facility.brokenProfiles.end() || std::ranges::contains(facility.brokenProfiles, request.profile, &BrokenProfile::id);
    return std::unexpected(isBroken ? ConnectStep::Obstacle::HasErrors : ConnectStep::Obstacle::NoSuchProfile);
}
}

bool ConnectSteps::asksForSite(const Facility &facility, const ConnectFacts &facts)
{
    return !facts.isSiteFromCommandLine && facility.sites.size() > 1 && !std::ranges::contains(facility.sites, facts.site, &SiteSpec::id);
}

QString ConnectSteps::profileApprovalKey(const Facility &facility, const QString &site, const QString &profileId, const TrustVerdict &verdict)
{
    // A null character cannot occur in a path.
    return QStringList{facility.directory, site, profileId, verdict.manifestHash}.join(QChar(QChar::Null));
}

ConnectStep ConnectSteps::next(const ConnectRequest &request, const Facility &facility, const ConnectFacts &facts)
{
    using Kind = ConnectStep::Kind;
    if (!facts.isFacilityRead) {
        return stepOfKind(Kind::WaitForFacility);
    }
    if (asksForSite(facility, facts)) {
        ConnectStep result = stepOfKind(Kind::AskSite);
        result.sites = facility.sites;
        return result;
    }
    const bool isKnownSite = std::ranges::contains(facility.sites, facts.site, &SiteSpec::id);
    if (!facts.site.isEmpty() && !isKnownSite && (facts.isSiteFromCommandLine || !facility.sites.isEmpty())) {
        return cannotConnectStep(ConnectStep::Obstacle::UnknownSite);
    }
    const auto profile = requestedProfile(request, facility);
    if (!profile) {
        return cannotConnectStep(profile.error());
    }
    ConnectStep result;
    result.profile = *profile;
    if (profile->needsAccount) {
        result.account = facts.accounts.accountOfTonight(*profile, facility.timezone, facts.now);
        if (result.account.isEmpty()) {
            result.kind = Kind::AskAccount;
            result.account = facts.accounts.proposedAccount(*profile);
            return result;
        }
        if (result.account != facts.accountInsertedInFacility) {
            result.kind = Kind::ReadFacilityWithAccount;
            return result;
        }
    }
    const auto verdict = facility.trustVerdicts.constFind(profile->id);
    if (verdict == facility.trustVerdicts.constEnd()) {
        return cannotConnectStep(ConnectStep::Obstacle::TrustNotDetermined);
    }
    // Profile and verdict come from the same reading of the files, so the connected profile is the one that was checked.
    result.verdict = *verdict;
    result.profileApprovalKey = profileApprovalKey(facility, facts.site, profile->id, *verdict);
    const bool isAgreed = !verdict->mustAskUser() || facts.approvedProfileKeys.contains(result.profileApprovalKey);
    if (!isAgreed) {
        result.kind = Kind::AskTrust;
    } else if (facts.canConfinePrograms == true || facts.unconfinedProgramsChoices.contains(profile->id)
               || std::ranges::none_of(profile->windows, needsConfinement)) {
        result.kind = Kind::Connect;
    } else {
        result.kind = facts.canConfinePrograms ? Kind::AskAboutUnconfinedPrograms : Kind::WaitForFacility;
    }
    return result;
}

bool ConnectSteps::isSameQuestion(const ConnectStep &a, const ConnectStep &b)
{
    if (a.kind != b.kind || a.profile.id != b.profile.id) {
        return false;
    }
    switch (a.kind) {
    case ConnectStep::Kind::AskSite:
        return a.sites == b.sites;
    case ConnectStep::Kind::AskAccount:
        return a.profile.accounts == b.profile.accounts && a.profile.name == b.profile.name;
    case ConnectStep::Kind::AskAboutUnconfinedPrograms:
        return a.profile.windows == b.profile.windows && a.profile.name == b.profile.name;
    case ConnectStep::Kind::AskTrust:
        return a.profileApprovalKey == b.profileApprovalKey && a.verdict == b.verdict && a.account == b.account && a.profile.file == b.profile.file;
    default:
        return false;
    }
}
}
