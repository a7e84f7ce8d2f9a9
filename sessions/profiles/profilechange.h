// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// What differs between a profile as it is connected and as it is now. Pure.
namespace ProfileChange
{
/// Ids of displays that came, went, or are shown otherwise or by another way. Names, descriptions and places in files do not
/// count: what is connected would be the same.
QStringList differing(const InstrumentProfile &connected, const InstrumentProfile &now);
}
}
