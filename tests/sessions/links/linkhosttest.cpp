// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/links/linkprobe.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QTest>

#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

/// Whom a Link believes to be the host: unknown, known, changed and revoked keys of a real sshd.
class LinkHostTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void anUnknownKeyIsAskedAbout();
    void acceptedOnceIsNotSaved();
    void acceptedAndSavedIsNotAskedAgain();
    void refusedCloses();
    void theQuestionIsWithdrawnOnClose();
    void theQuestionIsWithdrawnWhenTheHostHangsUp();
    void aHashedEntryCounts();
    void aChangedKeyIsRefused();
    void aFacilityDoesNotOutvoteTheUser();
    void aPipeOfAFacilityIsRefused();
    void aKeyOfAnotherTypeIsRefused();
    void aKnownTypeIsAskedForFirst();
    void aRevokedKeyIsRefused_data();
    void aRevokedKeyIsRefused();
    void theConfigRestrictsKeys_data();
    void theConfigRestrictsKeys();
    void aCertAuthorityIsExplained();
    void aHostKeyAliasOfTheConfigCounts();

private:
    LinkSpec spec() const; ///< without the server's known_hosts
    QString userFile() const;
    QByteArray userFileContents() const;
    void writeUserFile(const QByteArray &contents);
    QByteArray hostName() const;

    SshServer m_server;
    QTemporaryDir m_home;
};

void LinkHostTest::initTestCase()
{
    useHome(m_home.path());
    m_server.addConfig(u"LoginGraceTime 120"_s);
    QVERIFY(m_server.start());
}

void LinkHostTest::init()
{
    QFile::remove(userFile());
    QFile::remove(m_home.filePath(u".ssh/config"_s));
}

LinkSpec LinkHostTest::spec() const
{
    LinkSpec spec = m_server.linkSpec();
    spec.knownHostsPath.clear();
    return spec;
}

QString LinkHostTest::userFile() const
{
    return m_home.filePath(u".ssh/known_hosts"_s);
}

QByteArray LinkHostTest::userFileContents() const
{
    QFile file(userFile());
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void LinkHostTest::writeUserFile(const QByteArray &contents)
{
    QDir().mkpath(m_home.filePath(u".ssh"_s));
    QFile file(userFile());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(contents);
}

QByteArray LinkHostTest::hostName() const
{
    return "[127.0.0.1]:" + QByteArray::number(m_server.port());
}

void LinkHostTest::anUnknownKeyIsAskedAbout()
{
    LinkProbe probe(spec());
    probe.link().open();
    QTRY_COMPARE_WITH_TIMEOUT(probe.hostKeys.size(), 1, 30000);
    QCOMPARE(probe.link().state(), LinkState::CheckingHost);
    const HostKeyQuestion question = probe.hostKeys.first();
    QCOMPARE(question.host, QString::fromLatin1(hostName()));
    QCOMPARE(question.keyType, u"ED25519"_s);
    QCOMPARE(question.fingerprint, m_server.hostKeyFingerprint());
    QVERIFY(question.note.isEmpty());
    // OpenSSH's own picture of the same key.
    const QByteArray theirs = runQuietly(u"ssh-keygen"_s, {u"-l"_s, u"-v"_s, u"-f"_s, m_server.directory() + u"/host_key.pub"_s});
    const QStringList ours = question.randomArt.split(u'\n').mid(1);
    QCOMPARE(ours, QString::fromUtf8(theirs).trimmed().split(u'\n').mid(2));
}

void LinkHostTest::acceptedOnceIsNotSaved()
{
    LinkProbe probe(spec());
    probe.onHostKey = [](const HostKeyQuestion &) {
        return HostKeyAnswer::AcceptOnce;
    };
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QVERIFY(!QFile::exists(userFile()));
    // The same Link does not ask again, another one does.
    probe.link().close();
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.hostKeys.size(), 1);
    LinkProbe other(spec());
    other.link().open();
    QTRY_COMPARE_WITH_TIMEOUT(other.hostKeys.size(), 1, 30000);
}

void LinkHostTest::acceptedAndSavedIsNotAskedAgain()
{
    writeUserFile("# no newline at the end");
    LinkProbe probe(spec());
    probe.onHostKey = [](const HostKeyQuestion &) {
        return HostKeyAnswer::AcceptAndSave;
    };
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(userFileContents(), "# no newline at the end\n" + hostName() + ' ' + m_server.hostPublicKey().toLatin1() + '\n');
    LinkProbe other(spec());
    QVERIFY2(other.connectNow(), qPrintable(other.why()));
    QCOMPARE(other.hostKeys.size(), 0);
    // OpenSSH reads what we wrote.
    QVERIFY(!runQuietly(u"ssh-keygen"_s, {u"-F"_s, QString::fromLatin1(hostName()), u"-f"_s, userFile()}).isEmpty());

    QFile::remove(userFile());
    LinkProbe fresh(spec());
    fresh.onHostKey = probe.onHostKey;
    QVERIFY2(fresh.connectNow(), qPrintable(fresh.why()));
    struct stat info{};
    QCOMPARE(::stat(QFile::encodeName(userFile()).constData(), &info), 0);
    QCOMPARE(info.st_mode & 0777, 0600u);
}

void LinkHostTest::refusedCloses()
{
    LinkProbe probe(spec());
    probe.onHostKey = [](const HostKeyQuestion &) {
        return HostKeyAnswer::Refuse;
    };
    QVERIFY(!probe.connectNow());
    QCOMPARE(probe.link().lastFailure()->kind, FailureKind::Refused);
    QVERIFY(!QFile::exists(userFile()));
}

void LinkHostTest::theQuestionIsWithdrawnOnClose()
{
    LinkProbe probe(spec());
    probe.link().open();
    QTRY_COMPARE_WITH_TIMEOUT(probe.hostKeys.size(), 1, 30000);
    probe.link().close();
    QCOMPARE(probe.withdrawn, QList<quint64>{probe.hostKeys.first().id});
    QCOMPARE(probe.link().state(), LinkState::Closed);
    QVERIFY(!probe.link().lastFailure());
    // A late answer harms nobody.
    probe.link().answerHostKey(probe.hostKeys.first().id, HostKeyAnswer::AcceptAndSave);
    QVERIFY(!QFile::exists(userFile()));
}

void LinkHostTest::theQuestionIsWithdrawnWhenTheHostHangsUp()
{
    LinkProbe probe(spec());
    probe.link().open();
    QTRY_COMPARE_WITH_TIMEOUT(probe.hostKeys.size(), 1, 30000);
    m_server.killSessions();
    QVERIFY(probe.waitFor(LinkState::Closed));
    QCOMPARE(probe.withdrawn, QList<quint64>{probe.hostKeys.first().id});
    QCOMPARE(probe.link().lastFailure()->kind, FailureKind::Transient);
}

void LinkHostTest::aHashedEntryCounts()
{
    writeUserFile("other.example " + m_server.hostPublicKey().toLatin1() + '\n' + hostName() + ' ' + m_server.hostPublicKey().toLatin1() + '\n');
    runQuietly(u"ssh-keygen"_s, {u"-H"_s, u"-f"_s, userFile()});
    QVERIFY(userFileContents().startsWith("|1|"));
    LinkProbe probe(spec());
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.hostKeys.size(), 0);
}

void LinkHostTest::aChangedKeyIsRefused()
{
    const QString other = m_server.makeKey(u"other_key"_s);
    QFile file(other + u".pub"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    writeUserFile("# a line before\n" + hostName() + ' ' + file.readAll());
    LinkProbe probe(spec());
    QVERIFY(!probe.connectNow());
    QCOMPARE(probe.hostKeys.size(), 0);
    const Failure failure = *probe.link().lastFailure();
    QCOMPARE(failure.kind, FailureKind::Refused);
    QVERIFY2(failure.what.contains(m_server.hostKeyFingerprint()), qPrintable(failure.what));
    const QByteArray old = runQuietly(u"ssh-keygen"_s, {u"-l"_s, u"-f"_s, other}).split(' ').value(1);
    QVERIFY2(failure.what.contains(userFile() + u":2: "_s + QString::fromLatin1(old)), qPrintable(failure.what));
}

void LinkHostTest::aFacilityDoesNotOutvoteTheUser()
{
    const QString other = m_server.makeKey(u"other_key"_s);
    QFile file(other + u".pub"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    writeUserFile(hostName() + ' ' + file.readAll());
    LinkSpec both = m_server.linkSpec(); // with a known_hosts that has the server's key
    both.contact = u"Kim, +1 808 555 0100"_s;
    LinkProbe probe(both);
    QVERIFY(!probe.connectNow());
    QCOMPARE(probe.hostKeys.size(), 0);
    const Failure failure = *probe.link().lastFailure();
    QCOMPARE(failure.kind, FailureKind::Refused);
    const QByteArray old = runQuietly(u"ssh-keygen"_s, {u"-l"_s, u"-f"_s, other}).split(' ').value(1);
    QVERIFY2(failure.what.contains(userFile() + u":1: "_s + QString::fromLatin1(old)), qPrintable(failure.what));
    QVERIFY2(failure.what.contains(m_server.knownHostsFile() + u":1: "_s + m_server.hostKeyFingerprint()), qPrintable(failure.what));
    const QString command = u"ssh-keygen -R '%1' -f %2"_s.arg(QString::fromLatin1(hostName()), userFile());
    QVERIFY2(failure.advice.contains(command) && failure.advice.contains(both.contact), qPrintable(failure.advice));
    // That command is the whole remedy.
    runQuietly(u"sh"_s, {u"-c"_s, command});
    LinkProbe after(both);
    QVERIFY2(after.connectNow(), qPrintable(after.why()));
}

void LinkHostTest::aPipeOfAFacilityIsRefused()
{
    LinkSpec pipe = spec();
    pipe.knownHostsPath = m_home.filePath(u"pipe"_s);
    QCOMPARE(::mkfifo(QFile::encodeName(pipe.knownHostsPath).constData(), 0600), 0);
    LinkProbe probe(pipe);
    QVERIFY(!probe.connectNow());
    QVERIFY2(probe.why().contains(pipe.knownHostsPath), qPrintable(probe.why()));
}

void LinkHostTest::aKeyOfAnotherTypeIsRefused()
{
    const QString other = m_server.makeKey(u"other_key"_s, {}, u"ecdsa"_s);
    QFile file(other + u".pub"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    writeUserFile(hostName() + ' ' + file.readAll());
    LinkProbe probe(spec());
    QVERIFY(!probe.connectNow());
    QCOMPARE(probe.hostKeys.size(), 0);
    QCOMPARE(probe.link().lastFailure()->kind, FailureKind::Refused);
    QVERIFY2(probe.why().contains(userFile() + u":1"_s), qPrintable(probe.why()));
}

void LinkHostTest::aKnownTypeIsAskedForFirst()
{
    // Two host keys; only the one that is not the server's favourite is known.
    SshServer server;
    const QString second = server.makeKey(u"second_host_key"_s, {}, u"rsa"_s);
    server.addConfig(u"HostKey "_s + second);
    QVERIFY(server.start());
    QFile file(second + u".pub"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    writeUserFile("[127.0.0.1]:" + QByteArray::number(server.port()) + ' ' + file.readAll());
    LinkSpec spec = server.linkSpec();
    spec.knownHostsPath.clear();
    LinkProbe probe(spec);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.hostKeys.size(), 0);
}

void LinkHostTest::aRevokedKeyIsRefused_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("place");
    QTest::newRow("revoked alone") << ""_ba << "*"_ba << ""_ba << u":1"_s;
    QTest::newRow("known and then revoked") << "GOOD"_ba << "[127.0.0.1]:*"_ba << ""_ba << u":2"_s;
    QTest::newRow("revoked and then known") << ""_ba << "HOST"_ba << "GOOD"_ba << u":1"_s;
}

void LinkHostTest::aRevokedKeyIsRefused()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, after);
    QFETCH(QString, place);
    const QByteArray good = hostName() + ' ' + m_server.hostPublicKey().toLatin1() + '\n';
    writeUserFile(before.replace("GOOD", good) + "@revoked " + pattern.replace("HOST", hostName()) + ' ' + m_server.hostPublicKey().toLatin1() + '\n'
                  + after.replace("GOOD", good));
    LinkProbe probe(spec());
    QVERIFY(!probe.connectNow());
    QCOMPARE(probe.hostKeys.size(), 0);
    QCOMPARE(probe.link().lastFailure()->kind, FailureKind::Refused);
    QVERIFY2(probe.why().contains(userFile() + place), qPrintable(probe.why()));
}

void LinkHostTest::theConfigRestrictsKeys_data()
{
    QTest::addColumn<QByteArray>("option"); // FILE is the file's path
    QTest::addColumn<QByteArray>("contents"); // KEY is the host's; null: there is no such file
    QTest::addColumn<QString>("why"); // empty: it connects
    QTest::newRow("the key is revoked") << "RevokedHostKeys FILE"_ba << "# stolen\nKEY me\n"_ba << u"revoked_keys:2"_s;
    QTest::newRow("another key is revoked") << "RevokedHostKeys FILE"_ba << "ssh-ed25519 AAAA\n"_ba << QString();
    QTest::newRow("a revocation list") << "RevokedHostKeys FILE"_ba << QByteArray("SSHKRL\n\0\0\0\0\1", 12) << u"KRL"_s;
    QTest::newRow("no file of revoked keys") << "RevokedHostKeys FILE"_ba << QByteArray() << u"revoked_keys"_s;
    QTest::newRow("only known hosts, and it is known") << "StrictHostKeyChecking yes"_ba << ""_ba << QString();
    QTest::newRow("only known hosts, and it is not") << "StrictHostKeyChecking yes\nUserKnownHostsFile FILE"_ba << ""_ba
                                                     << u"config:1: StrictHostKeyChecking"_s;
    QTest::newRow("long RSA keys, and it has none") << "RequiredRSASize 4096"_ba << ""_ba << QString();
}

void LinkHostTest::theConfigRestrictsKeys()
{
    QFETCH(QByteArray, option);
    QFETCH(QByteArray, contents);
    QFETCH(QString, why);
    writeUserFile(hostName() + ' ' + m_server.hostPublicKey().toLatin1() + '\n');
    const QString path = m_home.filePath(u".ssh/revoked_keys"_s);
    QFile::remove(path);
    if (!contents.isNull()) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(contents.replace("KEY", m_server.hostPublicKey().toLatin1()));
    }
    QFile config(m_home.filePath(u".ssh/config"_s));
    QVERIFY(config.open(QIODevice::WriteOnly));
    config.write(option.replace("FILE", path.toUtf8()) + '\n');
    config.close();
    LinkProbe probe(spec());
    QCOMPARE(probe.connectNow(), why.isEmpty());
    QCOMPARE(probe.hostKeys.size(), 0);
    QVERIFY2(why.isEmpty() || probe.why().contains(why), qPrintable(probe.why()));
}

void LinkHostTest::aCertAuthorityIsExplained()
{
    writeUserFile("@cert-authority * " + m_server.hostPublicKey().toLatin1() + '\n');
    LinkProbe probe(spec());
    probe.link().open();
    QTRY_COMPARE_WITH_TIMEOUT(probe.hostKeys.size(), 1, 30000);
    QVERIFY(!probe.hostKeys.first().note.isEmpty());
}

void LinkHostTest::aHostKeyAliasOfTheConfigCounts()
{
    writeUserFile("lris-summit " + m_server.hostPublicKey().toLatin1() + '\n');
    QFile config(m_home.filePath(u".ssh/config"_s));
    QVERIFY(config.open(QIODevice::WriteOnly));
    config.write("Host lris\n  HostName 127.0.0.1\n  Port " + QByteArray::number(m_server.port()) + "\n  User " + m_server.userName().toUtf8()
                 + "\n  HostKeyAlias lris-summit\n  IdentityFile \"" + m_server.identityFile().toUtf8() + "\"\n  ForwardAgent yes\n");
    config.close();
    LinkSpec bare;
    bare.id = u"summit"_s;
    bare.host = u"lris"_s;
    LinkProbe probe(bare);
    QVERIFY2(probe.connectNow(), qPrintable(probe.why()));
    QCOMPARE(probe.hostKeys.size(), 0);
    QCOMPARE(probe.link().facts().port, m_server.port());
    QCOMPARE(probe.link().facts().account, m_server.userName() + u"@127.0.0.1"_s);
    QCOMPARE(probe.link().facts().notes.size(), 1);
    QVERIFY(probe.link().facts().notes.first().contains(u"forwardagent"));
}

NIGHTDESK_GUILESS_TEST(LinkHostTest)
#include "linkhosttest.moc"
