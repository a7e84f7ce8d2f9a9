// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/keytable.h"

/// The parts of keyTable() in separate functions, so that each part remains short.
namespace Nightdesk::KeyRows
{
std::span<const KeyInfo> facility(); ///< facility.toml, its own tables, its sites
std::span<const KeyInfo> profile(); ///< a profile and its sites
std::span<const KeyInfo> link();
std::span<const KeyInfo> desktop();
std::span<const KeyInfo> window();
}
