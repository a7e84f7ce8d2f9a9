// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/editing/changeeffects.h"

#include "sessions/profiles/facility/facilitydocument.h"
#include "sessions/profiles/facility/profilereader.h"
#include "sessions/profiles/profilechange.h"

#include <QMap>

#include <tuple>

namespace Nightdesk
{
namespace
{
/// One profile of the facility and the result of reading it for each site, since sites override values.
struct ProfileParsedAtEachSite {
    QString file;
    QMap<QString, ParsedProfile> parsedBySite; ///< by site id; "": without a site
};

/// Reads all profiles, by profile id. Of two profiles with the same id the first is used, as for observers.
QMap<QString, ProfileParsedAtEachSite> parsedProfiles(const FacilityTexts &texts, const FacilityDocument &facility)
{
    QMap<QString, ProfileParsedAtEachSite> result;
    const QStringList sites = facility.sites().isEmpty() ? QStringList{QString()} : facility.siteNames();
    for (const auto &[file, text] : texts.profiles) {
        if (!text) {
            continue;
        }
        const ProfileReader reader(*text, file, facility);
        ProfileParsedAtEachSite profile{.file = file, .parsedBySite = {}};
        QString id;
        for (const QString &site : sites) {
            profile.parsedBySite.insert(site, reader.parsedAtSite(site));
            id = profile.parsedBySite[site].id;
        }
        if (!result.contains(id)) {
            result.insert(id, profile);
        }
    }
    return result;
}

/// The properties of a profile, other than its displays, that observers see or choose.
std::tuple<QString, QString, QStringList> generalProperties(const InstrumentProfile &profile)
{
    return {profile.name, profile.description, profile.accounts};
}

QString siteName(const FacilityDocument &facility, const QString &id)
{
    const SiteSpec site = facility.site(id);
    return site.name.isEmpty() ? id : site.name;
}
}

QList<ChangeEffect> ChangeEffect::between(const FacilityTexts &before, const FacilityTexts &after)
{
    const FacilityDocument facilityBefore(before.facility.value_or(QByteArray()), before.facilityFilePath);
    const FacilityDocument facilityAfter(after.facility.value_or(QByteArray()), after.facilityFilePath);
    const QMap<QString, ProfileParsedAtEachSite> old = parsedProfiles(before, facilityBefore);
    const QMap<QString, ProfileParsedAtEachSite> now = parsedProfiles(after, facilityAfter);
    QList<std::pair<QString, ChangeEffect>> found; // each effect with its file, which determines the order
    // After the change facility.toml cannot be read and the sites are unknown, so every profile is reported as broken.
    if (!facilityAfter.isReadable() && facilityBefore.isReadable()) {
        QList<ChangeEffect> all;
        for (const auto &[id, profile] : old.asKeyValueRange()) {
            all.append({.profileId = id, .kind = Kind::Broken, .siteNames = {}, .isAtAllSites = true, .displayIds = {}});
        }
        return all;
    }
    for (const auto &[id, profile] : now.asKeyValueRange()) {
        QMap<Kind, ChangeEffect> effects;
        const ProfileParsedAtEachSite was = old.value(id);
        for (const auto &[site, reading] : profile.parsedBySite.asKeyValueRange()) {
            QStringList displays;
            const auto previous = was.parsedBySite.constFind(site);
            std::optional<Kind> kind;
            if (previous == was.parsedBySite.constEnd()) { // the profile or the site is new
                kind = reading.hasNoErrors() ? Kind::Added : Kind::Broken;
            } else if (!reading.hasNoErrors()) {
                kind = previous->hasNoErrors() ? Kind::Broken : Kind::StillBroken;
            } else if (!previous->hasNoErrors()) {
                kind = Kind::Fixed;
            } else {
                displays = ProfileChange::differingDisplays(previous->profile, reading.profile);
                if (!displays.isEmpty() || generalProperties(previous->profile) != generalProperties(reading.profile)) {
                    kind = Kind::Changed;
                }
            }
            if (kind) {
                ChangeEffect &effect = effects[*kind];
                effect.profileId = id;
                effect.kind = *kind;
                if (!site.isEmpty()) {
                    effect.siteNames.append(siteName(facilityAfter, site));
                }
                effect.displayIds += displays;
            }
        }
        for (ChangeEffect &effect : effects) {
            effect.displayIds.removeDuplicates();
            effect.isAtAllSites = effect.siteNames.size() == facilityAfter.siteNames().size();
            found.append({profile.file, effect});
        }
    }
    for (const auto &[id, profile] : old.asKeyValueRange()) {
        if (!now.contains(id)) {
            found.append({profile.file, {.profileId = id, .kind = Kind::Removed, .siteNames = {}, .isAtAllSites = true, .displayIds = {}}});
        }
    }
    std::ranges::stable_sort(found, {}, &std::pair<QString, ChangeEffect>::first);
    QList<ChangeEffect> result;
    for (const auto &[file, effect] : std::as_const(found)) {
        result.append(effect);
    }
    return result;
}
}
