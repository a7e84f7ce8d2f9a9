// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/facilityinspector.h"

#include "sessions/profiles/facility/profilecomposer.h"
#include "sessions/profiles/facility/profileresolver.h"
#include "sessions/profiles/format/tablereader.h"
#include "sessions/profiles/suggestion.h"
#include "sessions/profiles/tablenames.h"

#include <KLocalizedString>

#include <QHash>

using namespace Qt::StringLiterals;

namespace Nightdesk::FacilityInspector
{
namespace
{

using Finding = FacilityErrors::Finding;

/// Adds only errors at places where no earlier check at the same site found one. Messages are not compared: the wording may differ for a group.
void addNewFindings(const Problems &found, const QString &site, const QString &group, QSet<QString> &places, QList<Finding> &findings)
{
    const QList<ProfileError> list = found.sorted();
    QStringList added;
    for (const ProfileError &problem : list) {
        const QString place = problem.place.toString();
        if (!places.contains(place)) {
            findings.append({problem, site, group});
            added.append(place);
        }
    }
    places.unite(QSet<QString>(added.cbegin(), added.cend()));
}

/// Finds overrides of tables that do not exist in the facility, and variables that only a site defines.
void inspectSite(const FacilityDocument &facility, const QString &site, Problems &problems)
{
    const TomlNode nothing;
    ProfileComposer(facility, site, facility.groups().names(), nothing).inheritedTables(problems);
    const TomlNode *table = facility.siteTable(site);
    const TomlEntry *texts = table ? table->find(TableNames::variables) : nullptr;
    const TomlEntry *common = facility.root().find(TableNames::variables);
    const TomlNode known = common && common->value.isTable() ? common->value : TomlNode();
    if (texts && texts->value.isTable()) {
        ProfileResolver::checkSiteVariables(texts->value, known, problems);
    }
}

QList<Finding> inspectAtSite(const FacilityDocument &facility, const QString &site)
{
    QList<Finding> result;
    QSet<QString> places;
    Problems ofSite;
    inspectSite(facility, site, ofSite);
    addNewFindings(ofSite, site, {}, places, result);
    QStringList groups{QString()}; // "" stands for profiles that include no group
    groups += facility.groups().names();
    for (const QString &group : std::as_const(groups)) {
        Problems found;
        ProfileResolver(facility, group, site, found).checkFacility();
        addNewFindings(found, site, group, places, result);
    }
    return result;
}

/// The findings of profiles that are read without a site. Values that only sites define are missing then, which is not an
/// error, so only errors at lines with an error in @p foundAtSites are returned.
QList<Finding> findingsOfProfilesWithoutSite(const FacilityDocument &facility, const QList<Finding> &foundAtSites)
{
    QHash<int, ProfileError> byLine;
    for (const Finding &finding : foundAtSites) {
        byLine.insert(finding.problem.place.line, finding.problem);
    }
    QList<Finding> result;
    const QList<Finding> found = inspectAtSite(facility, {});
    for (const Finding &finding : found) {
        if (const auto same = byLine.constFind(finding.problem.place.line); same != byLine.constEnd()) {
            result.append({*same, QString(), finding.group});
        }
    }
    return result;
}
}

QList<Finding> checkFacility(const FacilityDocument &facility)
{
    QList<Finding> result;
    const QList<ProfileError> ofGroups = facility.groups().problems();
    for (const ProfileError &problem : ofGroups) {
        result.append({problem});
    }
    const QStringList sites = facility.siteNames();
    if (sites.isEmpty()) {
        return result + inspectAtSite(facility, {});
    }
    for (const QString &site : sites) {
        result += inspectAtSite(facility, site);
    }
    return result.isEmpty() ? result : result + findingsOfProfilesWithoutSite(facility, result);
}
}
