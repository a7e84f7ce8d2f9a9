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

ProgramAuthorizer::ProgramAuthorizer(XServerConnection &x, const Configuration &configuration, const ProgramWindowCallbacks &callbacks)
    : m_xServer(x)
    , m_configuration(configuration)
    , m_callbacks(callbacks)
{
}

bool ProgramAuthorizer::serverAccepts(const XAuthorization &authorization)
{
    // Nightdesk's own connection may be old, and the authority file may have changed since. A program would only report
    // "cannot open display".
    auto socket = m_configuration.display.connectSocket();
    if (!socket) {
        return true; // the server is busy: the authorization cannot be tested, so it is assumed to be valid
    }
    return extensionsShownTo(std::move(*socket), authorization).has_value();
}

/// The extensions available to a client with @p authorization; empty: the server refuses it.
std::optional<QStringList> ProgramAuthorizer::extensionsShownTo(UniqueFd socket, const XAuthorization &authorization)
{
    m_configuration.setInterruptibleFd(socket.get());
    const auto client = XServerConnection::open(std::move(socket), authorization, m_configuration.display.screen);
    const auto shown = client ? client->extensions() : std::nullopt;
    m_configuration.setInterruptibleFd(m_xServer.fd());
    return shown;
}

void ProgramAuthorizer::authorizeTrusted(quint32 programNumber)
{
    const XAuthorization authorization = readAuthority(m_configuration.authorityFile, m_configuration.display);
    if (serverAccepts(authorization)) {
        m_callbacks.authorized(programNumber, m_xServer.accessFor(authorization));
    } else {
        m_callbacks.authorizationFailed(programNumber, [display = m_configuration.display, hadCookie = !authorization.name.empty()] {
            return XProblem::accessRefused(display, hadCookie);
        });
    }
}

std::optional<std::uint32_t> ProgramAuthorizer::authorizeUntrusted(quint32 programNumber)
{
    const auto made = m_xServer.makeUntrustedCookie();
    if (!made) {
        refuseUntrusted(programNumber, [display = m_configuration.display] {
            return XProblem::cannotConfine(display);
        });
        return {};
    }
    // Tests the cookie before the program uses it: a server that does not know the cookie, or checks its host list first, does not confine the
    // program.
    auto socket = m_configuration.connectSocket();
    const auto shown = socket ? extensionsShownTo(std::move(*socket), made->authorization) : std::nullopt;
    const bool isConfined = shown && std::ranges::all_of(*shown, isAvailableToUntrusted);
    XServerAccess access = m_xServer.accessFor(made->authorization);
    access.isConfined = true;
    if (!isConfined || !access.isServerRunning()) {
        qCWarning(LogXWindow) << "the X server shows a program that is not trusted" << shown.value_or(QStringList());
        m_xServer.revokeUntrustedCookie(made->id);
        refuseUntrusted(programNumber, [display = m_configuration.display, isAuthorized = shown.has_value()] {
            return XProblem::notConfined(display, isAuthorized);
        });
        return {};
    }
    if (!shown->contains(bigRequests)) {
        access.requestCodes.bigRequests = 0;
    }
    m_callbacks.authorized(programNumber, access);
    return made->id;
}

/// Reports @p why, if the X server that Nightdesk is connected to still runs. If it has ended, another X server may use the same display number, and
/// the test may have reached that one: then the end of the first server is reported instead.
void ProgramAuthorizer::refuseUntrusted(quint32 programNumber, const std::function<Failure()> &why)
{
    if (isPeerConnected(m_xServer.fd())) {
        m_callbacks.authorizationFailed(programNumber, why);
    } else {
        m_callbacks.authorizationFailed(programNumber, [display = m_configuration.display] {
            return XProblem::serverLost(display);
        });
    }
}
}
