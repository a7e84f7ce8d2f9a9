// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace Nightdesk
{
/// What needs what: variables in variables, groups in groups. Nodes are numbers from 0 in the file's order. Nothing here
/// calls itself: a file may nest as deep as it is long. Held by FacilityGroups; Variables makes one while it resolves.
class DependencyGraph
{
public:
    using Node = std::size_t;
    using Nodes = std::vector<Node>;

    explicit DependencyGraph(std::size_t nodes);
    void add(Node from, Node to);

    /// All that @p starts lead to, in parts: nodes that need each other are one part, each part stands behind those it
    /// needs. Where the needs leave it open, the last start and the last need come first: read from the end, the parts are
    /// in the order in which they were named.
    std::vector<Nodes> parts(const Nodes &starts) const;
    /// The shortest way from the part's first node round to itself, that node once; empty: the part is no circle.
    Nodes circle(const Nodes &part) const;

private:
    std::vector<Nodes> m_needs;
};
}
