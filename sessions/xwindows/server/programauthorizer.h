// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/programreports.h"
#include "sessions/xwindows/server/xserverconnection.h"

#include <QStringList>

#include <expected>
#include <functional>
#include <optional>

namespace Nightdesk
{
/// Gets the cookies for programs: the user's own one, or one of the server's SECURITY extension, which is tested before a program gets it. One per
/// connection to the server, owned by ProgramWindowWorker, on its thread.
class ProgramAuthorizer
{
public:
    struct Configuration {
        LocalDisplay display;
        QString authorityFile;
        std::function<std::expected<UniqueFd, int>()> connectSocket; ///< waits while the server is busy
        std::function<void(int fd)> setInterruptibleFd; ///< the descriptor that is shut down to end a wait when the worker is stopped
    };
    ProgramAuthorizer(XServerConnection &x, const Configuration &configuration, const ProgramWindowCallbacks &callbacks);

    void authorizeTrusted(quint32 programNumber);
    /// The number of the cookie, needed to revoke it; empty: refused.
    std::optional<std::uint32_t> authorizeUntrusted(quint32 programNumber);

private:
    bool serverAccepts(const XAuthorization &authorization);
    std::optional<QStringList> extensionsShownTo(UniqueFd socket, const XAuthorization &authorization);
    void refuseUntrusted(quint32 programNumber, const std::function<Failure()> &why);

    XServerConnection &m_xServer;
    const Configuration m_configuration;
    const ProgramWindowCallbacks &m_callbacks;
};
}
