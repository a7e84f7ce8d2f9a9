// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/link.h"
#include "sessions/xwindows/localx.h"
#include "tests/support/sshserver.h"
#include "tests/support/waitfor.h"
#include "tests/support/xserver.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace Nightdesk::Test
{
/// What a test of X programs needs around a WindowSession: a real sshd, a real X server, and what connects them. Base of the
/// test classes, whose sessions end before clear().
class ProgramBench
{
protected:
    /// For all rows of a test, or anew for each.
    bool startHost()
    {
        qputenv("HOME", QFile::encodeName(m_home.path())); // nobody's own ssh configuration
        qunsetenv("SSH_AUTH_SOCK");
        m_sshd = std::make_unique<SshServer>();
        QFile authority;
        if (m_sshd->start()) {
            authority.setFileName(m_sshd->directory() + QStringLiteral("/Xauthority")); // else the first xauth of sshd says that there was none
        }
        return authority.open(QIODevice::WriteOnly);
    }

    bool startX(const XServer::Options &options)
    {
        m_x = std::make_unique<XServer>(options);
        if (!m_x->start()) {
            return false;
        }
        m_localX = std::make_unique<LocalX>(m_x->display(), m_x->authorityFile());
        return true;
    }

    bool connectHost()
    {
        m_link = std::make_unique<Link>(LinkTarget{.spec = m_sshd->linkSpec(), .carriesPrograms = true});
        m_link->open();
        return WAIT_FOR(m_link->isLive());
    }

    /// After a failure: what was on the screen.
    void reportWindows()
    {
        if (!m_x || !QTest::currentTestFailed()) {
            return;
        }
        qWarning() << "focus" << m_x->focus();
        for (const XServer::Window &window : m_x->windows()) {
            qWarning() << window.id << window.title << window.className << window.rect << window.viewable << window.stacking;
        }
    }

    void clear()
    {
        m_localX.reset();
        m_link.reset();
        m_x.reset();
    }

    QTemporaryDir m_home;
    std::unique_ptr<SshServer> m_sshd;
    std::unique_ptr<XServer> m_x;
    std::unique_ptr<Link> m_link;
    std::unique_ptr<LocalX> m_localX;
};

/// A column for whether and which window manager there is, and a row for each: tests of where windows go run on all of them.
inline void addManagers()
{
    QTest::addColumn<bool>("windowManager");
    QTest::addColumn<XServer::Manager>("manager");
    QTest::newRow("no manager") << false << XServer::Manager::Openbox;
    QTest::newRow("openbox") << true << XServer::Manager::Openbox;
    QTest::newRow("KWin") << true << XServer::Manager::KWin;
}
}
