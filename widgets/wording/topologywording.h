// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// The display modes (how a display can be shown) in words. Translated plain text. Pure.
namespace TopologyWording
{
QString name(Topology topology); ///< as in a menu: "Private X Server (vnc-app)"
QString tip(Topology topology); ///< a tool tip with the display mode's advantages and disadvantages
}
}
