// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/keytable.h"

/// The parts of keyTable() in separate files, so that each part remains short.
namespace Nightdesk::KeyRows
{
// A struct of the same name as an enumerator (WindowNeeds) is meant before "::" alone.
using enum TableId;
using enum KeyType;

/// One row: @p info has all properties of the key except its documentation, which is easier to read on a line of its own.
constexpr KeyInfo key(KeyInfo info, const KLazyLocalizedString &documentation)
{
    info.documentation = documentation;
    return info;
}

extern const std::span<const KeyInfo> facility; ///< keys that facility.toml can have at its top level, in its own tables and in its [site.ID]
extern const std::span<const KeyInfo> profile; ///< keys that a profile can have at its top level and in its [site.ID]
extern const std::span<const KeyInfo> link;
extern const std::span<const KeyInfo> desktop;
extern const std::span<const KeyInfo> window;
}
