// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facilityinspector.h"

#include "sessions/profiles/profilecomposer.h"
#include "sessions/profiles/profileresolver.h"
#include "sessions/profiles/suggestion.h"
#include "sessions/profiles/tablereader.h"

#include <KLocalizedString>

using namespace Qt::StringLiterals;

namespace Nightdesk::FacilityInspector
{
namespace
{
constexpr auto variableTexts = "variables"_L1;

/// Only what no earlier look at the same site found: the same mistake may have other words ("one of ...") in a group.
void addNew(const Problems &found, QSet<QString> &places, Problems &problems)
{
    const QList<ProfileError> list = found.sorted();
    QStringList added;
    for (const ProfileError &problem : list) {
        const QString place = problem.place.toString();
        if (!places.contains(place)) {
            problems.add(problem);
            added.append(place);
        }
    }
    places.unite(QSet<QString>(added.cbegin(), added.cend()));
}

/// Overrides of what is nowhere in the facility, and variables that only a site knows.
void inspectSite(const FacilityDocument &facility, const QString &site, Problems &problems)
{
    const TomlNode nothing;
    ProfileComposer(facility, site, facility.groups().names(), nothing).shared(problems);
    const TomlNode *table = facility.siteTable(site);
    const TomlEntry *texts = table ? table->find(variableTexts) : nullptr;
    const TomlEntry *common = facility.root().find(variableTexts);
    const TomlNode known = common && common->value.isTable() ? common->value : TomlNode();
    if (texts && texts->value.isTable()) {
        ProfileResolver::checkSiteVariables(texts->value, known, problems);
    }
}
}

QList<ProfileError> inspect(const FacilityDocument &facility)
{
    Problems problems;
    problems.add(facility.groups().problems());
    QStringList sites = facility.siteNames();
    if (sites.isEmpty()) {
        sites.append(QString());
    }
    QStringList groups{QString()}; // what the facility gives to profiles without a group
    groups += facility.groups().names();
    for (const QString &site : std::as_const(sites)) {
        QSet<QString> places;
        Problems ofSite;
        inspectSite(facility, site, ofSite);
        addNew(ofSite, places, problems);
        for (const QString &group : std::as_const(groups)) {
            Problems found;
            ProfileResolver(facility, group, site, found).inspect();
            addNew(found, places, problems);
        }
    }
    return problems.sorted();
}
}
