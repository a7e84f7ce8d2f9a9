// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/displays/founddesktoplist.h"
#include "widgets/displays/sessioncard.h"
#include "widgets/displays/sessionlist.h"

namespace Nightdesk::Test
{
/// Removes all displays and links from @p list.
inline void clear(SessionList &list)
{
    for (const SessionCard *card : list.findChildren<SessionCard *>()) {
        list.remove(card->session());
    }
    for (const FoundDesktopList *found : list.findChildren<FoundDesktopList *>()) {
        list.removeLink(found->link());
    }
}
}
