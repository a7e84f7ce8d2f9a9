// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Nightdesk
{
/// One function object of several, for std::visit.
template<class... Ts>
struct Overloaded : Ts... {
    using Ts::operator()...;
};
}
