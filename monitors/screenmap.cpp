// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/screenmap.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace Nightdesk
{
ScreenMap::ScreenMap(const QStringList &names, const QList<QRect> &monitors)
    : m_names(names)
{
    if (monitors.isEmpty()) {
        return;
    }
    std::vector<int> order(static_cast<std::size_t>(monitors.size()));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&monitors](int left, int right) {
        const QPoint a = monitors[left].topLeft();
        const QPoint b = monitors[right].topLeft();
        return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y();
    });
    m_first = order.front();
    for (qsizetype i = 0; i < names.size(); ++i) {
        m_monitorOfName.insert(names[i], order[std::min(static_cast<std::size_t>(i), order.size() - 1)]);
    }
}

int ScreenMap::monitorFor(const QString &name) const
{
    return m_monitorOfName.value(name, m_first);
}

QStringList ScreenMap::namesOn(int monitor) const
{
    QStringList result;
    for (const QString &name : m_names) {
        if (m_monitorOfName.value(name, -1) == monitor && monitor >= 0) {
            result.append(name);
        }
    }
    return result;
}

QStringList ScreenMap::names() const
{
    return m_names;
}
}
