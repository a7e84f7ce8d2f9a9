// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/knownhostsfile.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
// Any base64 will do as a key.
const QByteArray keyA = "AAAAC3NzaC1lZDI1NTE5AAAAIEtleUE=";
const QByteArray keyB = "AAAAC3NzaC1lZDI1NTE5AAAAIEtleUI=";
}

/// The known_hosts reader and judge, without files.
class KnownHostsFileTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void verdicts_data();
    void verdicts();
    void aFacilityNeverOutvotes_data();
    void aFacilityNeverOutvotes();
    void aFacilityNamesEachHost_data();
    void aFacilityNamesEachHost();
    void onlyFilesAreRead_data();
    void onlyFilesAreRead();
    void asSshKeygen_data();
    void asSshKeygen();
    void jumpHostsHaveNames_data();
    void jumpHostsHaveNames();
    void namesHaveThePortWhenItIsNotTheUsual();
    void placesAreFileAndLine();
    void aHostilePatternIsNotSlow();
    void knownTypesAreInOrder();
};

void KnownHostsFileTest::verdicts_data()
{
    using Kind = HostKeyVerdict::Kind;
    QTest::addColumn<QByteArray>("contents");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<Kind>("kind");
    const QByteArray a = " ssh-ed25519 " + keyA + '\n';
    const QByteArray b = " ssh-ed25519 " + keyB + '\n';
    QTest::newRow("an empty file knows nobody") << ""_ba << "summit"_ba << Kind::Unknown;
    QTest::newRow("the host itself") << "summit" + a << "summit"_ba << Kind::Known;
    QTest::newRow("upper case in the file") << "Summit.Example" + a << "summit.example"_ba << Kind::Known;
    QTest::newRow("one of several names") << "lris,summit,10.0.0.1" + a << "summit"_ba << Kind::Known;
    QTest::newRow("a wildcard") << "*.example" + a << "summit.example"_ba << Kind::Known;
    QTest::newRow("a question mark is one character") << "summit?" + a << "summit"_ba << Kind::Unknown;
    QTest::newRow("a negated pattern takes it out") << "*.example,!summit.example" + a << "summit.example"_ba << Kind::Unknown;
    QTest::newRow("the usual port is not another port") << "summit" + a << "[summit]:2222"_ba << Kind::Unknown;
    QTest::newRow("another host's key") << "other" + a << "summit"_ba << Kind::Unknown;
    QTest::newRow("another key") << "summit" + b << "summit"_ba << Kind::Changed;
    QTest::newRow("one of two keys is right") << "summit" + b + "summit" + a << "summit"_ba << Kind::Known;
    QTest::newRow("another type") << "summit ssh-rsa " + keyB + '\n' << "summit"_ba << Kind::OtherType;
    QTest::newRow("another type and another key of this type") << "summit ssh-rsa " + keyB + "\nsummit" + b << "summit"_ba << Kind::Changed;
    QTest::newRow("revoked wins over known before") << "summit" + a + "@revoked *" + a << "summit"_ba << Kind::Revoked;
    QTest::newRow("revoked wins over known after") << "@revoked *" + a + "summit" + a << "summit"_ba << Kind::Revoked;
    QTest::newRow("revoked for another host") << "@revoked other" + a + "summit" + a << "summit"_ba << Kind::Known;
    QTest::newRow("another key is revoked") << "@revoked *" + b + "summit" + a << "summit"_ba << Kind::Known;
    QTest::newRow("an authority's key is not the host's") << "@cert-authority *" + a << "summit"_ba << Kind::Unknown;
    QTest::newRow("an unknown marker") << "@trusted summit" + a << "summit"_ba << Kind::Unknown;
    QTest::newRow("tabs, spaces and a comment") << "# c\n\n \t summit\tssh-ed25519  " + keyA + "  somebody@somewhere\r\n" << "summit"_ba << Kind::Known;
    QTest::newRow("a line that ends in the middle") << "summit ssh-ed25519"_ba << "summit"_ba << Kind::Unknown;
    QTest::newRow("no base64") << "summit ssh-ed25519 !!!!\n"_ba << "summit"_ba << Kind::Unknown;
    QTest::newRow("a broken hash") << "|1|x" + a << "summit"_ba << Kind::Unknown;
    // ssh-keygen -H of "summit".
    QTest::newRow("a hash of another kind") << "|2|AAAA|BBBB" + a << "summit"_ba << Kind::Unknown;
    QTest::newRow("binary rubbish") << QByteArray("\0\xff\x80\n|||\n@\n@revoked\n", 19) << "summit"_ba << Kind::Unknown;
}

void KnownHostsFileTest::verdicts()
{
    QFETCH(QByteArray, contents);
    QFETCH(QByteArray, name);
    QFETCH(HostKeyVerdict::Kind, kind);
    const HostKeyVerdict verdict = judgeHostKey(KnownHostsFile::parse(contents, u"file"_s), name, "ssh-ed25519", keyA);
    QCOMPARE(verdict.kind, kind);
    QCOMPARE(verdict.lines.isEmpty(), kind == HostKeyVerdict::Kind::Unknown);
    QCOMPARE(verdict.hasCertificateAuthority, contents.startsWith("@cert-authority"));
}

void KnownHostsFileTest::aFacilityNeverOutvotes_data()
{
    using Kind = HostKeyVerdict::Kind;
    QTest::addColumn<QByteArray>("own");
    QTest::addColumn<QByteArray>("facilitys");
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<qsizetype>("overruledLines");
    const QByteArray a = " ssh-ed25519 " + keyA + '\n';
    const QByteArray b = " ssh-ed25519 " + keyB + '\n';
    QTest::newRow("the facility alone knows the host") << ""_ba << "summit" + a << Kind::Known << qsizetype(0);
    QTest::newRow("the user knows another key") << "summit" + b << "summit" + a << Kind::Changed << qsizetype(1);
    QTest::newRow("the user knows another key by a pattern") << "*" + b << "summit" + a << Kind::Changed << qsizetype(1);
    QTest::newRow("the user knows a key of another type") << "summit ssh-rsa " + keyB + '\n' << "summit" + a << Kind::OtherType << qsizetype(1);
    QTest::newRow("both have it") << "summit" + a << "summit" + a << Kind::Known << qsizetype(0);
    QTest::newRow("the user has it, the facility another") << "summit" + a << "summit" + b << Kind::Known << qsizetype(0);
    QTest::newRow("the user has it and another") << "summit" + b + "summit" + a << "summit" + a << Kind::Known << qsizetype(0);
    QTest::newRow("the user knows another host") << "other" + b << "summit" + a << Kind::Known << qsizetype(0);
    QTest::newRow("the facility has two keys") << ""_ba << "summit" + b + "summit" + a << Kind::Known << qsizetype(0);
    QTest::newRow("the facility has another key") << ""_ba << "summit" + b << Kind::Changed << qsizetype(0);
    QTest::newRow("the facility revokes what the user knows") << "summit" + a << "@revoked *" + a << Kind::Revoked << qsizetype(0);
}

void KnownHostsFileTest::aFacilityNeverOutvotes()
{
    QFETCH(QByteArray, own);
    QFETCH(QByteArray, facilitys);
    QFETCH(HostKeyVerdict::Kind, kind);
    QFETCH(qsizetype, overruledLines);
    QTemporaryDir directory;
    QFile file(directory.filePath(u"known_hosts"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(facilitys);
    file.close();
    const QList<KnownHost> known = KnownHostsFile::parse(own, u"own"_s) + KnownHostsFile::readFacilityHosts(file.fileName()).hosts;
    const HostKeyVerdict verdict = judgeHostKey(known, "summit", "ssh-ed25519", keyA);
    QCOMPARE(verdict.kind, kind);
    QCOMPARE(verdict.overruledLines.size(), overruledLines);
}

void KnownHostsFileTest::aFacilityNamesEachHost_data()
{
    QTest::addColumn<QByteArray>("hosts");
    QTest::addColumn<bool>("isRefused");
    QTest::newRow("a name") << "summit"_ba << false;
    QTest::newRow("two names and a port") << "summit,[10.0.0.1]:2222"_ba << false;
    QTest::newRow("a hashed name") << "|1|AAAA|BBBB"_ba << false;
    QTest::newRow("every host") << "*"_ba << true;
    QTest::newRow("a wildcard behind a name") << "summit,*.example"_ba << true;
    QTest::newRow("one character") << "summit?"_ba << true;
    QTest::newRow("a negated name") << "summit,!other"_ba << true;
    QTest::newRow("an authority for every host") << "@cert-authority *"_ba << true;
    QTest::newRow("revoked for every host") << "@revoked *"_ba << false;
}

void KnownHostsFileTest::aFacilityNamesEachHost()
{
    QFETCH(QByteArray, hosts);
    QFETCH(bool, isRefused);
    QTemporaryDir directory;
    QFile file(directory.filePath(u"known_hosts"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("# the facility's\n" + hosts + " ssh-ed25519 " + keyA + '\n');
    file.close();
    const KnownHostsFile::FacilityHosts read = KnownHostsFile::readFacilityHosts(file.fileName());
    QCOMPARE(read.hosts.isEmpty(), isRefused);
    QCOMPARE(read.refused.size(), isRefused ? 1 : 0);
    if (isRefused) {
        QCOMPARE(read.refused.first().line, 2);
        QVERIFY(read.refused.first().why.contains(QString::fromLatin1(hosts.split(' ').last())));
    }
}

void KnownHostsFileTest::onlyFilesAreRead_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isRead");
    QTest::newRow("a file") << u"file"_s << true;
    QTest::newRow("no file") << u"nothing"_s << true;
    QTest::newRow("as large as may be") << u"full"_s << true;
    QTest::newRow("too large") << u"huge"_s << false;
    QTest::newRow("a pipe that nobody writes to") << u"pipe"_s << false;
    QTest::newRow("a directory") << u"directory"_s << false;
    QTest::newRow("nothing, as ssh has it") << u"/dev/null"_s << true;
    QTest::newRow("a device") << u"/dev/zero"_s << false;
}

void KnownHostsFileTest::onlyFilesAreRead()
{
    QFETCH(QString, name);
    QFETCH(bool, isRead);
    const QTemporaryDir directory;
    for (const auto &[file, size] : {std::pair(u"file"_s, 10), std::pair(u"full"_s, 4 << 20), std::pair(u"huge"_s, (4 << 20) + 1)}) {
        QFile written(directory.filePath(file));
        QVERIFY(written.open(QIODevice::WriteOnly) && written.resize(size));
    }
    QCOMPARE(::mkfifo(QFile::encodeName(directory.filePath(u"pipe"_s)).constData(), 0600), 0);
    QVERIFY(QDir(directory.path()).mkdir(u"directory"_s));
    const QString path = QDir(directory.path()).absoluteFilePath(name);
    const auto contents = KnownHostsFile::read(path);
    QCOMPARE(contents.has_value(), isRead);
    if (!isRead) {
        QVERIFY2(contents.error().contains(path), qPrintable(contents.error()));
    }
}

void KnownHostsFileTest::asSshKeygen_data()
{
    QTest::addColumn<QByteArray>("hosts");
    QTest::addColumn<QString>("name");
    const QByteArrayList parts{"summit",
                               "Summit",
                               "sum*",
                               "*",
                               "summi?",
                               "summit.example",
                               "*.example",
                               "!summit",
                               "!*.example",
                               "[summit]:2222",
                               "[*]:2222",
                               "10.0.0.1",
                               "10.0.0.*"};
    const QStringList names{u"summit"_s, u"summit.example"_s, u"[summit]:2222"_s, u"10.0.0.1"_s, u"other"_s};
    for (const QByteArray &part : parts) {
        for (const QString &name : names) {
            QTest::newRow(QByteArray(part + " for " + name.toUtf8()).constData()) << part << name;
        }
    }
    QRandomGenerator random(20261124);
    for (int i = 0; i < 60; ++i) {
        QByteArrayList hosts;
        for (int j = 0; j <= random.bounded(4); ++j) {
            hosts << parts[random.bounded(parts.size())];
        }
        QTest::newRow(qPrintable(u"random %1"_s.arg(i))) << hosts.join(',') << names[random.bounded(names.size())];
    }
}

void KnownHostsFileTest::asSshKeygen()
{
    QFETCH(QByteArray, hosts);
    QFETCH(QString, name);
    const QTemporaryDir directory;
    QFile file(directory.filePath(u"known_hosts"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray line = hosts + " ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f\n";
    file.write(line);
    file.close();
    QProcess keygen;
    keygen.start(u"ssh-keygen"_s, {u"-F"_s, name, u"-f"_s, file.fileName()});
    if (!keygen.waitForFinished()) {
        QSKIP("no ssh-keygen");
    }
    QCOMPARE(KnownHostsFile::parse(line, file.fileName()).value(0).matches(name.toUtf8()), keygen.exitCode() == 0);
}

void KnownHostsFileTest::jumpHostsHaveNames_data()
{
    QTest::addColumn<QString>("jump");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("a host") << u"gate.example"_s << "gate.example"_ba;
    QTest::newRow("a user and a port") << u"obs@gate.example:2222"_s << "[gate.example]:2222"_ba;
    QTest::newRow("a URL") << u"ssh://obs@gate:22"_s << "gate"_ba;
    QTest::newRow("an IPv6 address") << u"fe80::1:22"_s << "fe80::1:22"_ba;
    QTest::newRow("an IPv6 address and a port") << u"obs@[fe80::1]:2222"_s << "[fe80::1]:2222"_ba;
}

void KnownHostsFileTest::jumpHostsHaveNames()
{
    QFETCH(QString, jump);
    QTEST(KnownHostsFile::knownHostsNameFor(jump), "name");
}

void KnownHostsFileTest::namesHaveThePortWhenItIsNotTheUsual()
{
    QCOMPARE(KnownHostsFile::knownHostsNameFor(u"Summit.Example"_s, 22), "summit.example");
    QCOMPARE(KnownHostsFile::knownHostsNameFor(u"summit"_s, 2222), "[summit]:2222");
}

void KnownHostsFileTest::placesAreFileAndLine()
{
    const QList<KnownHost> hosts = KnownHostsFile::parse("# one\n\nsummit ssh-ed25519 " + keyA, u"/home/o/known_hosts"_s);
    QCOMPARE(hosts.size(), 1);
    QCOMPARE(hosts.first().place(), u"/home/o/known_hosts:3"_s);
    QVERIFY(hosts.first().fingerprint().startsWith(u"SHA256:"));
}

void KnownHostsFileTest::aHostilePatternIsNotSlow()
{
    KnownHost host;
    host.hosts = QByteArray("*a").repeated(20000) + 'b';
    QElapsedTimer timer;
    timer.start();
    QVERIFY(!host.matches(QByteArray(255, 'a')));
    QVERIFY(timer.durationElapsed() < underLoad(2s));
}

void KnownHostsFileTest::knownTypesAreInOrder()
{
    const QList<KnownHost> hosts = KnownHostsFile::parse("summit ssh-rsa " + keyB + "\nother ecdsa-sha2-nistp256 " + keyB + "\nsummit ssh-ed25519 " + keyA
                                                             + "\nsummit ssh-rsa " + keyA + "\n@revoked summit ssh-dss " + keyA + '\n',
                                                         u"file"_s);
    QCOMPARE(knownKeyTypes(hosts, "summit"), (QList<QByteArray>{"ssh-rsa", "ssh-ed25519"}));
}

NIGHTDESK_GUILESS_TEST(KnownHostsFileTest)
#include "knownhostsfiletest.moc"
