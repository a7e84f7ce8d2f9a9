// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/privatenetwork.h"

#include <QFile>
#include <QProcess>

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <string>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test::PrivateNetwork
{
namespace
{
void write(const char *path, const std::string &text)
{
    const int file = ::open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0 || ::write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
        qFatal("cannot write %s", path);
    }
    ::close(file);
}
}

void enter()
{
    if (::unshare(CLONE_NEWNET) == 0) {
        return;
    }
    // An ordinary user is root of a user namespace of his own.
    const std::string user = std::to_string(::geteuid());
    const std::string group = std::to_string(::getegid());
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) {
        qFatal("may not make a network namespace");
    }
    write("/proc/self/setgroups", "deny");
    write("/proc/self/uid_map", "0 " + user + " 1");
    write("/proc/self/gid_map", "0 " + group + " 1");
}

bool addCard()
{
    return ip({u"link"_s, u"set"_s, u"lo"_s, u"up"_s}) && ip({u"link"_s, u"add"_s, u"site0"_s, u"type"_s, u"veth"_s, u"peer"_s, u"name"_s, u"nowhere0"_s})
        && ip({u"link"_s, u"set"_s, u"site0"_s, u"up"_s}) && ip({u"link"_s, u"set"_s, u"nowhere0"_s, u"up"_s});
}

bool addSilent(const QString &address)
{
    return ip({u"neighbour"_s, u"add"_s, address, u"lladdr"_s, u"02:00:00:00:00:77"_s, u"dev"_s, u"site0"_s, u"nud"_s, u"permanent"_s});
}

bool ip(const QStringList &arguments)
{
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(u"ip"_s, arguments);
    if (!process.waitForFinished(30000) || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0) {
        qWarning("ip %s: %s", qPrintable(arguments.join(u' ')), process.readAllStandardError().constData());
        return false;
    }
    return true;
}

int tcpAttempts()
{
    QFile file(u"/proc/self/net/snmp"_s);
    if (!file.open(QIODevice::ReadOnly)) {
        return -1;
    }
    QList<QByteArray> names;
    for (const QByteArray &line : file.readAll().split('\n')) {
        const QList<QByteArray> words = line.split(' ');
        if (words.first() == "Tcp:" && names.isEmpty()) {
            names = words;
        } else if (words.first() == "Tcp:") {
            return words.value(names.indexOf("ActiveOpens")).toInt();
        }
    }
    return -1;
}
}
