// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/facilityerrors.h"

using namespace Qt::StringLiterals;

namespace Nightdesk
{
FacilityErrors::FacilityErrors(const QList<Finding> &findings, const TomlOutline &outline, const TomlNode &root)
{
    for (const Finding &finding : findings) {
        const auto next = outline.upperBound(finding.problem.place.line);
        if (next != outline.begin() && finding.problem.severity == Severity::Error && !affectsNoProfile(finding.problem, *std::prev(next), root)) {
            m_placedFindings.append({finding, *std::prev(next)});
        }
    }
}

bool FacilityErrors::affectsNoProfile(const ProfileError &problem, const QStringList &tablePath, const TomlNode &root)
{
    const QString table = tablePath.value(0);
    if (table == "format"_L1 || table == "name"_L1 || table == "timezone"_L1 || table == "person"_L1 || table == "room"_L1 || table == "broker"_L1) {
        return true;
    }
    if (table == "site"_L1) {
        return tablePath.value(2) == "name"_L1 || tablePath.value(2) == "screen-sizes"_L1;
    }
    if (table == "variables"_L1 && tablePath.size() > 1) {
        // A variable with a name but an invalid value is reported where it is used.
        const TomlEntry *texts = root.find(table);
        const TomlEntry *text = texts ? texts->value.find(tablePath.at(1)) : nullptr;
        return text && !texts->value.hasUnreadableLine && text->value.place.line == problem.place.line && problem.place.column >= text->value.place.column;
    }
    return false;
}

QList<ProfileError> FacilityErrors::errorsFor(const UsedParts &use) const
{
    QList<ProfileError> result;
    for (const PlacedFinding &placed : m_placedFindings) {
        const Finding &finding = placed.finding;
        const bool isMet = finding.site.value_or(use.site) == use.site && (finding.group.isEmpty() || use.groups.contains(finding.group));
        if (isMet && affectsUsedParts(placed.tablePath, use)) {
            result.append(finding.problem);
        }
    }
    return result;
}

bool FacilityErrors::affectsUsedParts(const QStringList &tablePath, const UsedParts &use)
{
    const QString table = tablePath.value(0);
    if (table == "accounts"_L1) {
        return use.usesAccounts;
    }
    if (tablePath.size() > 1) {
        if (table == "site"_L1) {
            return tablePath.at(1) == use.site;
        }
        if (table == "group"_L1) {
            return use.groups.contains(tablePath.at(1));
        }
        if (table == "link"_L1) {
            return use.links.contains(tablePath.at(1));
        }
    }
    return true; // the error concerns every profile, or the affected profiles are unknown
}
}
