// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/links/linkprobe.h"
#include "tests/sessions/links/testkerberos.h"
#include "tests/support/patience.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"

#include <QTcpServer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

/// Logging in with a Kerberos ticket: a real key distribution centre, a real sshd.
class LinkKerberosTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void aTicketLogsIn();
    void withoutATicketTheKeyLogsIn();
    void aHostThatKerberosDoesNotKnow();
    void theConfigTurnsItOff();
    void aSilentCentreIsPassedOver();
    void aSilentCentreDoesNotHoldUpClose();

private:
    LinkSpec spec(bool withKey);
    void writeConfig(const QByteArray &contents);
    qsizetype ticketLogins() const;

    TestKerberos m_kerberos;
    SshServer m_server;
    QTemporaryDir m_home;
};

void LinkKerberosTest::initTestCase()
{
    useHome(m_home.path());
    QVERIFY(m_kerberos.start(m_server.userName()));
    m_server.addConfig(u"GSSAPIAuthentication yes"_s);
    m_server.addConfig(u"GSSAPIStrictAcceptorCheck no"_s);
    QVERIFY(m_server.start());
}

void LinkKerberosTest::init()
{
    m_kerberos.logOut();
    writeConfig("Host *\n GSSAPIAuthentication yes\n");
}

void LinkKerberosTest::writeConfig(const QByteArray &contents)
{
    QDir().mkpath(m_home.filePath(u".ssh"_s));
    QFile file(m_home.filePath(u".ssh/config"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(contents);
}

LinkSpec LinkKerberosTest::spec(bool withKey)
{
    LinkSpec spec = m_server.linkSpec();
    spec.host = u"localhost"_s;
    if (!withKey) {
        spec.privateKeyFiles = QStringList{m_server.makeKey(u"stranger"_s)};
    }
    QFile known(m_server.knownHostsFile());
    if (known.open(QIODevice::WriteOnly)) {
        known.write("[localhost]:" + QByteArray::number(m_server.port()) + ' ' + m_server.hostPublicKey().toLatin1() + '\n');
    }
    return spec;
}

qsizetype LinkKerberosTest::ticketLogins() const
{
    return m_server.log().count(u"Accepted gssapi-with-mic"_s);
}

void LinkKerberosTest::aTicketLogsIn()
{
    QVERIFY(m_kerberos.logIn());
    LinkProbe probe(spec(false));
    QVERIFY2(probe.connectNow(), qPrintable(probe.why() + m_server.log()));
    QCOMPARE(probe.secrets.size(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(ticketLogins(), 1, 30000); // the log is written when it is written
    // And comes back with it.
    probe.link().close();
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QTRY_COMPARE_WITH_TIMEOUT(ticketLogins(), 2, 30000);
}

void LinkKerberosTest::withoutATicketTheKeyLogsIn()
{
    const qsizetype before = ticketLogins();
    LinkProbe probe(spec(true));
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.link().facts().notes, QStringList());
    QCOMPARE(ticketLogins(), before);
}

void LinkKerberosTest::aHostThatKerberosDoesNotKnow()
{
    QVERIFY(m_kerberos.logIn());
    writeConfig("Host *\n GSSAPIAuthentication yes\n GSSAPIServerIdentity stranger.test\n");
    LinkProbe probe(spec(true));
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.link().facts().notes, QStringList());
}

void LinkKerberosTest::theConfigTurnsItOff()
{
    QVERIFY(m_kerberos.logIn());
    writeConfig("Host *\n GSSAPIAuthentication no\n");
    const qsizetype before = ticketLogins();
    LinkProbe probe(spec(true));
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(ticketLogins(), before);
}

void LinkKerberosTest::aSilentCentreIsPassedOver()
{
    QVERIFY(m_kerberos.logIn());
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    QVERIFY(m_kerberos.pointTo(silent.serverPort()));
    LinkProbe probe(spec(true));
    QElapsedTimer timer;
    timer.start();
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QVERIFY2(timer.elapsed() >= 5000, qPrintable(QString::number(timer.elapsed())));
    QVERIFY2(probe.link().facts().notes.value(0).contains(u"Kerberos"), qPrintable(probe.link().facts().notes.value(0)));
}

void LinkKerberosTest::aSilentCentreDoesNotHoldUpClose()
{
    QVERIFY(m_kerberos.logIn());
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    QVERIFY(m_kerberos.pointTo(silent.serverPort()));
    auto probe = std::make_unique<LinkProbe>(spec(true));
    probe->link().open();
    QVERIFY(probe->waitFor(LinkState::LoggingIn));
    QTRY_VERIFY_WITH_TIMEOUT(silent.hasPendingConnections(), 30000);
    QElapsedTimer timer;
    timer.start();
    probe.reset();
    QVERIFY2(timer.durationElapsed() < underLoad(900ms), qPrintable(QString::number(timer.elapsed())));
}

NIGHTDESK_GUILESS_TEST(LinkKerberosTest)
#include "linkkerberostest.moc"
