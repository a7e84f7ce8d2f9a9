// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/effectiveprofile.h"
#include "sessions/profiles/profile.h"

#include <optional>

namespace Nightdesk
{
/// The part of a draft that the user views.
struct DraftEffectSelection {
    QString profileFile; ///< file of the profile; not used if the draft is a profile
    QString site; ///< empty or unknown: the first site
    QString siteToCompare; ///< site to compare with; empty: none
    bool operator==(const DraftEffectSelection &) const = default;
};

/// The effective result of a draft at a site: the values that `nightdesk show` prints, and the displays. A value. Made by DraftEffectUpdater; panels keep the
/// effect that they show.
struct DraftEffect {
    DraftEffectSelection selection; ///< the requested selection, with defaults for missing and unknown parts
    QStringList profileFiles; ///< the files to choose from; if the draft is a profile, only its own file
    QStringList siteIds; ///< sites to choose from; empty: the draft belongs to no site
    SiteSpec site; ///< the chosen site; without an id: none
    bool hasNoErrors = false; ///< the profile has no error at this site
    bool isFromLastValidText = false; ///< the text has errors, and these are the values of the last valid text
    QList<EffectiveTable> tables;
    QList<EffectiveTable> tablesAtOtherSite; ///< values at the other site
    InstrumentProfile profile;

    /// Returns this effect with the line numbers that its values have in a later version of the text. @p later: the effect of that version. It may
    /// lack values, since that version has errors; the line numbers of the values that it has are right.
    DraftEffect withLineNumbersOf(const DraftEffect &later) const;
    /// The value of a key in the table [[table]] with this id; null: none.
    const EffectiveValue *value(const QString &table, const QString &id, const QString &key) const;
};

/// The values of one key at two sites.
struct ComparedValue {
    QString key;
    std::optional<EffectiveValue> valueAtFirstSite; ///< empty: the key has no value at the first site
    std::optional<EffectiveValue> valueAtSecondSite; ///< empty: the key has no value at the second site
    bool differs = false;
};
struct ComparedTable {
    QString header; ///< "[[window]]"; empty: the top level
    QString id;
    QList<ComparedValue> values;
};

/// Puts the tables of two sites side by side, in the order of the first; tables only at the second site come last. Pure.
QList<ComparedTable> comparedTables(const QList<EffectiveTable> &here, const QList<EffectiveTable> &there);
}
