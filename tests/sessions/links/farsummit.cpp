// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/links/farsummit.h"

#include <fcntl.h>
#include <sched.h>

#include <cerrno>
#include <cstring>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
namespace
{
bool enter(qint64 holder, const QString &kind, int flag)
{
    const UniqueFd fd(::open(u"/proc/%1/ns/%2"_s.arg(holder).arg(kind).toLatin1().constData(), O_RDONLY | O_CLOEXEC));
    if (!fd.isValid() || ::setns(fd.get(), flag) != 0) {
        qWarning("cannot enter the near end (%s): %s", qPrintable(kind), std::strerror(errno));
        return false;
    }
    return true;
}
}

FarSummit::~FarSummit()
{
    // Whatever is at an end of the link when that goes is killed with it, this program too. An ordinary user cannot go back.
    if (m_home.isValid()) {
        (void)::setns(m_home.get(), CLONE_NEWNET);
    }
}

bool FarSummit::start(const QString &roundTrip, const QStringList &before)
{
    TestLink::Options options;
    options.rtt = roundTrip;
    if (const auto started = m_link.start(options); !started) {
        qWarning("no emulated link: %ls", qUtf16Printable(started.error()));
        return false;
    }
    if (!before.isEmpty()) {
        const auto ran = m_link.run(TestLink::Side::Far, before);
        if (!ran || ran->exitCode != 0) {
            qWarning("%s failed at the far end: %s", qPrintable(before.join(u' ')), ran ? ran->errors.constData() : qPrintable(ran.error()));
            return false;
        }
    }
    m_server.standAt(m_link.address(TestLink::Side::Far), [this](const QStringList &words) {
        return m_link.commandAt(TestLink::Side::Far, words);
    });
    if (!m_server.start()) {
        return false;
    }
    m_home.reset(::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC));
    const qint64 holder = m_link.holder(TestLink::Side::Near);
    return (!m_link.ready()[u"userNamespace"].toBool() || enter(holder, u"user"_s, CLONE_NEWUSER)) && enter(holder, u"net"_s, CLONE_NEWNET);
}

SshServer &FarSummit::server()
{
    return m_server;
}

TestLink &FarSummit::link()
{
    return m_link;
}

bool FarSummit::cut(const QString &direction)
{
    const auto done = m_link.set({u"cut="_s + direction});
    return done.has_value();
}

bool FarSummit::restore()
{
    const auto done = m_link.set({u"restore"_s});
    return done.has_value();
}
}
