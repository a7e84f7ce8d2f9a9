// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/dependencygraph.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace Nightdesk
{
DependencyGraph::DependencyGraph(std::size_t nodes)
    : m_dependencies(nodes)
{
}

void DependencyGraph::addDependency(Node from, Node to)
{
    m_dependencies[from].push_back(to);
}

// Tarjan's algorithm, with an explicit stack.
std::vector<DependencyGraph::Nodes> DependencyGraph::strongComponents(const Nodes &starts) const
{
    struct Visit {
        Node node;
        std::size_t unvisitedCount; ///< number of dependencies not visited yet; the last one is visited first
    };
    std::vector<std::size_t> number(m_dependencies.size()); // when each node was visited first, counted from 1; 0: not yet
    std::vector<std::size_t> lowest(m_dependencies.size());
    std::vector<bool> open(m_dependencies.size());
    Nodes waiting;
    std::vector<Visit> visits;
    std::vector<Nodes> result;
    std::size_t count = 0;
    const auto enter = [&](Node node) {
        number[node] = lowest[node] = ++count;
        open[node] = true;
        waiting.push_back(node);
        visits.push_back({node, m_dependencies[node].size()});
    };
    for (auto start = starts.rbegin(); start != starts.rend(); ++start) {
        if (number[*start] == 0) {
            enter(*start);
        }
        while (!visits.empty()) {
            const Node node = visits.back().node;
            if (visits.back().unvisitedCount > 0) {
                const Node need = m_dependencies[node][--visits.back().unvisitedCount];
                if (number[need] == 0) {
                    enter(need);
                } else if (open[need]) {
                    lowest[node] = std::min(lowest[node], number[need]);
                }
                continue;
            }
            visits.pop_back();
            if (!visits.empty()) {
                const Node from = visits.back().node;
                lowest[from] = std::min(lowest[from], lowest[node]);
            }
            if (lowest[node] == number[node]) {
                Nodes &part = result.emplace_back();
                do {
                    part.push_back(waiting.back());
                    open[waiting.back()] = false;
                    waiting.pop_back();
                } while (part.back() != node);
            }
        }
    }
    return result;
}

DependencyGraph::Nodes DependencyGraph::shortestCycle(const Nodes &component) const
{
    if (component.size() == 1 && std::ranges::find(m_dependencies[component.front()], component.front()) == m_dependencies[component.front()].end()) {
        return {};
    }
    const Node first = std::ranges::min(component);
    const std::unordered_set<Node> inside(component.begin(), component.end());
    std::unordered_map<Node, Node> from;
    Nodes queue{first};
    for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const Node need : m_dependencies[queue[i]]) {
            if (need == first) {
                Nodes way{queue[i]};
                while (way.back() != first) {
                    way.push_back(from[way.back()]);
                }
                std::ranges::reverse(way);
                return way;
            }
            if (inside.contains(need) && from.emplace(need, queue[i]).second) {
                queue.push_back(need);
            }
        }
    }
    return {};
}
}
