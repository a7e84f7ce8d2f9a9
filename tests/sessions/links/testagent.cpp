// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/links/testagent.h"

#include "tests/support/waitfor.h"

#include <QFile>

#include <sys/socket.h>
#include <sys/un.h>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
bool waitForAgentAt(const QString &socket)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const QByteArray name = QFile::encodeName(socket);
    std::copy(name.cbegin(), name.cend(), address.sun_path);
    return waitFor([&address] {
        const UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        return ::connect(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0;
    });
}

TestAgent::TestAgent() = default;

TestAgent::~TestAgent()
{
    m_process.kill();
    m_process.waitForFinished();
}

bool TestAgent::start()
{
    m_process.setStandardOutputFile(QProcess::nullDevice());
    m_process.setStandardErrorFile(QProcess::nullDevice());
    m_process.start(u"ssh-agent"_s, {u"-D"_s, u"-a"_s, socket()});
    return m_process.waitForStarted() && waitForAgentAt(socket());
}

QString TestAgent::socket() const
{
    return m_directory.filePath(u"agent"_s);
}

bool TestAgent::add(const QString &keyFile, const QString &passphrase)
{
    QFile helper(m_directory.filePath(u"askpass"_s));
    if (!helper.open(QIODevice::WriteOnly)) {
        return false;
    }
    helper.write("#!/bin/sh\necho '" + passphrase.toUtf8() + "'\n");
    helper.close();
    helper.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QProcess add;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"SSH_AUTH_SOCK"_s, socket());
    environment.insert(u"SSH_ASKPASS"_s, helper.fileName());
    environment.insert(u"SSH_ASKPASS_REQUIRE"_s, u"force"_s);
    add.setProcessEnvironment(environment);
    add.setStandardInputFile(QProcess::nullDevice());
    add.start(u"ssh-add"_s, {keyFile});
    return add.waitForFinished(30000) && add.exitCode() == 0;
}

SilentAgent::SilentAgent()
{
    m_fd.reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const QByteArray name = QFile::encodeName(path());
    std::copy(name.cbegin(), name.cend(), address.sun_path);
    if (::bind(m_fd.get(), reinterpret_cast<sockaddr *>(&address), sizeof address) != 0 || ::listen(m_fd.get(), 5) != 0) {
        qFatal("cannot listen");
    }
}

QString SilentAgent::path() const
{
    return m_directory.filePath(u"silent"_s);
}
}
