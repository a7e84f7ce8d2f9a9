// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/profilereader.h"
#include "sessions/profiles/facility/valueorigins.h"

namespace Nightdesk
{
/// One key that has a value. Held by EffectiveTable.
struct EffectiveValue {
    QString key; ///< "port"; for a key of a nested table "expect.size"
    TomlNode value; ///< effective value: variables replaced, paths relative to the file's directory resolved
    TomlNode writtenValue; ///< value as written in a file; if its place has no line, no file contains the value
    ValueOrigin origin;
    bool isInNestedTable = false; ///< the key belongs to a nested table
    bool differsFromWrittenValue() const; ///< whether the value was written in a file in another form, for example with {variables}
};

/// One table of the profile. A value: EffectiveProfile makes the list.
struct EffectiveTable {
    QString key; ///< the key of the profile that contains the table: "link", "desktop", "window" or "variables"; empty: the profile's top level
    QString id; ///< id of the link, desktop or window
    bool isListItem = false; ///< the table is an element of [[key]]
    QList<EffectiveValue> values; ///< values in the order of the key table
    /// "[link.summit]", "[[desktop]]"; empty for the top level.
    QString header() const;
};

/// The output of `nightdesk show`: the effective values of a profile at one site, each with its origin. Pure. Made by the command `nightdesk show`
/// and by Draft for one profile.
class EffectiveProfile
{
public:
    /// @p site: the site at which the profile was read; empty: none.
    EffectiveProfile(const ParsedProfile &reading, const ValueOrigins &origins, const FacilityDocument &facility, const QString &site);

    /// Returns one table for the profile's top level, one for its variables, and one for each link, desktop and window, in this order.
    QList<EffectiveTable> tables();

private:
    EffectiveTable table(TableId id, const TomlNode &node);
    EffectiveTable namedTextsTable(const KeyInfo &key, const TomlNode &node);
    void addKeys(TableId id, const TomlNode &node, const QString &prefix, QList<EffectiveValue> &values);
    void addImpliedValues(const KeyInfo &key, const TomlNode &node, const QString &prefix, QList<EffectiveValue> &values);
    TomlNode effectiveValue(const KeyInfo &key, const TomlNode &writtenValue);
    TomlNode expanded(const TomlNode &writtenValue);

    const ParsedProfile &m_parsedProfile;
    Variables m_variables;
    const ValueOrigins &m_valueOrigins;
    const FacilityDocument &m_facilityDocument;
    QString m_siteId;
};
}
