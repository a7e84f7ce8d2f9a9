// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/brokerservice/brokerconfig.h"
#include "sessions/brokerservice/brokerlog.h"
#include "sessions/brokerservice/brokerpassword.h"
#include "sessions/brokerservice/brokerusers.h"
#include "tests/support/testprogram.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
BrokerUser userOf(BrokerRole role, const QString &name)
{
    return {.role = role, .name = name, .hash = u"$7$101$c2FsdA==$aGFzaA=="_s, .addedAt = QDateTime::fromString(u"2026-11-22T11:00:00Z"_s, Qt::ISODate)};
}
}

/// What of a broker needs no broker.
class BrokerFilesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void usersGoAndCome();
    void damagedUsersAreRefused_data();
    void damagedUsersAreRefused();
    void nobodyMayWriteBelowAnothersName();
    void configurationIsTight();
    void lines_data();
    void lines();
    void passwordsAreRandom();
};

void BrokerFilesTest::usersGoAndCome()
{
    BrokerUsers users;
    users.setFacility(u"example"_s);
    QVERIFY(users.add(userOf(BrokerRole::SupportAstronomer, u"ann"_s)));
    QVERIFY(users.add(userOf(BrokerRole::Desk, u"hilo/two"_s)));
    QVERIFY(users.add(userOf(BrokerRole::Desk, u"hilo/one"_s)));
    QVERIFY(!users.add(userOf(BrokerRole::Desk, u"hilo/one"_s)));
    const auto read = BrokerUsers::parse(users.text());
    QVERIFY(read);
    QCOMPARE(read->facility(), u"example"_s);
    QCOMPARE(read->all(), users.all());
    QCOMPARE(read->all().at(0).name, u"hilo/one"_s);
    QCOMPARE(read->all().at(2).user(), u"sa.ann"_s);
    QVERIFY(users.remove(BrokerRole::Desk, u"hilo/one"_s));
    QVERIFY(!users.remove(BrokerRole::Desk, u"hilo/one"_s));
    QVERIFY(!users.remove(BrokerRole::Desk, u"ann"_s));
}

void BrokerFilesTest::damagedUsersAreRefused_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::newRow("no JSON") << QByteArray("{") << QByteArray("x");
    QTest::newRow("a newer format") << QByteArray("\"nightdesk-broker\": 1") << QByteArray("\"nightdesk-broker\": 2");
    QTest::newRow("a facility with a slash") << QByteArray("\"example\"") << QByteArray("\"a/b\"");
    QTest::newRow("a role that is none") << QByteArray("\"role\": \"desk\"") << QByteArray("\"role\": \"root\"");
    QTest::newRow("a name that is a wildcard") << QByteArray("hilo/one") << QByteArray("hilo/#");
    QTest::newRow("a name with a line break") << QByteArray("hilo/one") << QByteArray("hilo/one\\nuser root");
    QTest::newRow("a hash with a line break") << QByteArray("$aGFzaA==") << QByteArray("$a\\nroot:x");
    QTest::newRow("a hash with a field more") << QByteArray("$aGFzaA==") << QByteArray("$a:b");
    QTest::newRow("a hash of another kind") << QByteArray("$7$") << QByteArray("$1$");
}

void BrokerFilesTest::damagedUsersAreRefused()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    BrokerUsers users;
    users.setFacility(u"example"_s);
    QVERIFY(users.add(userOf(BrokerRole::Desk, u"hilo/one"_s)));
    QVERIFY(users.text().contains(from));
    QVERIFY(BrokerUsers::parse(users.text()));
    QVERIFY(!BrokerUsers::parse(users.text().replace(from, to)));
}

void BrokerFilesTest::nobodyMayWriteBelowAnothersName()
{
    const QList<BrokerUser> users{userOf(BrokerRole::Desk, u"hilo/one"_s), userOf(BrokerRole::SupportAstronomer, u"hilo"_s)};
    const QString text = QString::fromUtf8(BrokerConfig::accessList(u"example"_s, users))
        + QString::fromUtf8(BrokerConfig::ownClientAccessList(u"example"_s, u"broker"_s, {userOf(BrokerRole::Desk, u"hilo/two"_s)}));
    QString user;
    QHash<QString, QString> own{{u"desk.hilo.one"_s, u"nightdesk/1/example/desk/hilo/one/"_s}, {u"sa.hilo"_s, u"nightdesk/1/example/sa/hilo/"_s}};
    own.insert(u"broker"_s, u"nightdesk/1/example/desk/hilo/two/"_s); // whom it has removed
    for (const QString &line : text.split(u'\n')) {
        if (line.startsWith("user "_L1)) {
            user = line.sliced(5);
        } else if (line.startsWith("topic "_L1)) {
            QVERIFY(!user.isEmpty()); // else it would count for everybody
            QVERIFY2(!line.contains(u'#'), qPrintable(line));
            QVERIFY2(!line.contains("readwrite"_L1) && !line.contains("pattern"_L1), qPrintable(line));
            if (line.startsWith("topic write "_L1)) {
                QVERIFY2(own.contains(user) && line.sliced(12).startsWith(own.value(user)), qPrintable(user + u": "_s + line));
            } else {
                QVERIFY2(line.startsWith("topic read nightdesk/1/example/"_L1), qPrintable(line));
            }
        }
    }
    QCOMPARE(user, u"broker"_s);
}

void BrokerFilesTest::configurationIsTight()
{
    const BrokerListeners listeners{.port = 1883, .socket = u"/run/broker"_s};
    const QList<QByteArray> lines = BrokerConfig::configuration(u"/broker"_s, listeners, u"broker"_s).split('\n');
    for (const char *line : {"allow_anonymous false",
                             "password_file /broker/passwords",
                             "acl_file /broker/access",
                             "persistence false",
                             "user broker",
                             "max_inflight_messages 200",
                             "max_queued_messages 20000",
                             "listener 1883 127.0.0.1",
                             "listener 0 /run/broker",
                             "memory_limit 268435456",
                             "max_packet_size 65536"}) {
        QVERIFY2(lines.contains(line), line);
    }
    // With one of 60 it throws out who has just come.
    QVERIFY(std::ranges::none_of(lines, [](const QByteArray &line) {
        return line.startsWith("max_keepalive");
    }));
    const QByteArray socketOnly = BrokerConfig::configuration(u"/broker"_s, {.port = {}, .socket = u"/s"_s}, u"broker"_s);
    QCOMPARE(socketOnly.count("\nlistener "), 1);
    QVERIFY(!socketOnly.contains("127.0.0.1"));
}

void BrokerFilesTest::lines_data()
{
    QTest::addColumn<QByteArrayList>("logged");
    QTest::addColumn<QString>("told"); // of the last one
    const QByteArray here = "New client connected from 127.0.0.1:4711 as x1 (p5, c1, k10, u'desk.hilo.one').";
    QTest::newRow("a desk") << QByteArrayList{here} << u"workstation hilo/one connected from 127.0.0.1:4711"_s;
    QTest::newRow("an SA") << QByteArrayList{"New client connected from 127.0.0.1:4711 as x1 (p5, c1, k10, u'sa.ann')."}
                           << u"SA ann connected from 127.0.0.1:4711"_s;
    QTest::newRow("it leaves") << QByteArrayList{here, "Client x1 disconnected."} << u"workstation hilo/one disconnected"_s;
    QTest::newRow("it is cut off") << QByteArrayList{here, "Client x1 closed its connection."} << u"workstation hilo/one disconnected unexpectedly"_s;
    QTest::newRow("it falls silent") << QByteArrayList{here, "Client x1 has exceeded timeout, disconnecting."}
                                     << u"workstation hilo/one disconnected unexpectedly"_s;
    QTest::newRow("it left before") << QByteArrayList{here, "Client x1 disconnected.", "Client x1 disconnected."} << QString();
    QTest::newRow("somebody is refused") << QByteArrayList{"Client <unknown> disconnected, not authorised."}
                                         << u"Login refused: unknown name or wrong password"_s;
    QTest::newRow("a port scan") << QByteArrayList{"New connection from 127.0.0.1:4711 on port 1883."} << QString();
    QTest::newRow("its plugin") << QByteArrayList{"Loading plugin: /usr/libexec/nightdesk-broker-limits.so"} << QString();
    QTest::newRow("anything else") << QByteArrayList{"Error: Address already in use"} << u"Error: Address already in use"_s;
    QTest::newRow("what a terminal would obey") << QByteArrayList{"Error: \x1b[2Jx"} << u"Error: [2Jx"_s;
    QTest::newRow("an empty line") << QByteArrayList{""} << QString();
}

void BrokerFilesTest::lines()
{
    QFETCH(QByteArrayList, logged);
    QFETCH(QString, told);
    BrokerLog log;
    std::optional<QString> last;
    for (const QByteArray &line : logged) {
        last = log.line(line);
    }
    QCOMPARE(last.value_or(QString()).remove(u' ').remove(QChar(0xfffd)), QString(told).remove(u' '));
}

void BrokerFilesTest::passwordsAreRandom()
{
    QSet<QByteArray> seen;
    QSet<QString> hashes;
    for (int i = 0; i < 100; ++i) {
        const Secret password = BrokerPassword::make();
        QCOMPARE(password.size(), 43);
        seen.insert(password.view().toByteArray());
        hashes.insert(BrokerPassword::hash(password));
    }
    QCOMPARE(seen.size(), 100);
    const Secret one = Secret::fromText(u"same"_s);
    QVERIFY(BrokerPassword::hash(one) != BrokerPassword::hash(one)); // salted
    static const QRegularExpression form(uR"(\A\$7\$101\$[A-Za-z0-9+/]{16}\$[A-Za-z0-9+/]{86}==\z)"_s);
    for (const QString &hash : std::as_const(hashes)) {
        QVERIFY2(form.match(hash).hasMatch(), qPrintable(hash));
    }
}

NIGHTDESK_GUILESS_TEST(BrokerFilesTest)
#include "brokerfilestest.moc"
