// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopsession.h"
#include "tests/support/sshserver.h"
#include "tests/support/waitfor.h"

#include <QTemporaryDir>

#include <memory>

namespace Nightdesk::Test
{
/// A real sshd and a live link to it, for all tests of a program.
class Summit
{
public:
    /// False, with the reason on stderr, when the link does not come up.
    bool start();
    Link &link();
    SshServer &server();

private:
    QTemporaryDir m_home;
    SshServer m_server;
    std::unique_ptr<Link> m_link;
};

/// A desktop being shown to nobody in particular: what a view would do, without a view. It releases damage and remembers.
class Viewer
{
public:
    Viewer(Link &link, const DesktopAddress &address, InputPermission input = InputPermission::Everyone, Quality quality = Quality::Lossless);

    bool waitForState(SessionState state, std::chrono::milliseconds limit = std::chrono::seconds(60));
    /// True when the picture is @p expected, pixel for pixel, before the limit.
    bool waitForPicture(const std::function<QImage()> &expected, std::chrono::milliseconds limit = std::chrono::seconds(60));
    QString failureText() const; ///< all of it, one line

    DesktopSession session;
    int damages = 0;
    QList<int> secretAttempts;
    int withdrawals = 0;
    bool releases = true;
    QList<SessionState> states;
    QList<QPoint> pointerMoves;
};

/// True if both show the same; RGB32 does not say what its fourth byte holds.
bool sameColors(const QImage &left, const QImage &right);
}
