// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

#include <cstdint>
#include <vector>

namespace Nightdesk::Test
{

/// Bytes of the X protocol.
using Octets = std::vector<std::uint8_t>;

/// All of @p parts, one after the other.
inline Octets joined(const QList<Octets> &parts)
{
    Octets all;
    for (const Octets &part : parts) {
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

}
