// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Nightdesk
{
/// A property of a label that shows a theme icon: the icon's name. When the color scheme changes, the image is loaded from the new theme.
inline constexpr char themeIconProperty[] = "nightdesk-theme-icon";
}
