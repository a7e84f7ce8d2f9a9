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

    /// All nodes that can be reached from @p starts, in parts: nodes that depend on each other form one part, and each part comes after the parts
    /// that it depends on. If the dependencies allow several orders, the last start and the last dependency come first: read from the end, the parts
    /// are in the order in which they were named.
    std::vector<Nodes> parts(const Nodes &starts) const;
    /// The shortest cycle from the part's first node back to itself, with that node once; empty: the part has no cycle.
    Nodes shortestCycle(const Nodes &part) const;

private:
    std::vector<Nodes> m_dependencies;
};
}
