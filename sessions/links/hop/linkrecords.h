// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/linkcontrol.h"
#include "sessions/links/facts/programflow.h"
#include "sessions/links/hop/link.h"

#include <QPointer>

namespace Nightdesk
{
/// What a RemoteProgram and the connection that starts it share. Both hold this record as a shared pointer, so that either may be destroyed first.
/// @ref additionalLinkProgram is set if the program runs in an additional connection to the same host.
class ProgramRegistration
{
public:
    quint64 id = 0;
    ProgramSpec spec;
    std::weak_ptr<LinkControl> control;
    std::shared_ptr<ProgramOutputFlow> outputFlow = std::make_shared<ProgramOutputFlow>();
    std::unique_ptr<RemoteProgram> additionalLinkProgram;
    QPointer<Link> additionalLink;
    bool isConnectionSilent = false;
};
}
