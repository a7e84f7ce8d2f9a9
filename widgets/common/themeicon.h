// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Nightdesk
{
/// On a label that shows an icon of the theme: its name. When the colors change, its image is made from the theme of then.
inline constexpr char themeIconProperty[] = "nightdesk-theme-icon";
}
