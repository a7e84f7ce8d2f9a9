// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/facilityreader.h"
#include "sessions/profiles/trust/runmanifests.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/support/sshserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
bool writeFile(const QString &name, const QByteArray &contents)
{
    QDir().mkpath(QFileInfo(name).path());
    QFile file(name);
    return file.open(QIODevice::WriteOnly) && file.write(contents) == contents.size();
}
}

/// Who may write a facility's directory, and stands in the way to the host: the facility's known_hosts has the attacker's key, the
/// user's own files have another one, or none. Here the real sshd plays the attacker's.
class KnownHostsAttackTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void theUsersKeyIsNotOutvoted_data();
    void theUsersKeyIsNotOutvoted();
    void patternsVouchForNobody_data();
    void patternsVouchForNobody();
    void aChangeIsAskedAbout_data();
    void aChangeIsAskedAbout();
    void whatIsSwappedAfterReadingIsNotBelieved();

private:
    /// The facility with this known_hosts; its only link leads to the server.
    std::optional<InstrumentProfile> profile(const QByteArray &knownHosts, const QByteArray &moreOfLink = {});
    QByteArray text(QByteArray pattern) const; ///< HOST and KEY and TYPE replaced
    QByteArray host() const;
    QString file(const QString &name) const;

    SshServer m_server;
    QTemporaryDir m_home;
    QTemporaryDir m_facility;
    QByteArray m_key; ///< the server's, "ssh-ed25519 AAAA"
    QByteArray m_other; ///< another one, of the same type
    QByteArray m_rsa;
};

void KnownHostsAttackTest::initTestCase()
{
    useHome(m_home.path());
    QVERIFY(m_server.start());
    m_key = m_server.hostPublicKey().toLatin1().trimmed();
    const auto made = [this](const QString &name, const QString &type) {
        QFile file(m_server.makeKey(name, {}, type) + u".pub"_s);
        return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').mid(0, 2).join(' ') : QByteArray();
    };
    m_other = made(u"other"_s, u"ed25519"_s);
    m_rsa = made(u"rsa"_s, u"rsa"_s);
    QVERIFY(!m_other.isEmpty() && !m_rsa.isEmpty());
}

void KnownHostsAttackTest::init()
{
    QDir(file(u".ssh"_s)).removeRecursively();
    QDir().mkpath(file(u".ssh"_s));
}

QString KnownHostsAttackTest::file(const QString &name) const
{
    return m_home.filePath(name);
}

QByteArray KnownHostsAttackTest::host() const
{
    return "[127.0.0.1]:" + QByteArray::number(m_server.port());
}

QByteArray KnownHostsAttackTest::text(QByteArray pattern) const
{
    return pattern.replace("HOST", host())
        .replace("PORT", QByteArray::number(m_server.port()))
        .replace("KEY", m_key)
        .replace("OTHER", m_other)
        .replace("RSA", m_rsa);
}

std::optional<InstrumentProfile> KnownHostsAttackTest::profile(const QByteArray &knownHosts, const QByteArray &moreOfLink)
{
    const QString directory = m_facility.path();
    writeFile(directory + u"/facility.toml"_s, "format = 1\nname = \"Observatory\"\ntimezone = \"Pacific/Honolulu\"\nknown-hosts = \"known_hosts\"\n");
    writeFile(directory + u"/known_hosts"_s, knownHosts);
    writeFile(directory + u"/profiles/lris.toml"_s,
              "format = 1\nid = \"lris\"\nname = \"LRIS\"\n[link.summit]\nhost = \"127.0.0.1\"\nport = " + QByteArray::number(m_server.port()) + "\nuser = \""
                  + m_server.userName().toUtf8() + "\"\nidentities = [\"" + m_server.identityFile().toUtf8() + "\"]\n" + moreOfLink
                  + "[[desktop]]\nid = \"control0\"\nlink = \"summit\"\ndisplay = \":1\"\n");
    const Facility facility = FacilityReader::read(directory, {});
    if (facility.profiles.size() != 1) {
        qWarning() << "the facility cannot be read" << facility.errors.size() << facility.brokenProfiles.size();
        return {};
    }
    return facility.profiles.first();
}

void KnownHostsAttackTest::theUsersKeyIsNotOutvoted_data()
{
    QTest::addColumn<QByteArray>("users"); // known_hosts
    QTest::addColumn<QByteArray>("facilitys");
    QTest::addColumn<QByteArray>("config"); // the user's ssh_config
    const QByteArray none;
    QTest::newRow("the exact name") << QByteArray("HOST OTHER\n") << QByteArray("HOST KEY\n") << none;
    QTest::newRow("a pattern") << QByteArray("HOST OTHER\n") << QByteArray("* KEY\n") << none;
    QTest::newRow("the exact name among others") << QByteArray("HOST OTHER\n") << QByteArray("gate.example,HOST,x.example KEY\n") << none;
    QTest::newRow("the user's key, and the attacker's after it") << QByteArray("HOST OTHER\n") << QByteArray("HOST OTHER\nHOST KEY\n") << none;
    QTest::newRow("a key of another type") << QByteArray("HOST RSA\n") << QByteArray("HOST KEY\n") << none;
    QTest::newRow("the user's line is a pattern") << QByteArray("[127.0.0.*]:* OTHER\n") << QByteArray("HOST KEY\n") << none;
    QTest::newRow("the facility revokes the user's key") << QByteArray("HOST OTHER\n") << QByteArray("@revoked HOST OTHER\nHOST KEY\n") << none;
    QTest::newRow("the user has revoked the attacker's key") << QByteArray("@revoked * KEY\n") << QByteArray("HOST KEY\n") << none;
    QTest::newRow("under the name that ssh_config gives")
        << QByteArray("summit OTHER\n") << QByteArray("summit KEY\n") << QByteArray("Host 127.0.0.1\nHostKeyAlias summit\n");
    QTest::newRow("the user's file is one that ssh_config names") << none << QByteArray("HOST KEY\n") << QByteArray("UserKnownHostsFile ~/.ssh/mine\n");
    QTest::newRow("the user's second file") << none << QByteArray("HOST KEY\n") << QByteArray("#second\n");
    QTest::newRow("no newline and blanks") << QByteArray("HOST OTHER\n") << QByteArray("\t HOST \tKEY") << none;
}

void KnownHostsAttackTest::theUsersKeyIsNotOutvoted()
{
    QFETCH(QByteArray, users);
    QFETCH(QByteArray, facilitys);
    QFETCH(QByteArray, config);
    QVERIFY(writeFile(file(u".ssh/known_hosts"_s), text(users)));
    if (config.startsWith("#second")) {
        QVERIFY(writeFile(file(u".ssh/known_hosts2"_s), text("HOST OTHER\n")));
    } else if (!config.isEmpty()) {
        QVERIFY(writeFile(file(u".ssh/config"_s), config));
        QVERIFY(writeFile(file(u".ssh/mine"_s), text("HOST OTHER\n")));
    }
    const auto lris = profile(text(facilitys));
    QVERIFY(lris);
    LinkProbe probe(lris->links.first());
    probe.onHostKey = [](const HostKeyQuestion &) {
        return HostKeyAnswer::Refuse;
    };
    const bool isLive = probe.connectNow();
    qInfo().noquote() << u"%1: %2; asked about the key %3 times; %4"_s.arg(QString::fromUtf8(QTest::currentDataTag()),
                                                                           isLive ? u"CONNECTED"_s : u"refused"_s,
                                                                           QString::number(probe.hostKeys.size()),
                                                                           probe.why().left(120));
    QVERIFY(!isLive);
    QVERIFY2(probe.hostKeys.isEmpty(), "a person can click it away");
}

void KnownHostsAttackTest::patternsVouchForNobody_data()
{
    QTest::addColumn<QByteArray>("facilitys");
    QTest::newRow("everybody") << QByteArray("* KEY\n");
    QTest::newRow("everybody at that port") << QByteArray("[*]:PORT KEY\n");
    QTest::newRow("one character") << QByteArray("[127.0.0.?]:PORT KEY\n");
    QTest::newRow("all but one") << QByteArray("*,!gate.example KEY\n");
    QTest::newRow("the name beside a pattern") << QByteArray("HOST,* KEY\n");
    QTest::newRow("the name without its port") << QByteArray("127.0.0.1 KEY\n");
    QTest::newRow("a pattern after a null") << QByteArray("x\0,* KEY\n", 9 - 1);
}

/// The user knows nothing of the host. With a pattern nobody was shown whom it vouches for: the person is asked.
void KnownHostsAttackTest::patternsVouchForNobody()
{
    QFETCH(QByteArray, facilitys);
    const auto lris = profile(text(facilitys));
    QVERIFY(lris);
    LinkProbe probe(lris->links.first());
    probe.onHostKey = [](const HostKeyQuestion &) {
        return HostKeyAnswer::Refuse;
    };
    const bool isLive = probe.connectNow();
    qInfo().noquote() << u"%1: %2; asked about the key %3 times"_s.arg(QString::fromUtf8(QTest::currentDataTag()),
                                                                       isLive ? u"CONNECTED"_s : u"not connected"_s,
                                                                       QString::number(probe.hostKeys.size()));
    QVERIFY(!isLive);
}

void KnownHostsAttackTest::aChangeIsAskedAbout_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("another key") << QByteArray("HOST OTHER\n") << QByteArray("HOST KEY\n");
    QTest::newRow("one more key") << QByteArray("HOST OTHER\n") << QByteArray("HOST OTHER\nHOST KEY\n");
    QTest::newRow("a first key") << QByteArray("# nothing\n") << QByteArray("HOST KEY\n");
    QTest::newRow("one more key, hidden in a list") << QByteArray("HOST OTHER\n") << QByteArray("HOST OTHER\na,b,HOST KEY\n");
    QTest::newRow("a key for the host without its port") << QByteArray("HOST OTHER\n") << QByteArray("HOST OTHER\n127.0.0.1 KEY\n");
}

/// What a person approved does not cover another key.
void KnownHostsAttackTest::aChangeIsAskedAbout()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const auto agreed = profile(text(before));
    const auto now = profile(text(after));
    QVERIFY(agreed && now);
    const RunManifest manifest = RunManifests::manifestOf(*agreed);
    const TrustVerdict verdict = RunManifests::evaluateTrust(RunManifests::manifestOf(*now), manifest, QDateTime::currentDateTimeUtc(), false);
    const auto changes = RunManifests::changes(manifest, RunManifests::manifestOf(*now));
    const bool isSame = RunManifests::hash(manifest) == RunManifests::hash(RunManifests::manifestOf(*now));
    QVERIFY(writeFile(file(u".ssh/known_hosts"_s), {}));
    LinkProbe probe(now->links.first());
    probe.onHostKey = [](const HostKeyQuestion &) {
        return HostKeyAnswer::Refuse;
    };
    const bool isLive = probe.connectNow();
    qInfo().noquote() << u"%1: the approval %2 (%3 items); the key by itself %4"_s.arg(QString::fromUtf8(QTest::currentDataTag()),
                                                                                       isSame ? u"STAYS"_s : u"is void"_s,
                                                                                       QString::number(changes.size()),
                                                                                       isLive ? u"connects"_s : u"does not connect"_s);
    QVERIFY(!isSame || !isLive); // what needs no approval must not connect
    if (!isSame) {
        QCOMPARE(verdict.manifestHash, RunManifests::hash(RunManifests::manifestOf(*now)));
    }
}

/// Between approval and login the file is written again.
void KnownHostsAttackTest::whatIsSwappedAfterReadingIsNotBelieved()
{
    const auto lris = profile(text("HOST OTHER\n"));
    QVERIFY(lris);
    QVERIFY(writeFile(m_facility.filePath(u"known_hosts"_s), text("HOST KEY\n")));
    LinkProbe probe(lris->links.first());
    probe.onHostKey = [](const HostKeyQuestion &) {
        return HostKeyAnswer::Refuse;
    };
    const bool isLive = probe.connectNow();
    qInfo().noquote() << u"swapped after it was read: %1; %2"_s.arg(isLive ? u"CONNECTED"_s : u"not connected"_s, probe.why().left(120));
    QVERIFY(!isLive);
}

NIGHTDESK_GUILESS_TEST(KnownHostsAttackTest)
#include "knownhostsattacktest.moc"
