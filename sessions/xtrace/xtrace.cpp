// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xtrace/xtrace.h"

namespace Nightdesk
{
std::size_t XTrace::size() const
{
    return chunks.empty() ? 0 : (chunks.size() - 1) * chunkSize + chunks.back()->size();
}

const XRecord &XTrace::at(std::size_t index) const
{
    return (*chunks[index / chunkSize])[index % chunkSize];
}

std::size_t XTrace::lowerBound(XTraceMicroseconds time) const
{
    std::size_t from = 0;
    std::size_t to = size();
    while (from < to) {
        const std::size_t middle = from + (to - from) / 2;
        if (at(middle).at < time) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return from;
}
}
