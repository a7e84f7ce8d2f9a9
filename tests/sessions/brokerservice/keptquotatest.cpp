// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/brokerservice/retainedquota.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
constexpr RetainedQuota::Clock::time_point start{1000h};
const QString desk = u"desk.hilo.one"_s;
const QString sa = u"sa.ann"_s;

QString layout(int number)
{
    return u"nightdesk/1/example/desk/hilo/one/person/%1"_s.arg(number);
}
}

/// What a credential may leave at the broker.
class RetainedQuotaTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void writers_data();
    void writers();
    void manyAreTooMuch_data();
    void manyAreTooMuch();
    void oneTopicIsNot();
    void whatIsTakenBackDoesNotCount();
    void whatIsOldDoesNotCount();
    void eachHasItsOwn();
};

void RetainedQuotaTest::writers_data()
{
    QTest::addColumn<QString>("topic");
    QTest::addColumn<std::optional<QString>>("writer");
    QTest::newRow("a layout") << layout(1) << std::optional(desk);
    QTest::newRow("anything of a desk") << u"nightdesk/1/example/desk/hilo/one/to/a//move"_s << std::optional(desk);
    QTest::newRow("a note") << u"nightdesk/1/example/sa/ann/note/x"_s << std::optional(sa);
    QTest::newRow("an empty id") << u"nightdesk/1/example/sa/ann/note/"_s << std::optional(sa);
    QTest::newRow("another topic") << u"nightdesk/1/example/other/ann"_s << std::optional<QString>();
    QTest::newRow("nothing") << QString() << std::optional<QString>();
}

void RetainedQuotaTest::writers()
{
    QFETCH(QString, topic);
    QTEST(RetainedQuota::writerOf(topic), "writer");
}

void RetainedQuotaTest::manyAreTooMuch_data()
{
    QTest::addColumn<qint64>("size");
    QTest::newRow("large ones") << qint64(60 * 1024);
    QTest::newRow("small ones") << qint64(1);
}

void RetainedQuotaTest::manyAreTooMuch()
{
    QFETCH(qint64, size);
    RetainedQuota quota;
    const qint64 each = size + layout(10000).size() + RetainedQuota::topicOverhead;
    qint64 count = 0;
    while (count * each <= 2 * RetainedQuota::maxBytesPerCredential && !quota.countMessage(layout(10000 + static_cast<int>(count)), size, start)) {
        ++count;
    }
    QCOMPARE(count, RetainedQuota::maxBytesPerCredential / each);
    QCOMPARE(quota.countMessage(layout(1), size, start), std::optional(desk)); // and it stays so
    quota.forget(desk);
    QCOMPARE(quota.countMessage(layout(1), size, start), std::nullopt);
}

void RetainedQuotaTest::oneTopicIsNot()
{
    RetainedQuota quota;
    for (int i = 0; i < 10000; ++i) {
        QVERIFY(!quota.countMessage(layout(1), 64 * 1024, start));
    }
}

void RetainedQuotaTest::whatIsTakenBackDoesNotCount()
{
    RetainedQuota quota;
    for (int i = 0; i < 10000; ++i) {
        QVERIFY(!quota.countMessage(layout(i), 64 * 1024, start));
        QVERIFY(!quota.countMessage(layout(i), 0, start));
    }
}

void RetainedQuotaTest::whatIsOldDoesNotCount()
{
    RetainedQuota quota;
    for (int i = 0; i < 1000; ++i) { // a hundred a day
        QVERIFY(!quota.countMessage(layout(i), 60 * 1024, start + i * 15min));
    }
}

void RetainedQuotaTest::eachHasItsOwn()
{
    RetainedQuota quota;
    for (int i = 0; i < 1000; ++i) {
        QVERIFY(!quota.countMessage(u"nightdesk/1/example/desk/hilo/d%1/person/x"_s.arg(i), 60 * 1024, start));
    }
}

NIGHTDESK_GUILESS_TEST(RetainedQuotaTest)
#include "keptquotatest.moc"
