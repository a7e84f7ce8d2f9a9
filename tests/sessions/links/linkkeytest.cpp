// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/linksupervisor.h"
#include "sessions/links/login/connectionmemory.h"
#include "tests/sessions/links/delayrelay.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/sessions/links/scriptedsshserver.h"
#include "tests/sessions/links/testagent.h"
#include "tests/support/patience.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <sys/socket.h>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
constexpr auto oneWay = 125ms;

std::optional<std::optional<Secret>> tell(const char *secret)
{
    return std::optional(std::optional(Secret::fromText(QString::fromLatin1(secret))));
}
}

/// Keys with certificates, keys of an agent, several methods one after the other, and how many round trips it takes to come
/// back.
class LinkKeyTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void aCertificateBesideTheKeyLogsIn_data();
    void aCertificateBesideTheKeyLogsIn();
    void aCertificateOfTheConfigLogsIn();
    void aCertificateOfTheAgentLogsIn();
    void aStrangersCertificateIsNoHarm();
    void aLockedKeyWithACertificateIsAskedFor();
    void theConfigsKeyIsTheAgentsFirst();
    void aKeyOnATokenIsExplained();
    void twoMethodsOneAfterTheOther();
    void aKeyThatCountsAfterThePassword();
    void twoKeysOneAfterTheOther();
    void theConfigTurnsMethodsOff();
    void roundTripsOfAReturn_data();
    void roundTripsOfAReturn();
    void aProvenKeyThatIsGoneIsNoHarm();
    void streamsThatWaitForTheLogin_data();
    void streamsThatWaitForTheLogin();
    void anotherRunRemembers_data();
    void anotherRunRemembers();
    void aLossIsNoRefusal_data();
    void aLossIsNoRefusal();

private:
    QString certify(const QString &keyFile, const QString &authority);
    void writeConfig(const QByteArray &contents);
    LinkSpec specWith(const QString &keyFile) const;

    SshServer m_server;
    QString m_authority;
    QTemporaryDir m_home;
};

void LinkKeyTest::initTestCase()
{
    useHome(m_home.path());
    m_authority = m_server.makeKey(u"authority"_s);
    m_server.addConfig(u"TrustedUserCAKeys %1.pub"_s.arg(m_authority));
    QVERIFY(m_server.start());
}

void LinkKeyTest::init()
{
    qunsetenv("SSH_AUTH_SOCK");
    QFile::remove(m_home.filePath(u".ssh/config"_s));
}

void LinkKeyTest::writeConfig(const QByteArray &contents)
{
    QDir().mkpath(m_home.filePath(u".ssh"_s));
    QFile file(m_home.filePath(u".ssh/config"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(contents);
}

QString LinkKeyTest::certify(const QString &keyFile, const QString &authority)
{
    runQuietly(u"ssh-keygen"_s, {u"-q"_s, u"-s"_s, authority, u"-I"_s, u"observer"_s, u"-n"_s, m_server.userName(), keyFile + u".pub"_s});
    return keyFile + u"-cert.pub"_s;
}

LinkSpec LinkKeyTest::specWith(const QString &keyFile) const
{
    LinkSpec spec = m_server.linkSpec();
    spec.privateKeyFiles = QStringList{keyFile};
    return spec;
}

void LinkKeyTest::aCertificateBesideTheKeyLogsIn_data()
{
    QTest::addColumn<QString>("type");
    QTest::newRow("ed25519") << u"ed25519"_s;
    QTest::newRow("ecdsa") << u"ecdsa"_s;
    QTest::newRow("rsa") << u"rsa"_s;
}

void LinkKeyTest::aCertificateBesideTheKeyLogsIn()
{
    QFETCH(QString, type);
    const QString key = m_server.makeKey(u"certified_"_s + type, {}, type);
    QVERIFY(QFile::exists(certify(key, m_authority)));
    LinkProbe probe(specWith(key));
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 0);
}

void LinkKeyTest::aCertificateOfTheConfigLogsIn()
{
    const QString key = m_server.makeKey(u"elsewhere"_s);
    const QString elsewhere = m_home.filePath(u"tonight-cert.pub"_s);
    QVERIFY(QFile::rename(certify(key, m_authority), elsewhere));
    writeConfig("Host *\n CertificateFile ~/no-such-cert.pub\n CertificateFile ~/tonight-cert.pub\n");
    LinkProbe probe(specWith(key));
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.link().facts().notes, QStringList());
}

void LinkKeyTest::aCertificateOfTheAgentLogsIn()
{
    const QString key = m_server.makeKey(u"agents"_s);
    certify(key, m_authority);
    TestAgent agent;
    QVERIFY(agent.start());
    QVERIFY(agent.add(key));
    QFile::remove(key);
    QFile::remove(key + u"-cert.pub"_s);
    qputenv("SSH_AUTH_SOCK", agent.socket().toLocal8Bit());
    LinkSpec spec = m_server.linkSpec();
    spec.privateKeyFiles.clear();
    LinkProbe probe(spec);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
}

void LinkKeyTest::aStrangersCertificateIsNoHarm()
{
    const QString key = m_server.makeKey(u"both"_s);
    certify(key, m_server.makeKey(u"stranger"_s));
    m_server.authorize(key);
    LinkProbe probe(specWith(key));
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
}

void LinkKeyTest::aLockedKeyWithACertificateIsAskedFor()
{
    const QString key = m_server.makeKey(u"locked"_s, u"open sesame"_s);
    certify(key, m_authority);
    LinkProbe probe(specWith(key));
    probe.onSecret = [](const SecretQuestion &) {
        return tell("open sesame");
    };
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 1);
    QCOMPARE(probe.secrets[0].subject, key);
}

void LinkKeyTest::theConfigsKeyIsTheAgentsFirst()
{
    // sshd hangs up after six keys that it does not want.
    TestAgent agent;
    QVERIFY(agent.start());
    for (int i = 0; i < 8; ++i) {
        QVERIFY(agent.add(m_server.makeKey(u"other%1"_s.arg(i))));
    }
    const QString right = m_server.makeKey(u"right"_s, u"open sesame"_s);
    m_server.authorize(right);
    QVERIFY(agent.add(right, u"open sesame"_s));
    qputenv("SSH_AUTH_SOCK", agent.socket().toLocal8Bit());
    LinkSpec spec = m_server.linkSpec();
    spec.privateKeyFiles.clear();
    LinkProbe lost(spec);
    QVERIFY(!lost.connectNow());
    QCOMPARE(lost.link().lastFailure()->kind, FailureKind::Refused);
    writeConfig("Host *\n IdentityFile " + right.toUtf8() + '\n');
    LinkProbe probe(spec);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 0);
}

void LinkKeyTest::aKeyOnATokenIsExplained()
{
    // What a FIDO key's files look like: the private one holds a handle for the token.
    const auto string = [](const QByteArray &text) -> QByteArray {
        QByteArray size(4, '\0');
        size[3] = char(text.size());
        return size + text;
    };
    const QByteArray blob = string("sk-ssh-ed25519@openssh.com") + string(QByteArray(32, 'k')) + string("ssh:");
    const QString key = m_home.filePath(u"id_ed25519_sk"_s);
    QFile file(key);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n");
    QFile half(key + u".pub"_s);
    QVERIFY(half.open(QIODevice::WriteOnly));
    half.write("sk-ssh-ed25519@openssh.com " + blob.toBase64() + " token\n");
    file.close();
    half.close();
    LinkProbe probe(specWith(key));
    QVERIFY(!probe.connectNow());
    QVERIFY2(probe.why().contains(u"token") && probe.why().contains(u"ssh-add "_s + key), qPrintable(probe.why()));
}

void LinkKeyTest::twoMethodsOneAfterTheOther()
{
    ScriptedSshServer server({.password = "tonight", .rounds = {{{"Code: ", false, "123456"}}, {{"Next code: ", false, "654321"}}}, .both = true});
    LinkProbe probe(server.linkSpec());
    probe.onHostKey = [](const HostKeyQuestion &) {
        return HostKeyAnswer::AcceptOnce;
    };
    probe.onSecret = [](const SecretQuestion &question) {
        return tell(question.kind == SecretQuestion::Kind::Password ? "tonight" : question.subject.startsWith(u"Next") ? "654321" : "123456");
    };
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 3);
    // The password is known now, the codes are asked for again.
    probe.link().close();
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.secrets.size(), 5);
    QCOMPARE(server.passwordAttempts(), 2);
}

void LinkKeyTest::aKeyThatCountsAfterThePassword()
{
    ScriptedSshServer server({.password = "tonight", .both = true, .keys = true});
    LinkSpec spec = server.linkSpec();
    spec.privateKeyFiles = QStringList{m_server.identityFile()};
    LinkProbe probe(spec);
    probe.onHostKey = [](const HostKeyQuestion &) {
        return HostKeyAnswer::AcceptOnce;
    };
    probe.onSecret = [](const SecretQuestion &) {
        return tell("tonight");
    };
    QVERIFY2(probe.connectNow(), qPrintable(probe.why())); // the key was refused before the password, where it does not count yet
    QCOMPARE(probe.secrets.size(), 1);
}

void LinkKeyTest::twoKeysOneAfterTheOther()
{
    SshServer server;
    server.addConfig(u"AuthenticationMethods publickey,publickey"_s);
    const QString second = server.makeKey(u"second"_s);
    QVERIFY(server.start());
    server.authorize(second);
    LinkSpec spec = server.linkSpec();
    LinkProbe refused(spec);
    QVERIFY(!refused.connectNow());
    spec.privateKeyFiles << second;
    LinkProbe probe(spec);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    probe.link().close();
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
}

void LinkKeyTest::theConfigTurnsMethodsOff()
{
    ScriptedSshServer server({.password = "tonight", .rounds = {{{"Code: ", false, "123456"}}}});
    writeConfig("Host *\n PreferredAuthentications keyboard-interactive,password\n PubkeyAuthentication no\n");
    const auto probeIt = [&](int questions, SecretQuestion::Kind kind) {
        LinkProbe probe(server.linkSpec());
        probe.onHostKey = [](const HostKeyQuestion &) {
            return HostKeyAnswer::AcceptOnce;
        };
        probe.onSecret = [](const SecretQuestion &question) {
            return tell(question.kind == SecretQuestion::Kind::Password ? "tonight" : "123456");
        };
        QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
        QCOMPARE(probe.secrets.size(), questions);
        QCOMPARE(probe.secrets.last().kind, kind);
        QCOMPARE(probe.link().facts().notes, QStringList());
    };
    probeIt(1, SecretQuestion::Kind::KeyboardInteractive);
    writeConfig("Host *\n KbdInteractiveAuthentication no\n");
    probeIt(1, SecretQuestion::Kind::Password);
}

void LinkKeyTest::roundTripsOfAReturn_data()
{
    QTest::addColumn<QString>("with");
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("again");
    // To be let in to the login at all is one; "none" one, but not before a key by file, which is one; by an agent two (it is shown, then signed for).
    QTest::newRow("by a key file") << u"file"_s << 2 << 2;
    QTest::newRow("by a key file that is the second") << u"second"_s << 3 << 2;
    QTest::newRow("by a locked key file") << u"locked"_s << 4 << 2;
    QTest::newRow("by the third key of an agent") << u"agent"_s << 6 << 3;
    QTest::newRow("by a password") << u"password"_s << 3 << 2;
}

void LinkKeyTest::roundTripsOfAReturn()
{
    QFETCH(QString, with);
    QFETCH(int, first);
    QFETCH(int, again);
    LinkSpec spec = m_server.linkSpec();
    std::unique_ptr<ScriptedSshServer> scripted;
    TestAgent agent;
    if (with == u"second") {
        spec.privateKeyFiles.prepend(m_server.makeKey(u"stranger"_s));
    } else if (with == u"locked") {
        spec.privateKeyFiles = QStringList{m_server.makeKey(u"locked_far"_s, u"open sesame"_s)};
        m_server.authorize(spec.privateKeyFiles.first());
    } else if (with == u"agent") {
        spec.privateKeyFiles.clear();
        QVERIFY(agent.start() && agent.add(m_server.makeKey(u"stranger"_s)) && agent.add(m_server.makeKey(u"stranger2"_s)));
        QVERIFY(agent.add(m_server.identityFile()));
        qputenv("SSH_AUTH_SOCK", agent.socket().toLocal8Bit());
    } else if (with == u"password") {
        scripted = std::make_unique<ScriptedSshServer>(ScriptedSshServer::Script{.password = "open sesame"});
        spec = scripted->linkSpec();
    }
    // What a host says between key exchange and login takes a round trip, within which the question below must be here: next to other tests that
    // takes a longer line.
    const auto delay = loadFactor() > 1 ? 2 * oneWay : oneWay;
    DelayRelay line(*spec.port, delay);
    spec.port = line.port();
    spec.knownHostsPath.clear();
    LinkProbe probe(spec);
    qint64 beforeLogin = 0; // bytes of the key exchange, each time as many; asked about when it is over
    probe.onHostKey = [&](const HostKeyQuestion &) {
        beforeLogin = line.received();
        return HostKeyAnswer::AcceptOnce;
    };
    probe.onSecret = [](const SecretQuestion &) {
        return tell("open sesame");
    };
    // Counted on the line and not by the clock: how often we spoke and had to wait, from the key exchange until it was live, when the first ping was told.
    const auto roundTrips = [&] {
        return WAIT_FOR(!probe.pings.isEmpty()) ? line.flightsBetween(beforeLogin, probe.pings.first().totalWireBytesReceived.count) : -1;
    };
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    const int before = roundTrips();
    const qsizetype asked = probe.secrets.size();
    probe.link().close();
    probe.pings.clear();
    QElapsedTimer timer;
    timer.start();
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    const int after = roundTrips();
    qInfo("the login takes %d round trips, the next one %d; from TCP to live %.1f", before, after, double(timer.elapsed()) / double(2 * delay.count()));
    QCOMPARE(probe.secrets.size(), asked);
    // One more where the host's own word came before our answer.
    QVERIFY2(before == first || before == first + 1, qPrintable(u"%1 round trips instead of %2"_s.arg(before).arg(first)));
    QVERIFY2(after == again || after == again + 1, qPrintable(u"%1 round trips instead of %2"_s.arg(after).arg(again)));
}

void LinkKeyTest::aProvenKeyThatIsGoneIsNoHarm()
{
    const QString key = m_server.makeKey(u"leaving"_s);
    m_server.authorize(key);
    LinkSpec spec = specWith(key);
    spec.privateKeyFiles << m_server.identityFile();
    LinkProbe probe(spec);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    probe.link().close();
    // Refused as well as gone: the other one is found either way.
    QFile keys(m_server.directory() + u"/authorized_keys"_s);
    QVERIFY(keys.open(QIODevice::ReadOnly));
    QByteArrayList lines = keys.readAll().split('\n');
    keys.close();
    lines.removeIf([](const QByteArray &line) {
        return line.endsWith("leaving");
    });
    QVERIFY(keys.open(QIODevice::WriteOnly | QIODevice::Truncate));
    keys.write(lines.join('\n'));
    keys.close();
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    probe.link().close();
    QFile::remove(key);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
}

void LinkKeyTest::streamsThatWaitForTheLogin_data()
{
    QTest::addColumn<QString>("login");
    QTest::addColumn<bool>("opens");
    QTest::newRow("open with it") << u"key"_s << true;
    QTest::newRow("also where a person is asked something meanwhile") << u"passphrase"_s << true;
    QTest::newRow("fail with it") << u"stranger"_s << false;
}

void LinkKeyTest::streamsThatWaitForTheLogin()
{
    QFETCH(QString, login);
    QFETCH(bool, opens);
    QTcpServer far; // what the streams lead to
    QVERIFY(far.listen(QHostAddress::LocalHost));
    connect(&far, &QTcpServer::newConnection, &far, [&far] {
        while (QTcpSocket *one = far.nextPendingConnection()) {
            one->write("hello");
        }
    });
    LinkSpec spec = m_server.linkSpec();
    if (login == u"passphrase") {
        spec = specWith(m_server.makeKey(u"locked_streams"_s, u"open sesame"_s));
        m_server.authorize(spec.privateKeyFiles.first());
    } else if (login == u"stranger") {
        spec = specWith(m_server.makeKey(u"stranger4"_s));
    }
    LinkProbe probe(spec);
    std::vector<std::unique_ptr<StreamProbe>> streams;
    probe.onSecret = [&streams](const SecretQuestion &) {
        return streams.size() == 2 ? tell("open sesame") : tell("too early");
    };
    connect(&probe.link(), &Link::stateChanged, &probe, [&](LinkState now) {
        if (now == LinkState::LoggingIn) {
            QVERIFY(probe.link().canOpenStreams() && !probe.link().isLive());
            for (int i = 0; i < 2; ++i) {
                streams.push_back(std::make_unique<StreamProbe>(probe.link(), TcpStreamTarget{u"127.0.0.1"_s, far.serverPort()}));
            }
        }
    });
    QCOMPARE(probe.connectNow(), opens);
    QCOMPARE(streams.size(), 2u);
    for (const auto &one : streams) {
        QVERIFY(waitFor([&] {
            char bytes[5];
            return one->failure || ::recv(one->fd.get(), bytes, sizeof bytes, MSG_PEEK | MSG_DONTWAIT) == sizeof bytes;
        }));
        QCOMPARE(one->failure.has_value(), !opens);
    }
}

void LinkKeyTest::anotherRunRemembers_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<bool>("helps");
    QTest::newRow("the key that was right") << u"as it was"_s << true;
    QTest::newRow("a key that is not the plan's, and is not tried") << u"a stranger"_s << false;
    QTest::newRow("a key file that is gone") << u"gone"_s << false;
    QTest::newRow("a certificate that is none of the key's") << u"certificate"_s << false;
    QTest::newRow("a key of an agent that is not there") << u"agent"_s << false;
    QTest::newRow("a method that nobody has the word for") << u"password"_s << false;
}

void LinkKeyTest::anotherRunRemembers()
{
    QFETCH(QString, what);
    QFETCH(bool, helps);
    LinkSpec spec = specWith(m_server.makeKey(u"stranger3"_s));
    spec.privateKeyFiles << m_server.identityFile();
    spec.knownHostsPath.clear();
    const auto memory = std::make_shared<SharedConnectionRecords>();
    // The keys that the server was shown and did not want, each of which is a round trip; -1: not let in.
    const auto refusedKeys = [&] {
        LinkProbe probe(spec, false, SharedLinkObjects{.secrets = {}, .hopPool = {}, .connectionRecords = memory});
        probe.onHostKey = [](const HostKeyQuestion &) {
            return HostKeyAnswer::AcceptOnce;
        };
        const qsizetype before = m_server.log().count(u"Failed publickey"_s);
        const bool isLive = probe.connectNow();
        return isLive ? m_server.log().count(u"Failed publickey"_s) - before : -1;
    };
    QCOMPARE(refusedKeys(), 1);
    const ConnectionRecordChanges learnt = memory->takeChanges();
    QCOMPARE(learnt.logins.size(), 1u);
    const auto &[account, login] = *learnt.logins.begin();
    QVERIFY(account.contains(u'@') && login);
    QCOMPARE(*login, (ProvenLogin{LoginMethod::PublicKey, m_server.identityFile(), {}, {}}));
    ProvenLogin told = *login;
    const QString stranger = m_server.makeKey(u"outside"_s);
    m_server.authorize(stranger);
    if (what == u"a stranger") {
        told.keyFile = stranger; // it would be let in, but nobody meant it
    } else if (what == u"gone") {
        told.keyFile = u"/nowhere/id"_s;
    } else if (what == u"certificate") {
        told.certificate = certify(stranger, m_authority);
    } else if (what == u"agent") {
        told = {LoginMethod::PublicKey, {}, {}, "no key at all"};
    } else if (what == u"password") {
        told = {LoginMethod::Password, {}, {}, {}};
    }
    memory->rememberLogin(account, told);
    const qsizetype again = refusedKeys();
    QVERIFY(again >= 0);
    QCOMPARE(again == 0, helps);
    QCOMPARE(memory->login(account), login); // whatever was told: now it knows better
}

void LinkKeyTest::aLossIsNoRefusal_data()
{
    QTest::addColumn<bool>("ofAnAgent");
    QTest::addColumn<int>("hangUps");
    QTest::addColumn<bool>("logsIn");
    QTest::newRow("a key file, lost once") << false << 1 << true;
    QTest::newRow("a key file, lost three times") << false << 3 << true;
    QTest::newRow("a key file, lost again and again") << false << 1000 << false;
    QTest::newRow("an agent, lost once") << true << 1 << true;
    QTest::newRow("an agent, lost again and again") << true << 1000 << false;
}

void LinkKeyTest::aLossIsNoRefusal()
{
    QFETCH(bool, ofAnAgent);
    QFETCH(int, hangUps);
    QFETCH(bool, logsIn);
    ScriptedSshServer server({.keys = true, .hangUps = hangUps});
    const QString key = m_server.makeKey(u"lost_%1_%2"_s.arg(ofAnAgent).arg(hangUps));
    TestAgent agent;
    LinkSpec spec = server.linkSpec();
    if (ofAnAgent) {
        QVERIFY(agent.start());
        QVERIFY(agent.add(key));
        qputenv("SSH_AUTH_SOCK", agent.socket().toLocal8Bit());
    } else {
        spec.privateKeyFiles = QStringList{key};
    }
    LinkSupervisor keeper(LinkTarget{spec, false});
    Link &link = *keeper.link();
    connect(&link, &Link::hostKeyQuestionAsked, this, [&link](const HostKeyQuestion &question) {
        link.answerHostKey(question.id, HostKeyAnswer::AcceptOnce);
    });
    QList<FailureKind> failures;
    connect(&link, &Link::failed, this, [&failures](const Failure &failure) {
        failures << failure.kind;
    });
    keeper.keepLinkOpen();
    QVERIFY(WAIT_FOR(link.isLive() || failures.contains(FailureKind::Refused), 60s));
    QCOMPARE(link.isLive(), logsIn);
    QList<FailureKind> expected(std::min(hangUps, 3), FailureKind::Transient);
    if (!logsIn) {
        expected << FailureKind::Refused; // a server that means it
    }
    QCOMPARE(failures, expected);
}

NIGHTDESK_GUILESS_TEST(LinkKeyTest)
#include "linkkeytest.moc"
