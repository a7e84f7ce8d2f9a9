// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/config/algorithmadvice.h"
#include "sessions/links/config/algorithmlists.h"
#include "sessions/links/config/hopspec.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <libssh/libssh.h>

using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

/// What a Link offers an ssh server, old ones too, and what it says when that is not enough.
class LinkAlgorithmTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void theTableIsWhatTheLibraryHas();
    void listsForTheLibrary_data();
    void listsForTheLibrary();
    void knownTypesAreAskedForFirst();
    void aGatewayIsNotWeakened();
    void linesOfTheLog_data();
    void linesOfTheLog();
    void adviceNamesTheLine_data();
    void adviceNamesTheLine();
    void anOldServerIsReached();
    void anOldServerIsExplainedAtOnce();
    void whatCannotBeDoneIsSaid();
    void anOldServerTakesAnRsaKey();

private:
    SshServer m_old; ///< of the kind that an instrument computer of 2008 runs
    QByteArray m_rsaHostKey;
    QTemporaryDir m_home;
};

void LinkAlgorithmTest::initTestCase()
{
    useHome(m_home.path());
    const QString rsa = m_old.makeKey(u"old_host_key"_s, {}, u"rsa"_s);
    QFile file(rsa + u".pub"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    m_rsaHostKey = file.readAll();
    m_old.addConfig(u"HostKey "_s + rsa);
    m_old.addConfig(u"KexAlgorithms diffie-hellman-group1-sha1,diffie-hellman-group14-sha1"_s);
    m_old.addConfig(u"HostKeyAlgorithms ssh-rsa"_s);
    m_old.addConfig(u"Ciphers 3des-cbc,aes128-cbc"_s);
    m_old.addConfig(u"MACs hmac-sha1,hmac-md5"_s);
    m_old.addConfig(u"PubkeyAcceptedAlgorithms ssh-rsa,ssh-ed25519"_s);
    QVERIFY(m_old.start());
    QFile known(m_old.knownHostsFile());
    QVERIFY(known.open(QIODevice::WriteOnly));
    known.write("[127.0.0.1]:" + QByteArray::number(m_old.port()) + ' ' + m_rsaHostKey);
}

void LinkAlgorithmTest::theTableIsWhatTheLibraryHas()
{
    // libssh takes a list in which it knows at least one name.
    const auto knows = [](const SshAlgorithm &algorithm) {
        static const QHash<AlgorithmKind, ssh_options_e> options{
            {AlgorithmKind::KeyExchange, SSH_OPTIONS_KEY_EXCHANGE},
            {AlgorithmKind::HostKey, SSH_OPTIONS_HOSTKEYS},
            {AlgorithmKind::Cipher, SSH_OPTIONS_CIPHERS_C_S},
            {AlgorithmKind::Mac, SSH_OPTIONS_HMAC_C_S},
        };
        const ssh_session session = ssh_new();
        const QByteArray name = QString(algorithm.name).toLatin1();
        const bool result = ssh_options_set(session, options[algorithm.kind], name.constData()) == SSH_OK;
        ssh_free(session);
        return result;
    };
    QSet<QString> names;
    for (const SshAlgorithm &algorithm : sshAlgorithms()) {
        QCOMPARE(knows(algorithm), algorithm.use != SshAlgorithm::Use::Never ? true : knows(algorithm) && algorithm.kind == AlgorithmKind::KeyExchange);
        QVERIFY2(!names.contains(algorithm.name), qPrintable(QString(algorithm.name)));
        names.insert(algorithm.name);
    }
}

namespace
{
SshOption option(const QString &keyword, const QString &value)
{
    return {keyword, value, value.split(u' '), u"config"_s, 1};
}
}

void LinkAlgorithmTest::listsForTheLibrary_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<QStringList>("added");
    QTest::addColumn<QByteArray>("ciphers");
    QTest::newRow("nothing is said") << QString() << QStringList() << ""_ba;
    QTest::newRow("something is added") << QString() << QStringList{u"aes128-cbc"_s} << "+aes128-cbc"_ba;
    QTest::newRow("what is of another kind stays out") << QString() << QStringList{u"ssh-rsa"_s, u"hmac-sha1"_s} << ""_ba;
    QTest::newRow("what libssh cannot do stays out") << QString() << QStringList{u"arcfour"_s, u"3des-cbc"_s} << "+3des-cbc"_ba;
    QTest::newRow("what nobody knows stays out") << QString() << QStringList{u"rot13"_s} << ""_ba;
    QTest::newRow("the config alone is handed on") << u"^aes128-ctr"_s << QStringList() << "^aes128-ctr"_ba;
    QTest::newRow("behind a list of the config") << u"aes256-ctr,aes128-ctr"_s << QStringList{u"aes128-cbc"_s} << "aes256-ctr,aes128-ctr,aes128-cbc"_ba;
    QTest::newRow("named twice, offered once") << u"aes256-ctr,aes128-cbc"_s << QStringList{u"aes128-cbc"_s} << "aes256-ctr,aes128-cbc"_ba;
    QTest::newRow("behind what the config adds") << u"+aes256-cbc"_s << QStringList{u"aes128-cbc"_s} << "+aes256-cbc,aes128-cbc"_ba;
    QTest::newRow("behind what the config prefers")
        << u"^aes128-ctr"_s << QStringList{u"3des-cbc"_s}
        << "aes128-ctr,chacha20-poly1305@openssh.com,aes256-gcm@openssh.com,aes128-gcm@openssh.com,aes256-ctr,aes192-ctr,3des-cbc"_ba;
    QTest::newRow("beside what the config takes away")
        << u"-aes*gcm*,chacha20-poly1305@openssh.com"_s << QStringList{u"3des-cbc"_s} << "aes256-ctr,aes192-ctr,aes128-ctr,3des-cbc"_ba;
}

void LinkAlgorithmTest::listsForTheLibrary()
{
    QFETCH(QString, config);
    QFETCH(QStringList, added);
    const AlgorithmLists lists = AlgorithmLists::make(config.isEmpty() ? QList<SshOption>() : QList<SshOption>{option(u"ciphers"_s, config)}, added, {});
    QTEST(lists.ciphers, "ciphers");
}

void LinkAlgorithmTest::knownTypesAreAskedForFirst()
{
    QCOMPARE(AlgorithmLists::make({}, {}, {"ssh-rsa"}).hostKeyAlgorithms, "^rsa-sha2-512,rsa-sha2-256");
    // An sshd that signs RSA keys with SHA-1 only may have a key of another type, which would be a stranger's.
    const QByteArray withOld = AlgorithmLists::make({}, {u"ssh-rsa"_s}, {"ssh-rsa"}).hostKeyAlgorithms;
    QVERIFY2(withOld.startsWith("rsa-sha2-512,rsa-sha2-256,ssh-rsa,ssh-ed25519,"), withOld.constData());
    const QByteArray other = AlgorithmLists::make({}, {u"ssh-rsa"_s}, {"ssh-ed25519"}).hostKeyAlgorithms;
    QVERIFY2(other.startsWith("ssh-ed25519,") && other.endsWith(",ssh-rsa"), other.constData());
    QCOMPARE(AlgorithmLists::make({option(u"hostkeyalgorithms"_s, u"ssh-ed25519"_s)}, {}, {"ssh-rsa"}).hostKeyAlgorithms, "ssh-ed25519");
    QCOMPARE(AlgorithmLists::make({}, {u"ssh-rsa"_s}, {}).userKeyAlgorithms, "+ssh-rsa");
}

void LinkAlgorithmTest::aGatewayIsNotWeakened()
{
    LinkSpec spec;
    spec.addedAlgorithms = QStringList{u"ssh-rsa"_s};
    QCOMPARE(hopSpec(spec, {u"gateway.example"_s}).addedAlgorithms, QStringList());
    QCOMPARE(hopSpec(spec, {u"gateway.example"_s}), hopSpec(LinkSpec(), {u"gateway.example"_s})); // and shared with links without
}

namespace
{
QByteArrayList offer(const QByteArray &kex, const QByteArray &key, const QByteArray &cipher, const QByteArray &mac)
{
    QByteArrayList lines;
    for (const auto &[kind, list] : QList<std::pair<QByteArray, QByteArray>>{{"kex algos", kex},
                                                                             {"server host key algo", key},
                                                                             {"encryption client->server", cipher},
                                                                             {"encryption server->client", cipher},
                                                                             {"mac algo client->server", mac},
                                                                             {"mac algo server->client", mac}}) {
        lines << "ssh_list_kex: " + kind + ": " + list;
    }
    return lines;
}

const QByteArrayList clientAlgorithms = offer("curve25519-sha256,diffie-hellman-group14-sha256,ext-info-c,kex-strict-c-v00@openssh.com",
                                              "ssh-ed25519,rsa-sha2-512",
                                              "aes256-gcm@openssh.com,aes256-ctr",
                                              "hmac-sha2-256");

KexLists read(const QByteArrayList &lines)
{
    KexLists lists;
    for (const QByteArray &line : lines) {
        lists.readLogLine(line);
    }
    return lists;
}
}

void LinkAlgorithmTest::linesOfTheLog_data()
{
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<bool>("complete");
    QTest::addColumn<QStringList>("theirKex");
    QTest::newRow("nothing was said") << QByteArrayList() << false << QStringList();
    QTest::newRow("one side only") << clientAlgorithms << false << QStringList();
    QTest::newRow("both sides") << clientAlgorithms + offer("a,b", "c", "d", "e") << true << QStringList{u"a"_s, u"b"_s};
    QTest::newRow("marks are no methods") << clientAlgorithms + offer("a,ext-info-s,kex-strict-s-v00@openssh.com", "c", "d", "e") << true
                                          << QStringList{u"a"_s};
    QTest::newRow("other lines are passed over") << clientAlgorithms + QByteArrayList{"ssh_connect: kex algos: x", "kex algos"} + offer("a", "c", "d", "e")
                                                 << true << QStringList{u"a"_s};
    QTest::newRow("an empty list") << clientAlgorithms + offer("", "c", "d", "e") << true << QStringList();
    QTest::newRow("control characters") << clientAlgorithms + offer("a\x1b[31m", "c", "d", "e") << true << QStringList{u"a [31m"_s};
    QTest::newRow("a name that was cut") << clientAlgorithms + offer("a," + QByteArray(1015, 'b'), "c", "d", "e") << true << QStringList{u"a"_s};
}

void LinkAlgorithmTest::linesOfTheLog()
{
    QFETCH(QByteArrayList, lines);
    const KexLists lists = read(lines);
    QTEST(lists.isComplete(), "complete");
    QTEST(lists.serverAlgorithms(AlgorithmKind::KeyExchange), "theirKex");
    if (!lines.isEmpty()) {
        QCOMPARE(lists.clientAlgorithms(AlgorithmKind::KeyExchange), (QStringList{u"curve25519-sha256"_s, u"diffie-hellman-group14-sha256"_s}));
    }
}

void LinkAlgorithmTest::adviceNamesTheLine_data()
{
    QTest::addColumn<QByteArrayList>("serverAlgorithms");
    QTest::addColumn<QStringList>("added");
    QTest::addColumn<QStringList>("line");
    QTest::addColumn<QString>("advice");
    QTest::newRow("a key exchange") << offer("diffie-hellman-group1-sha1", "ssh-ed25519", "aes256-ctr", "hmac-sha2-256") << QStringList()
                                    << QStringList{u"diffie-hellman-group1-sha1"_s} << u"algorithms.add = [\"diffie-hellman-group1-sha1\"]"_s;
    QTest::newRow("the best of several") << offer("diffie-hellman-group1-sha1,diffie-hellman-group14-sha1", "ssh-ed25519", "aes256-ctr", "hmac-sha2-256")
                                         << QStringList() << QStringList{u"diffie-hellman-group14-sha1"_s} << u"diffie-hellman-group14-sha1"_s;
    QTest::newRow("all that is missing") << offer("diffie-hellman-group14-sha1", "ssh-rsa,ssh-dss", "3des-cbc,aes128-cbc", "hmac-md5,hmac-sha1")
                                         << QStringList() << QStringList{u"diffie-hellman-group14-sha1"_s, u"ssh-rsa"_s, u"aes128-cbc"_s, u"hmac-sha1"_s}
                                         << u"[\"diffie-hellman-group14-sha1\", \"ssh-rsa\", \"aes128-cbc\", \"hmac-sha1\"]"_s;
    QTest::newRow("beside what the profile adds already") << offer("curve25519-sha256", "ssh-rsa", "aes256-ctr", "hmac-sha2-256") << QStringList{u"3des-cbc"_s}
                                                          << QStringList{u"3des-cbc"_s, u"ssh-rsa"_s} << u"[\"3des-cbc\", \"ssh-rsa\"]"_s;
    QTest::newRow("a cipher that needs no message authentication") << offer("diffie-hellman-group1-sha1", "ssh-ed25519", "aes256-gcm@openssh.com", "hmac-md5")
                                                                   << QStringList() << QStringList{u"diffie-hellman-group1-sha1"_s} << QString();
    QTest::newRow("what the person's own ssh configuration left out")
        << offer("curve25519-sha256", "ssh-ed25519", "aes128-ctr", "hmac-sha2-256") << QStringList() << QStringList{u"aes128-ctr"_s} << u"aes128-ctr"_s;
    QTest::newRow("keys that libssh cannot do") << offer("diffie-hellman-group1-sha1", "ssh-dss", "aes256-ctr", "hmac-sha2-256") << QStringList()
                                                << QStringList() << u"none of ssh-dss"_s;
    QTest::newRow("ciphers that nobody knows") << offer("curve25519-sha256", "ssh-ed25519", "rot13,rot26", "hmac-sha2-256") << QStringList() << QStringList()
                                               << u"none of rot13, rot26"_s;
    QTest::newRow("a host that offers nothing") << offer("", "ssh-ed25519", "aes256-ctr", "hmac-sha2-256") << QStringList() << QStringList()
                                                << u"administrator"_s;
}

void LinkAlgorithmTest::adviceNamesTheLine()
{
    QFETCH(QByteArrayList, serverAlgorithms);
    QFETCH(QStringList, added);
    QFETCH(QString, advice);
    const AlgorithmAdvice made(read(clientAlgorithms + serverAlgorithms), added);
    QTEST(made.algorithmsToAdd(), "line");
    const Failure failure = made.failure(u"here"_s);
    QCOMPARE(failure.kind, FailureKind::Refused);
    QVERIFY2(failure.advice.contains(advice), qPrintable(failure.advice));
}

void LinkAlgorithmTest::anOldServerIsReached()
{
    LinkSpec spec = m_old.linkSpec();
    spec.addedAlgorithms = QStringList{u"diffie-hellman-group14-sha1"_s, u"ssh-rsa"_s, u"aes128-cbc"_s, u"hmac-sha1"_s};
    LinkProbe probe(spec);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.link().facts().cipher, u"aes128-cbc"_s);
    QCOMPARE(probe.hostKeys.size(), 0);
    ProgramProbe program(probe.link(), ProgramSpec{"echo here", {}});
    QVERIFY(program.waitForEnd());
    QCOMPARE(program.output, "here\n");
}

void LinkAlgorithmTest::anOldServerIsExplainedAtOnce()
{
    // With the very line that it proposes it is reached: nobody has to come back for the next one.
    LinkProbe probe(m_old.linkSpec());
    QVERIFY(!probe.connectNow());
    const Failure failure = *probe.link().lastFailure();
    QCOMPARE(failure.kind, FailureKind::Refused);
    QVERIFY2(failure.what.contains(u"diffie-hellman-group1-sha1, diffie-hellman-group14-sha1"), qPrintable(failure.what));
    QVERIFY2(failure.what.contains(u"curve25519-sha256"), qPrintable(failure.what));
    const QString line = u"algorithms.add = [\"diffie-hellman-group14-sha1\", \"ssh-rsa\", \"aes128-cbc\", \"hmac-sha1\"]"_s;
    QVERIFY2(failure.advice.contains(line) && failure.advice.contains(u"less secure"), qPrintable(failure.advice));
    QVERIFY2(failure.advice.contains(u"not for jump hosts"), qPrintable(failure.advice));
}

void LinkAlgorithmTest::whatCannotBeDoneIsSaid()
{
    SshServer server;
    server.addConfig(u"MACs hmac-md5,umac-64@openssh.com"_s);
    server.addConfig(u"Ciphers aes128-ctr"_s);
    QVERIFY(server.start());
    LinkSpec spec = server.linkSpec();
    spec.addedAlgorithms = QStringList{u"hmac-md5"_s};
    LinkProbe probe(spec);
    QVERIFY(!probe.connectNow());
    QVERIFY2(probe.link().lastFailure()->advice.contains(u"none of hmac-md5, umac-64@openssh.com"), qPrintable(probe.why()));
    QVERIFY2(!probe.link().lastFailure()->advice.contains(u"algorithms.add"), qPrintable(probe.why()));
}

void LinkAlgorithmTest::anOldServerTakesAnRsaKey()
{
    // It knows signatures with SHA-1 only.
    SshServer server;
    server.addConfig(u"PubkeyAcceptedAlgorithms ssh-rsa"_s);
    const QString rsa = server.makeKey(u"rsa_user"_s, {}, u"rsa"_s);
    QVERIFY(server.start());
    server.authorize(rsa);
    LinkSpec spec = server.linkSpec();
    spec.privateKeyFiles = QStringList{rsa};
    LinkProbe refused(spec);
    QVERIFY(!refused.connectNow());
    spec.addedAlgorithms = QStringList{u"ssh-rsa"_s};
    LinkProbe probe(spec);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
}

NIGHTDESK_GUILESS_TEST(LinkAlgorithmTest)
#include "linkalgorithmtest.moc"
