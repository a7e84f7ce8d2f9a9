// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/links/testkerberos.h"

#include "tests/support/waitfor.h"

#include <QFile>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace Nightdesk::Test
{
namespace
{
QString findProgram(const QString &name)
{
    const QString found = QStandardPaths::findExecutable(name);
    return found.isEmpty() ? QStandardPaths::findExecutable(name, {u"/usr/sbin"_s, u"/usr/local/sbin"_s, u"/sbin"_s}) : found;
}

bool save(const QString &path, const QString &text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) == text.toUtf8().size();
}
}

TestKerberos::TestKerberos() = default;

TestKerberos::~TestKerberos()
{
    m_centre.kill();
    m_centre.waitForFinished();
    for (const char *name : {"KRB5_CONFIG", "KRB5_KDC_PROFILE", "KRB5_KTNAME", "KRB5CCNAME"}) {
        qunsetenv(name);
    }
}

QString TestKerberos::path(const QString &name) const
{
    return m_directory.filePath(name);
}

bool TestKerberos::writeConfig(quint16 port)
{
    return save(path(u"krb5.conf"_s),
                u"[libdefaults]\n default_realm = NIGHTDESK.TEST\n dns_lookup_kdc = false\n dns_lookup_realm = false\n rdns = false\n"
                " dns_canonicalize_hostname = false\n udp_preference_limit = 1\n"
                "[realms]\n NIGHTDESK.TEST = {\n  kdc = 127.0.0.1:%1\n  auth_to_local = RULE:[1:$1](^observer$)s/.*/%2/\n }\n"
                "[domain_realm]\n localhost = NIGHTDESK.TEST\n"_s.arg(port)
                    .arg(m_account));
}

bool TestKerberos::pointTo(quint16 port)
{
    return writeConfig(port);
}

bool TestKerberos::run(const QString &program, const QStringList &arguments, const QByteArray &input)
{
    QProcess process;
    process.start(findProgram(program), arguments);
    process.write(input);
    process.closeWriteChannel();
    const bool good = process.waitForFinished(60000) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    if (!good) {
        qWarning("%s: %s%s", qPrintable(program), process.readAllStandardOutput().constData(), process.readAllStandardError().constData());
    }
    return good;
}

bool TestKerberos::start(const QString &account)
{
    m_account = account;
    qputenv("KRB5_CONFIG", path(u"krb5.conf"_s).toLocal8Bit());
    qputenv("KRB5_KDC_PROFILE", path(u"kdc.conf"_s).toLocal8Bit());
    qputenv("KRB5_KTNAME", path(u"keytab"_s).toLocal8Bit());
    qputenv("KRB5CCNAME", QByteArray("FILE:" + path(u"tickets"_s).toLocal8Bit()));
    m_port = m_heldPort.number();
    const QString kdc =
        u"[kdcdefaults]\n kdc_listen = \"\"\n kdc_tcp_listen = 127.0.0.1:%1\n"
        "[realms]\n NIGHTDESK.TEST = {\n  database_name = %2/principal\n  key_stash_file = %2/stash\n  acl_file = %2/acl\n }\n"
        "[logging]\n kdc = FILE:%2/kdc.log\n"_s.arg(m_port)
            .arg(m_directory.path());
    if (!m_directory.isValid() || !writeConfig(m_port) || !save(path(u"kdc.conf"_s), kdc)
        || !run(u"kdb5_util"_s, {u"create"_s, u"-s"_s, u"-r"_s, u"NIGHTDESK.TEST"_s, u"-P"_s, u"master"_s})
        || !run(u"kadmin.local"_s,
                {},
                "addprinc -pw tonight observer\naddprinc -randkey host/localhost\nktadd -k " + path(u"keytab"_s).toLocal8Bit() + " host/localhost\n")) {
        return false;
    }
    m_centre.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_centre.setStandardInputFile(QProcess::nullDevice());
    m_centre.start(findProgram(u"krb5kdc"_s), {u"-n"_s, u"-P"_s, path(u"kdc.pid"_s)});
    return m_centre.waitForStarted() && WAIT_FOR(m_centre.state() != QProcess::Running || QFile::exists(path(u"kdc.pid"_s)))
        && m_centre.state() == QProcess::Running;
}

bool TestKerberos::logIn()
{
    return writeConfig(m_port) && run(u"kinit"_s, {u"observer"_s}, "tonight\n");
}

void TestKerberos::logOut()
{
    writeConfig(m_port);
    QFile::remove(path(u"tickets"_s));
}
}
