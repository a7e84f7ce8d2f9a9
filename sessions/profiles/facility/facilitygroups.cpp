// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/facilitygroups.h"

#include "sessions/profiles/suggestion.h"
#include "sessions/profiles/tablenames.h"
#include "sessions/profiles/valuegrammar.h"

#include <KLocalizedString>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
FacilityGroups::FacilityGroups(const TomlNode &root)
{
    const TomlEntry *groups = root.find(TableNames::groups);
    if (!groups || !groups->value.isTable()) {
        return;
    }
    for (const TomlEntry &group : groups->value.entries()) {
        if (!group.value.isTable() || !ValueGrammar::isIdentifier(group.key)) {
            continue; // FacilityDocument reports the error that the group is not a table or its name is not valid
        }
        if (m_groupNames.size() == maxGroups) {
            m_generalProblems.append(
                {group.place,
                 Severity::Error,
                 i18nc("@info an error in a profile; %1: a number", "there are too many groups: a facility can have at most %1", QString::number(maxGroups))});
            break;
        }
        m_nodesByName.insert(group.key, static_cast<DependencyGraph::Node>(m_groupNames.size()));
        m_groupNames.append(group.key);
    }
    m_includeGraph = DependencyGraph(static_cast<std::size_t>(m_groupNames.size()));
    QHash<std::pair<QString, QString>, SourcePlace> places;
    DependencyGraph::Nodes all;
    for (const QString &name : std::as_const(m_groupNames)) {
        const DependencyGraph::Node node = m_nodesByName.value(name);
        all.push_back(node);
        for (const auto &[other, place] : includedNames(groups->value.find(name)->value)) {
            if (!contains(other)) {
                m_problemsByGroup[name].append({place, Severity::Error, unknownGroupText(other)});
                continue;
            }
            m_includeGraph.addDependency(node, m_nodesByName.value(other));
            places.insert({name, other}, place);
        }
    }
    for (const DependencyGraph::Nodes &part : m_includeGraph.strongComponents(all)) {
        const DependencyGraph::Nodes shortestCycle = m_includeGraph.shortestCycle(part);
        if (shortestCycle.empty()) {
            continue;
        }
        QStringList way;
        for (const DependencyGraph::Node node : shortestCycle) {
            way.append(m_groupNames.at(static_cast<qsizetype>(node)));
        }
        way.append(way.first());
        const ProfileError mistake{places.value({way.at(0), way.at(1)}),
                                   Severity::Error,
                                   i18nc("@info an error in a profile; %1: names with arrows between them",
                                         "the groups include each other in a circle (%1); remove one include",
                                         quoted(way.join(u" → "_s)))};
        for (const DependencyGraph::Node node : part) {
            m_problemsByGroup[m_groupNames.at(static_cast<qsizetype>(node))].append(mistake);
        }
    }
    for (const QString &name : std::as_const(m_groupNames)) {
        m_effectiveGroupsByName.insert(name, withIncludedGroups({name}));
    }
}

QStringList FacilityGroups::names() const
{
    return m_groupNames;
}

bool FacilityGroups::contains(const QString &name) const
{
    return m_nodesByName.contains(name);
}

QStringList FacilityGroups::withIncludedGroups(const QStringList &includedNames) const
{
    if (includedNames.size() == 1 && m_effectiveGroupsByName.contains(includedNames.first())) {
        return m_effectiveGroupsByName.value(includedNames.first());
    }
    DependencyGraph::Nodes starts;
    for (const QString &name : includedNames) {
        if (contains(name)) {
            starts.push_back(m_nodesByName.value(name));
        }
    }
    QStringList result;
    for (const DependencyGraph::Nodes &part : m_includeGraph.strongComponents(starts)) {
        for (const DependencyGraph::Node node : part) {
            result.append(m_groupNames.at(static_cast<qsizetype>(node)));
        }
    }
    std::ranges::reverse(result);
    return result;
}

QList<ProfileError> FacilityGroups::problems(const QString &name) const
{
    return m_problemsByGroup.value(name);
}

QList<ProfileError> FacilityGroups::problems() const
{
    QList<ProfileError> result = m_generalProblems;
    for (const QString &name : m_groupNames) {
        result += problems(name);
    }
    return result;
}

QList<std::pair<QString, SourcePlace>> FacilityGroups::includedNames(const TomlNode &table)
{
    QList<std::pair<QString, SourcePlace>> result;
    for (const TomlNode &item : table.itemsOf(TableNames::include)) {
        if (item.kind == TomlNode::Kind::Text && ValueGrammar::isIdentifier(item.text)) {
            result.append({item.text, item.place});
        }
    }
    return result;
}

QString FacilityGroups::unknownGroupText(const QString &name) const
{
    return problemText(i18nc("@info an error in a profile; %1: a name in quotes", "the facility has no group %1", quoted(name)),
                       nameExpectation(m_groupNames),
                       suggestion(name, m_groupNames));
}
}
