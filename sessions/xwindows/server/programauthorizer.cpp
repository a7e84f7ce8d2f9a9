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

/// Whether the SECURITY extension shows this one to programs that are not trusted.
bool isForUntrusted(const QString &extension)
{
    return extension == bigRequests || extension == "XC-MISC"_L1;
}
}

ProgramAuthorizer::ProgramAuthorizer(XServerConnection &x, const Setup &setup, const ProgramReports &reports)
    : m_x(x)
    , m_setup(setup)
    , m_reports(reports)
{
}

bool ProgramAuthorizer::accepts(const XAuthorization &authorization)
{
    // We are in since some time; the file may be another's by now, and a program would only say "cannot open display".
    auto socket = m_setup.display.connectSocket();
    if (!socket) {
        return true; // it is busy: nothing is known against it
    }
    return extensionsShownTo(std::move(*socket), authorization).has_value();
}

/// Empty: a client with @p authorization is not let in.
std::optional<QStringList> ProgramAuthorizer::extensionsShownTo(UniqueFd socket, const XAuthorization &authorization)
{
    m_setup.setInterruptible(socket.get());
    const auto client = XServerConnection::open(std::move(socket), authorization, m_setup.display.screen);
    const auto shown = client ? client->extensions() : std::nullopt;
    m_setup.setInterruptible(m_x.fd());
    return shown;
}

void ProgramAuthorizer::authorizeTrusted(quint32 id)
{
    const XAuthorization authorization = readAuthority(m_setup.authorityFile, m_setup.display);
    if (accepts(authorization)) {
        m_reports.authorized(id, m_x.accessFor(authorization));
    } else {
        m_reports.refused(id, [display = m_setup.display, hadCookie = !authorization.name.empty()] {
            return XProblem::accessRefused(display, hadCookie);
        });
    }
}

std::optional<std::uint32_t> ProgramAuthorizer::authorizeUntrusted(quint32 id)
{
    const auto made = m_x.makeUntrusted();
    if (!made) {
        refuseUntrusted(id, [display = m_setup.display] {
            return XProblem::cannotConfine(display);
        });
        return {};
    }
    // We connect with it before the program does: a server that does not know it, or lets its host list decide first, confines nobody.
    auto socket = m_setup.connectSocket();
    const auto shown = socket ? extensionsShownTo(std::move(*socket), made->authorization) : std::nullopt;
    const bool isConfined = shown && std::ranges::all_of(*shown, isForUntrusted);
    XAccess access = m_x.accessFor(made->authorization);
    access.isConfined = true;
    if (!isConfined || !access.isServerThere()) {
        qCWarning(LogXWindow) << "the X server shows a program that is not trusted" << shown.value_or(QStringList());
        m_x.revokeUntrusted(made->id);
        refuseUntrusted(id, [display = m_setup.display, isAuthorized = shown.has_value()] {
            return XProblem::notConfined(display, isAuthorized);
        });
        return {};
    }
    if (!shown->contains(bigRequests)) {
        access.requests.bigRequests = 0;
    }
    m_reports.authorized(id, access);
    return made->id;
}

/// Where our server has ended, another one may answer at its address: neither is judged by what the other said, nor by its silence.
void ProgramAuthorizer::refuseUntrusted(quint32 id, const std::function<Failure()> &why)
{
    if (isPeerThere(m_x.fd())) {
        m_reports.refused(id, why);
    } else {
        m_reports.refused(id, [display = m_setup.display] {
            return XProblem::lost(display);
        });
    }
}
}
