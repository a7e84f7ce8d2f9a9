// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/keychain/keychainbus.h"

#include "tests/support/waitfor.h"

#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusReply>
#include <QDir>
#include <QFile>

#include <csignal>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
namespace
{
void writeFile(const QString &path, const QByteArray &text)
{
    if (QFile file(path); file.open(QIODevice::WriteOnly)) {
        file.write(text);
    }
}
}

KeychainBus::KeychainBus(const QString &service, const QByteArray &command)
    : m_service(service)
{
    const QByteArray home = m_home.path().toLocal8Bit();
    for (const char *variable : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"}) {
        const QByteArray path = home + '/' + variable;
        QDir().mkpath(QString::fromLocal8Bit(path));
        QFile::setPermissions(QString::fromLocal8Bit(path), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qputenv(variable, path);
    }
    qunsetenv("NIGHTDESK_KEYCHAIN"); // other tests use none
    QDir().mkpath(file(u"services"_s));
    writeFile(file(u"run"_s), "#!/bin/sh\n" + command + '\n');
    writeFile(file(u"services/one.service"_s), "[D-BUS Service]\nName=" + service.toLatin1() + "\nExec=/bin/sh " + home + "/run\n");
    writeFile(file(u"bus.conf"_s),
              "<busconfig><type>session</type><listen>unix:tmpdir=" + home + "</listen><servicedir>" + home
                  + "/services</servicedir><policy context=\"default\"><allow send_destination=\"*\" eavesdrop=\"true\"/><allow eavesdrop=\"true\"/>"
                    "<allow own=\"*\"/></policy></busconfig>");
    const QByteArray daemonCommand = "dbus-daemon --config-file=" + home + "/bus.conf --fork --print-address=1 --print-pid=1 2>/dev/null";
    if (FILE *daemon = ::popen(daemonCommand.constData(), "r")) {
        char line[512];
        if (std::fgets(line, sizeof line, daemon)) {
            qputenv("DBUS_SESSION_BUS_ADDRESS", QByteArray(line).trimmed());
        }
        m_bus = std::fgets(line, sizeof line, daemon) ? QByteArray(line).trimmed().toInt() : 0;
        ::pclose(daemon);
    }
}

KeychainBus::~KeychainBus()
{
    if (m_bus > 0) {
        if (const int service = pid(m_service); service > 0) {
            ::kill(service, SIGKILL); // or it would write into the directory that goes now
            WAIT_FOR(pid(m_service) == 0);
        }
        ::kill(m_bus, SIGTERM);
    }
}

QString KeychainBus::file(const QString &name) const
{
    return m_home.filePath(name);
}

int KeychainBus::pid(const QString &service)
{
    const QDBusConnection bus = QDBusConnection::sessionBus();
    const QDBusReply<uint> pid = bus.isConnected() ? bus.interface()->servicePid(service) : QDBusReply<uint>();
    return pid.isValid() ? static_cast<int>(pid.value()) : 0;
}
}
