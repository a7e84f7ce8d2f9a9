// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/linkstream.h"

#include "sessions/links/facts/linkcontrol.h"

namespace Nightdesk
{
LinkStream::~LinkStream()
{
    if (const auto control = m_linkControl.lock()) {
        control->post(CloseStreamCommand{m_id});
    }
}
}
