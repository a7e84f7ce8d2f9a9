// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace Nightdesk
{
/// Dependencies: of variables on variables, of groups on groups. Nodes are numbers from 0 in the file's order. No function here is recursive: the
/// nesting in a file may be as deep as the file is long. Held by FacilityGroups; Variables makes one while it resolves.
class DependencyGraph
{
public:
    using Node = std::size_t;
    using Nodes = std::vector<Node>;

    explicit DependencyGraph(std::size_t nodes);
    void addDependency(Node from, Node to);

    /// Returns all nodes that can be reached from @p starts, as strongly connected components: nodes that depend on each other are in the same
    /// component. Each component comes after all components that it depends on. Components that do not depend on each other come in the reverse order
    /// of @p starts and of addDependency(), so that the reversed result has the order of the file.
    std::vector<Nodes> strongComponents(const Nodes &starts) const;
    /// The shortest cycle from the component's first node back to itself, with that node once; empty: the component has no cycle.
    Nodes shortestCycle(const Nodes &component) const;

private:
    std::vector<Nodes> m_dependencies;
};
}
