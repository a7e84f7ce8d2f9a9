// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Nightdesk::Test;

/// The test kit's own sshd, tried with OpenSSH's client: what the other tests stand on.
class SshServerTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aProgramRunsThroughOpenSsh();
    void itStartsAgainOnTheSamePort();
    void twoRunSideBySide();

private:
    static QByteArray run(const SshServer &server, const QString &command);
};

QByteArray SshServerTest::run(const SshServer &server, const QString &command)
{
    return runQuietly(u"ssh"_s,
                      {u"-F"_s,
                       u"none"_s,
                       u"-i"_s,
                       server.identityFile(),
                       u"-o"_s,
                       u"IdentitiesOnly=yes"_s,
                       u"-o"_s,
                       u"BatchMode=yes"_s,
                       u"-o"_s,
                       u"UserKnownHostsFile="_s + server.knownHostsFile(),
                       u"-p"_s,
                       QString::number(server.port()),
                       server.userName() + u"@127.0.0.1"_s,
                       command});
}

void SshServerTest::aProgramRunsThroughOpenSsh()
{
    SshServer server;
    QVERIFY(server.start());
    QVERIFY2(run(server, u"echo $((6 * 7)) $XAUTHORITY"_s) == "42 " + server.directory().toUtf8() + "/Xauthority\n", qPrintable(server.log()));
    QVERIFY(server.hostKeyFingerprint().startsWith(u"SHA256:"));
}

void SshServerTest::itStartsAgainOnTheSamePort()
{
    SshServer server;
    QVERIFY(server.start());
    const quint16 port = server.port();
    QVERIFY(server.restart());
    QCOMPARE(server.port(), port);
    QCOMPARE(run(server, u"echo again"_s), "again\n");
}

void SshServerTest::twoRunSideBySide()
{
    SshServer first;
    SshServer second;
    QVERIFY(first.start());
    QVERIFY(second.start());
    QVERIFY(first.port() != second.port());
    QCOMPARE(run(first, u"echo first"_s), "first\n");
    QCOMPARE(run(second, u"echo second"_s), "second\n");
}

NIGHTDESK_GUILESS_TEST(SshServerTest)
#include "sshservertest.moc"
