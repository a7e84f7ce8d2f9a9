// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/server/programauthorizer.h"

#include "sessions/common/logging.h"
#include "sessions/xwindows/server/xproblem.h"

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr auto bigRequests = "BIG-REQUESTS"_L1;

/// Whether the SECURITY extension makes @p extension available to untrusted programs.
bool isAvailableToUntrusted(const QString &extension)
{
    return extension == bigRequests || extension == "XC-MISC"_L1;
}
}

ProgramAuthorizer::ProgramAuthorizer(XServerConnection &x, const Setup &setup, const ProgramReports &reports)
    : m_xServer(x)
    , m_setup(setup)
    , m_reports(reports)
{
}

bool ProgramAuthorizer::serverAccepts(const XAuthorization &authorization)
{
    // Nightdesk's own connection may be old, and the authority file may have changed since. A program would only report
    // "cannot open display".
    auto socket = m_setup.display.connectSocket();
    if (!socket) {
        return true; // the server is busy: nothing is known against the authorization
    }
    return extensionsShownTo(std::move(*socket), authorization).has_value();
}

/// The extensions available to a client with @p authorization; empty: the server refuses it.
std::optional<QStringList> ProgramAuthorizer::extensionsShownTo(UniqueFd socket, const XAuthorization &authorization)
{
    m_setup.setInterruptibleFd(socket.get());
    const auto client = XServerConnection::open(std::move(socket), authorization, m_setup.display.screen);
    const auto shown = client ? client->extensions() : std::nullopt;
    m_setup.setInterruptibleFd(m_xServer.fd());
    return shown;
}

void ProgramAuthorizer::authorizeTrusted(quint32 id)
{
    const XAuthorization authorization = readAuthority(m_setup.authorityFile, m_setup.display);
    if (serverAccepts(authorization)) {
        m_reports.authorized(id, m_xServer.accessFor(authorization));
    } else {
        m_reports.authorizationFailed(id, [display = m_setup.display, hadCookie = !authorization.name.empty()] {
            return XProblem::accessRefused(display, hadCookie);
        });
    }
}

std::optional<std::uint32_t> ProgramAuthorizer::authorizeUntrusted(quint32 id)
{
    const auto made = m_xServer.makeUntrustedCookie();
    if (!made) {
        refuseUntrusted(id, [display = m_setup.display] {
            return XProblem::cannotConfine(display);
        });
        return {};
    }
    // Tests the cookie before the program uses it: a server that does not know the cookie, or checks its host list first, does not confine the
    // program.
    auto socket = m_setup.connectSocket();
    const auto shown = socket ? extensionsShownTo(std::move(*socket), made->authorization) : std::nullopt;
    const bool isConfined = shown && std::ranges::all_of(*shown, isAvailableToUntrusted);
    XServerAccess access = m_xServer.accessFor(made->authorization);
    access.isConfined = true;
    if (!isConfined || !access.isServerRunning()) {
        qCWarning(LogXWindow) << "the X server shows a program that is not trusted" << shown.value_or(QStringList());
        m_xServer.revokeUntrustedCookie(made->id);
        refuseUntrusted(id, [display = m_setup.display, isAuthorized = shown.has_value()] {
            return XProblem::notConfined(display, isAuthorized);
        });
        return {};
    }
    if (!shown->contains(bigRequests)) {
        access.requestCodes.bigRequests = 0;
    }
    m_reports.authorized(id, access);
    return made->id;
}

/// If this server has ended, another one may answer at its address: the failure of one must not be reported for the other.
void ProgramAuthorizer::refuseUntrusted(quint32 id, const std::function<Failure()> &why)
{
    if (isPeerConnected(m_xServer.fd())) {
        m_reports.authorizationFailed(id, why);
    } else {
        m_reports.authorizationFailed(id, [display = m_setup.display] {
            return XProblem::serverLost(display);
        });
    }
}
}
