// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1StringView>

/// Keys of facility.toml and of profiles that contain tables and are read by more than one class.
namespace Nightdesk::TableNames
{
inline constexpr QLatin1StringView groups("group");
inline constexpr QLatin1StringView sites("site");
inline constexpr QLatin1StringView links("link");
inline constexpr QLatin1StringView variables("variables");
inline constexpr QLatin1StringView include("include"); ///< a list of groups
}
