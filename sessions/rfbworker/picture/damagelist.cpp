// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/picture/damagelist.h"

#include <algorithm>

namespace Nightdesk::Rfb
{
using RfbWire::Rect;

namespace
{
std::uint64_t area(const Rect &r)
{
    return std::uint64_t{r.width} * r.height;
}

Rect united(const Rect &a, const Rect &b)
{
    const std::uint32_t x = std::min(a.x, b.x);
    const std::uint32_t y = std::min(a.y, b.y);
    return Rect{x, y, std::max(a.x + a.width, b.x + b.width) - x, std::max(a.y + a.height, b.y + b.height) - y};
}

bool contains(const Rect &outer, const Rect &inner)
{
    return united(outer, inner) == outer;
}

/// How many more pixels the smallest rectangle around both has than the two together; negative if they overlap so much that it has fewer.
std::int64_t wastedPixels(const Rect &a, const Rect &b)
{
    return static_cast<std::int64_t>(area(united(a, b))) - static_cast<std::int64_t>(area(a) + area(b));
}
}

void DamageList::add(const Rect &rect)
{
    if (rect.width == 0 || rect.height == 0) {
        return;
    }
    Rect added = rect;
    // Adjacent rectangles whose union is an exact rectangle are joined: Tight and Hextile come as columns of bands and tiles.
    for (bool joined = true; joined;) {
        joined = false;
        for (auto it = m_rects.begin(); it != m_rects.end(); ++it) {
            if (contains(*it, added)) {
                return;
            }
            if (wastedPixels(*it, added) <= 0) {
                added = united(*it, added);
                m_rects.erase(it);
                joined = true;
                break;
            }
        }
    }
    m_rects.push_back(added);
    if (m_rects.size() > RfbWire::maxRects) {
        joinRectsWithLeastWaste();
    }
}

void DamageList::joinRectsWithLeastWaste()
{
    std::size_t first = 0;
    std::size_t second = 1;
    std::int64_t least = wastedPixels(m_rects[0], m_rects[1]);
    for (std::size_t i = 0; i < m_rects.size(); ++i) {
        for (std::size_t j = i + 1; j < m_rects.size(); ++j) {
            const std::int64_t w = wastedPixels(m_rects[i], m_rects[j]);
            if (w < least) {
                least = w;
                first = i;
                second = j;
            }
        }
    }
    m_rects[first] = united(m_rects[first], m_rects[second]);
    m_rects.erase(m_rects.begin() + static_cast<std::ptrdiff_t>(second));
}

std::vector<Rect> DamageList::takeTouchingRects(const Rect &rect)
{
    std::vector<Rect> taken;
    std::erase_if(m_rects, [&](const Rect &each) {
        const bool touches = each.x < rect.x + rect.width && rect.x < each.x + each.width && each.y < rect.y + rect.height && rect.y < each.y + each.height;
        if (touches) {
            taken.push_back(each);
        }
        return touches;
    });
    return taken;
}

bool DamageList::isEmpty() const
{
    return m_rects.empty();
}

const std::vector<Rect> &DamageList::rects() const
{
    return m_rects;
}

void DamageList::clear()
{
    m_rects.clear();
}
}
