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
/// Which of facility.toml's [group.ID] takes which. Pure; a value. Owned by FacilityDocument.
class FacilityGroups
{
public:
    FacilityGroups() = default;
    /// @p root is facility.toml's.
    explicit FacilityGroups(const TomlNode &root);

    QStringList names() const; ///< in the file's order
    bool contains(const QString &name) const;
    /// @p included and all that these take, each once; a group stands before those that it takes, else as they are named.
    QStringList inForce(const QStringList &included) const;
    /// What is wrong with the group's own include.
    QList<ProfileError> problems(const QString &name) const;
    /// What is wrong with groups as such.
    QList<ProfileError> problems() const;

    /// The names in an include, with their places; what is no name is not among them.
    static QList<std::pair<QString, SourcePlace>> included(const TomlNode &table);
    /// There is no group @p name.
    QString unknownGroup(const QString &name) const;

    /// Nobody has so many; what is read for each of them stays bearable.
    static constexpr qsizetype maxGroups = 200;

private:
    QStringList m_names;
    QHash<QString, DependencyGraph::Node> m_numbers;
    DependencyGraph m_graph{0};
    QHash<QString, QStringList> m_orders; ///< inForce() of each alone: asked for at every site
    QHash<QString, QList<ProfileError>> m_problems;
    QList<ProfileError> m_general;
};
}
