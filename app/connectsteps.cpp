// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connectsteps.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
ConnectStep step(ConnectStep::Kind kind)
{
    ConnectStep result;
    result.kind = kind;
    return result;
}

ConnectStep stop(ConnectStep::Obstacle why)
{
    ConnectStep result = step(ConnectStep::Kind::Stop);
    result.obstacle = why;
    return result;
}

/// The form of the profile that was wished for, or why there is none.
std::expected<InstrumentProfile, ConnectStep::Obstacle> wished(const ConnectWish &wish, const Facility &facility)
{
    const auto good = std::ranges::find(facility.profiles, wish.profile, &InstrumentProfile::id);
    if (good != facility.profiles.end()) {
        if (wish.lastGood) {
            return std::unexpected(ConnectStep::Obstacle::WasMended);
        }
        return *good;
    }
    const auto broken = std::ranges::find(facility.broken, wish.profile, &BrokenProfile::id);
    if (broken == facility.broken.end()) {
        return std::unexpected(ConnectStep::Obstacle::NoSuchProfile);
    }
    if (!wish.lastGood || !broken->lastGood) {
        return std::unexpected(ConnectStep::Obstacle::HasMistakes);
    }
    return *broken->lastGood;
}
}

bool ConnectSteps::asksForSite(const Facility &facility, const ConnectKnowledge &known)
{
    return !known.isSiteOrdered && facility.sites.size() > 1 && !std::ranges::contains(facility.sites, known.site, &SiteSpec::id);
}

QString ConnectSteps::agreementKey(const QString &profileId, const TrustVerdict &verdict)
{
    return profileId + QLatin1Char(' ') + verdict.hash;
}

ConnectStep ConnectSteps::next(const ConnectWish &wish, const Facility &facility, const ConnectKnowledge &known)
{
    using Kind = ConnectStep::Kind;
    if (!known.isRead) {
        return step(Kind::WaitForReading);
    }
    if (asksForSite(facility, known)) {
        ConnectStep result = step(Kind::AskSite);
        result.sites = facility.sites;
        return result;
    }
    const bool isKnownSite = std::ranges::contains(facility.sites, known.site, &SiteSpec::id);
    if (!known.site.isEmpty() && !isKnownSite && (known.isSiteOrdered || !facility.sites.isEmpty())) {
        return stop(ConnectStep::Obstacle::UnknownSite);
    }
    const auto profile = wished(wish, facility);
    if (!profile) {
        return stop(profile.error());
    }
    ConnectStep result;
    result.profile = *profile;
    if (profile->wantsAccount) {
        result.account = known.accounts.tonights(*profile, facility.timezone, known.now);
        if (result.account.isEmpty()) {
            result.kind = Kind::AskAccount;
            result.account = known.accounts.proposal(*profile);
            return result;
        }
        if (result.account != known.accountRead) {
            result.kind = Kind::ReadWithAccount;
            return result;
        }
    }
    const auto verdict = facility.trust.constFind(profile->id);
    if (verdict == facility.trust.constEnd()) {
        return stop(ConnectStep::Obstacle::Unjudged);
    }
    // Profile and verdict come from one reading: what is connected is what was judged.
    result.verdict = *verdict;
    const bool isAgreed = !verdict->asks() || known.agreed.contains(agreementKey(profile->id, *verdict));
    result.kind = isAgreed ? Kind::Connect : Kind::AskTrust;
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
    case ConnectStep::Kind::AskTrust:
        return a.verdict == b.verdict && a.account == b.account && a.profile.file == b.profile.file;
    default:
        return false;
    }
}
}
