// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/desktops/desktopbench.h"

#include <QDebug>
#include <QFile>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
bool Summit::start()
{
    qputenv("HOME", QFile::encodeName(m_home.path())); // nobody's own ssh configuration, keys or agent
    qunsetenv("SSH_AUTH_SOCK");
    if (!m_home.isValid() || !m_server.start()) {
        return false;
    }
    m_link = std::make_unique<Link>(LinkTarget{m_server.linkSpec(), false});
    m_link->open();
    if (WAIT_FOR(m_link->isLive() || m_link->state() == LinkState::Closed, 60s) && m_link->isLive()) {
        return true;
    }
    qCritical() << "no link:" << (m_link->lastFailure() ? m_link->lastFailure()->what : u"silence"_s);
    return false;
}

Link &Summit::link()
{
    return *m_link;
}

SshServer &Summit::server()
{
    return m_server;
}

static DesktopSpec specOf(const DesktopAddress &address, InputPermission input, Quality quality)
{
    DesktopSpec spec;
    spec.id = u"control0"_s;
    spec.title = u"Control 0"_s;
    spec.link = u"summit"_s;
    spec.address = address;
    spec.input = input;
    spec.quality = quality;
    return spec;
}

Viewer::Viewer(Link &link, const DesktopAddress &address, InputPermission input, Quality quality)
    : session(specOf(address, input, quality), &link)
{
    QObject::connect(&session, &DesktopSession::damaged, &session, [this] {
        ++damages;
        if (releases) {
            session.reportDamagePainted();
        }
    });
    session.addDisplay(&session);
    session.addSecretAnswerer(&session);
    QObject::connect(&session, &DesktopSession::secretNeeded, &session, [this](int attempt) {
        secretAttempts.append(attempt);
    });
    QObject::connect(&session, &DesktopSession::secretRequestWithdrawn, &session, [this] {
        ++withdrawals;
    });
    QObject::connect(&session, &DesktopSession::pointerMovedByServer, &session, [this](const QPoint &position) {
        pointerMoves.append(position);
    });
    QObject::connect(&session, &Session::stateChanged, &session, [this](SessionState state) {
        states.append(state);
    });
}

bool Viewer::waitForState(SessionState state, std::chrono::milliseconds limit)
{
    const bool reached = WAIT_FOR(session.state() == state, limit);
    if (!reached) {
        qWarning() << "state" << static_cast<int>(session.state()) << "instead of" << static_cast<int>(state) << failureText();
    }
    return reached;
}

bool Viewer::waitForPicture(const std::function<QImage()> &expected, std::chrono::milliseconds limit)
{
    return WAIT_FOR(sameColors(session.picture().image, expected()), limit);
}

QString Viewer::failureText() const
{
    const auto failure = session.failure();
    return failure ? failure->what + u" | "_s + failure->affectedItem + u" | "_s + failure->advice : QString();
}

bool sameColors(const QImage &left, const QImage &right)
{
    if (left.isNull() || left.size() != right.size()) {
        return false;
    }
    for (int y = 0; y < left.height(); ++y) {
        const auto *a = reinterpret_cast<const QRgb *>(left.constScanLine(y));
        const auto *b = reinterpret_cast<const QRgb *>(right.constScanLine(y));
        for (int x = 0; x < left.width(); ++x) {
            if ((a[x] ^ b[x]) & 0xffffff) {
                return false;
            }
        }
    }
    return true;
}
}
