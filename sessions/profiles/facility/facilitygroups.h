// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/dependencygraph.h"
#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomlnode.h"

#include <QHash>
#include <QStringList>

namespace Nightdesk
{
/// Which [group.ID] of facility.toml includes which. Pure; a value. Owned by FacilityDocument.
class FacilityGroups
{
public:
    FacilityGroups() = default;
    /// @p root: the root table of facility.toml.
    explicit FacilityGroups(const TomlNode &root);

    QStringList names() const; ///< names of the groups, in the file's order
    bool contains(const QString &name) const;
    /// Returns @p includedNames and all groups that these include, each once. A group comes before those that it includes;
    /// otherwise the given order is kept.
    QStringList withIncludedGroups(const QStringList &includedNames) const;
    /// Errors in the include key of group @p name.
    QList<ProfileError> problems(const QString &name) const;
    /// All errors of groups: those in their include keys, and more groups than are allowed.
    QList<ProfileError> problems() const;

    /// The names in an include key, with their places; invalid names are left out.
    static QList<std::pair<QString, SourcePlace>> includedNames(const TomlNode &table);
    /// Error text: there is no group @p name.
    QString unknownGroupText(const QString &name) const;

    /// More than any facility has; limits the time to read all groups.
    static constexpr qsizetype maxGroups = 200;

private:
    QStringList m_groupNames;
    QHash<QString, DependencyGraph::Node> m_nodesByName;
    DependencyGraph m_includeGraph{0};
    /// Results of withIncludedGroups() for each single group, computed once because every site needs them.
    QHash<QString, QStringList> m_effectiveGroupsByName;
    QHash<QString, QList<ProfileError>> m_problemsByGroup;
    QList<ProfileError> m_generalProblems;
};
}
