// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/brokerservice/clientquota.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
constexpr ClientQuota::Clock::time_point night{1000h};

QByteArray arrival(const QByteArray &name, const QByteArray &user = "desk.hilo.one")
{
    return "New client connected from 127.0.0.1:4711 as " + name + " (p5, c1, k10, u'" + user + "').";
}

QByteArray numbered(int number)
{
    return "client " + QByteArray::number(number);
}
}

/// How many clients a credential may have, by what mosquitto logs.
class ClientQuotaTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void manyAreTooMany_data();
    void manyAreTooMany();
    void oneThatComesBackIsOne();
    void whoLeftCountsForAnHour_data();
    void whoLeftCountsForAnHour();
    void aNameCannotHideAnother_data();
    void aNameCannotHideAnother();
    void eachHasItsOwn();
    void forgottenOnesDoNotCount();
};

void ClientQuotaTest::manyAreTooMany_data()
{
    QTest::addColumn<QByteArray>("before"); // of the name
    QTest::newRow("usual names") << QByteArray("x");
    QTest::newRow("names with blanks") << QByteArray("x y ");
    QTest::newRow("names that look like the end of a line") << QByteArray("x (p5, c1, k10, u'sa.ann').");
    QTest::newRow("names that look like the beginning") << QByteArray("x as y (p5, c1, k10, u'sa.ann'). New client connected from z as ");
}

void ClientQuotaTest::manyAreTooMany()
{
    QFETCH(QByteArray, before);
    ClientQuota quota;
    for (int i = 0; i < ClientQuota::maxClientsPerCredential; ++i) {
        QCOMPARE(quota.userOverQuotaAfterLine(arrival(before + QByteArray::number(i)), night), std::nullopt);
    }
    QCOMPARE(quota.userOverQuotaAfterLine(arrival(before), night), std::optional(u"desk.hilo.one"_s));
}

void ClientQuotaTest::oneThatComesBackIsOne()
{
    ClientQuota quota;
    for (int i = 0; i < 1000; ++i) {
        QCOMPARE(quota.userOverQuotaAfterLine(arrival("desk.hilo.one.0123"), night), std::nullopt);
        QCOMPARE(quota.userOverQuotaAfterLine("Client desk.hilo.one.0123 closed its connection.", night), std::nullopt);
    }
    QCOMPARE(quota.clientCountOf(u"desk.hilo.one"_s), 1);
}

void ClientQuotaTest::whoLeftCountsForAnHour_data()
{
    QTest::addColumn<QByteArray>("how");
    QTest::newRow("it says so") << QByteArray(" disconnected.");
    QTest::newRow("it is cut off") << QByteArray(" closed its connection.");
    QTest::newRow("it falls silent") << QByteArray(" has exceeded timeout, disconnecting.");
    QTest::newRow("an error of the system") << QByteArray(" disconnected: Connection reset by peer.");
    QTest::newRow("in the words of mosquitto 2.1") << QByteArray(" [127.0.0.1:4711] disconnected: connection closed by client.");
}

void ClientQuotaTest::whoLeftCountsForAnHour()
{
    QFETCH(QByteArray, how);
    ClientQuota quota;
    for (int i = 0; i < 1000; ++i) { // of a board that is started again every two minutes
        QCOMPARE(quota.userOverQuotaAfterLine(arrival(numbered(i)), night + i * 2min), std::nullopt);
        (void)quota.userOverQuotaAfterLine("Client " + numbered(i) + how, night + i * 2min);
    }
    for (int i = 0; i < ClientQuota::maxClientsPerCredential; ++i) {
        (void)quota.userOverQuotaAfterLine(arrival(numbered(2000 + i)), night + 2000min);
        (void)quota.userOverQuotaAfterLine("Client " + numbered(2000 + i) + how, night + 2000min);
    }
    QVERIFY(quota.userOverQuotaAfterLine(arrival("one more"), night + 2001min));
}

void ClientQuotaTest::aNameCannotHideAnother_data()
{
    QTest::addColumn<QByteArrayList>("said"); // of others, when "x" is connected
    const QByteArray cut(1000, 'y');
    QTest::newRow("a name that begins so leaves") << QByteArrayList{arrival("x y"), "Client x y disconnected."};
    QTest::newRow("a name that looks like its end leaves")
        << QByteArrayList{arrival("x disconnected. Client"), "Client x disconnected. Client closed its connection."};
    QTest::newRow("a name too long for the log leaves")
        << QByteArrayList{QByteArray("New client connected from 127.0.0.1:4711 as x " + cut).first(999), QByteArray("Client x " + cut).first(999)};
    QTest::newRow("somebody is refused") << QByteArrayList{"Client <unknown> disconnected, not authorised."};
}

void ClientQuotaTest::aNameCannotHideAnother()
{
    QFETCH(QByteArrayList, said);
    ClientQuota quota;
    QCOMPARE(quota.userOverQuotaAfterLine(arrival("x", "sa.ann"), night), std::nullopt);
    for (const QByteArray &line : said) {
        QCOMPARE(quota.userOverQuotaAfterLine(line, night), std::nullopt);
    }
    // An hour later what has left does not count, and "x" does.
    for (int i = 1; i < ClientQuota::maxClientsPerCredential; ++i) {
        QCOMPARE(quota.userOverQuotaAfterLine(arrival(numbered(i), "sa.ann"), night + 2h), std::nullopt);
    }
    QCOMPARE(quota.userOverQuotaAfterLine(arrival("the last", "sa.ann"), night + 2h), std::optional(u"sa.ann"_s));
}

void ClientQuotaTest::eachHasItsOwn()
{
    ClientQuota quota;
    for (int i = 0; i < 1000; ++i) {
        QCOMPARE(quota.userOverQuotaAfterLine(arrival(numbered(i), "desk.hilo.d" + QByteArray::number(i)), night), std::nullopt);
    }
}

void ClientQuotaTest::forgottenOnesDoNotCount()
{
    ClientQuota quota;
    for (int i = 0; i < ClientQuota::maxClientsPerCredential; ++i) {
        (void)quota.userOverQuotaAfterLine(arrival(numbered(i)), night);
    }
    quota.forgetUser(u"desk.hilo.one"_s);
    QCOMPARE(quota.clientCountOf(u"desk.hilo.one"_s), 0);
    QCOMPARE(quota.userOverQuotaAfterLine(arrival("back"), night), std::nullopt);
}

NIGHTDESK_GUILESS_TEST(ClientQuotaTest)
#include "clientquotatest.moc"
