// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/remoteprogram.h"

#include "sessions/links/hop/linkrecords.h"

namespace Nightdesk
{
RemoteProgram::~RemoteProgram()
{
    if (const auto control = m_record->control.lock()) {
        control->post(CloseProgramCommand{m_record->id, false});
    }
}

void RemoteProgram::terminate()
{
    if (m_record->additionalLinkProgram) {
        m_record->additionalLinkProgram->terminate();
    } else if (const auto control = m_record->control.lock()) {
        control->post(CloseProgramCommand{m_record->id, true});
    }
}

bool RemoteProgram::isConnectionSilent() const
{
    return m_record->isConnectionSilent;
}
}
