// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "tests/support/sshserver.h"
#include "tools/linkemu/testlink.h"

namespace Nightdesk::Test
{
/// An sshd at the far end of an emulated link, and this program at the near end. Main thread, before the program has a second
/// one (an ordinary user may not enter a namespace later); one for each program.
class FarSummit
{
public:
    FarSummit() = default;
    ~FarSummit();
    Q_DISABLE_COPY_MOVE(FarSummit)

    /// Starts both and enters the near end; false, with the reason on stderr, if it cannot be done.
    /// @p before: a command that runs at the far end before sshd listens there; empty: none.
    bool start(const QString &roundTrip, const QStringList &before = {});

    SshServer &server();
    TestLink &link();
    bool cut(const QString &direction = QStringLiteral("both"));
    bool restore();

private:
    TestLink m_link;
    SshServer m_server;
    UniqueFd m_home; ///< the network that this program came from
};
}
