// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Nightdesk
{
/// Combines several function objects into one, for std::visit.
template<class... Ts>
struct Overloaded : Ts... {
    using Ts::operator()...;
};
}
