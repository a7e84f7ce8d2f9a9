// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/effectiveprofile.h"
#include "sessions/profiles/profile.h"

#include <optional>

namespace Nightdesk
{
/// What of a draft a person looks at.
struct DraftChoice {
    QString profile; ///< its file; of a draft that is a profile it is not asked for
    QString site; ///< empty, or not there: the first
    QString otherSite; ///< to compare with; empty: none
    bool operator==(const DraftChoice &) const = default;
};

/// What a draft comes to at a site: the values that `nightdesk show` prints, and the displays. A value. LiveEffect makes it; panels keep
/// what they show.
struct DraftEffect {
    DraftChoice chosen; ///< what was looked at in fact
    QStringList profiles; ///< the files to choose from; of a draft that is a profile its own
    QStringList sites; ///< to choose from; empty: the draft belongs to no site
    SiteSpec site; ///< without an id: none
    bool isGood = false; ///< the profile has no error there
    bool isLastValid = false; ///< the text has errors, and these are the values of before
    QList<EffectiveTable> tables;
    QList<EffectiveTable> otherTables; ///< at the other site
    InstrumentProfile profile;

    /// These values at the places where they are in a later text, as far as @p later has them. For a text with errors: what is known of it
    /// may be less, but not elsewhere.
    DraftEffect movedTo(const DraftEffect &later) const;
    /// The value of a key of [[table]] with this id; null: it has none.
    const EffectiveValue *value(const QString &table, const QString &id, const QString &key) const;
};

/// One key at two sites.
struct ComparedValue {
    QString key;
    std::optional<EffectiveValue> here; ///< empty: it has no value there
    std::optional<EffectiveValue> there;
    bool differs = false;
};
struct ComparedTable {
    QString header; ///< "[[window]]"; empty: the top
    QString id;
    QList<ComparedValue> values;
};

/// Lays the tables of two sites side by side, in the order of the first; what only the second has comes last. Pure.
QList<ComparedTable> comparedTables(const QList<EffectiveTable> &here, const QList<EffectiveTable> &there);
}
