// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/channel/sshsession.h"
#include "sessions/links/config/linkplan.h"

namespace Nightdesk
{
/// Applies a plan to a libssh session that is not connected yet. @p knownKeyTypes: key types that are known for the host.
void setSessionOptions(const SshSession &session, const LinkPlan &plan, const QByteArrayList &knownKeyTypes, bool compresses);
}
