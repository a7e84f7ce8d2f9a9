// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// The ways to show a display, in words for a person. Translated plain text. Pure.
namespace TopologyWording
{
QString name(Topology topology); ///< as a menu has it: "In a Display of Its Own"
QString tip(Topology topology); ///< what it is good and bad for
}
}
