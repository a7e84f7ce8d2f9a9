// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/profilereader.h"
#include "sessions/profiles/facility/valueorigins.h"

namespace Nightdesk
{
/// One key that has a value. Held by EffectiveTable.
struct EffectiveValue {
    QString key; ///< "port"; inside a table of the table "expect.size"
    TomlNode value; ///< in force: variables replaced, paths from the file's directory on
    TomlNode written; ///< as it stands in the file; without a line: nowhere
    ValueOrigin origin;
    bool isDotted = false; ///< the key is one of a table of the table
    bool differs() const; ///< whether what is in force is not what was written
};

/// One table of the profile. A value: EffectiveProfile makes the list.
struct EffectiveTable {
    QString key; ///< "link", "desktop", "window", "variables"; empty: the top
    QString id; ///< of the link, desktop or window
    bool isList = false; ///< one of [[key]]
    QList<EffectiveValue> values; ///< in the order of the table of keys
    /// "[link.summit]", "[[desktop]]"; empty for the top.
    QString header() const;
};

/// What `nightdesk show` tells: a profile as it is in force at one site, each value with where it comes from. Pure. Made by the command
/// `nightdesk show` and by Draft for one profile.
class EffectiveProfile
{
public:
    /// @p site as the profile was read at; empty: none.
    EffectiveProfile(const ProfileReading &reading, const ValueOrigins &origins, const FacilityDocument &facility, const QString &site);

    /// The top, the variables, links, desktops and windows.
    QList<EffectiveTable> tables();

private:
    EffectiveTable table(TableId id, const TomlNode &node);
    EffectiveTable texts(const KeyInfo &key, const TomlNode &node);
    void addKeys(TableId id, const TomlNode &node, const QString &prefix, QList<EffectiveValue> &values);
    void addImplied(const KeyInfo &key, const TomlNode &node, const QString &prefix, QList<EffectiveValue> &values);
    TomlNode inForce(const KeyInfo &key, const TomlNode &written);
    TomlNode expanded(const TomlNode &written);

    const ProfileReading &m_reading;
    Variables m_variables;
    const ValueOrigins &m_origins;
    const FacilityDocument &m_facility;
    QString m_site;
};
}
