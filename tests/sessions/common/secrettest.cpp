// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/secret.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTest>
#include <QThread>

#include <unistd.h>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
/// Our own memory as it is, without a crash where there is none any more; shorter, then.
QByteArray bytesAt(const void *address, qsizetype count)
{
    QFile memory(u"/proc/self/mem"_s);
    if (!memory.open(QIODevice::ReadOnly | QIODevice::Unbuffered)) {
        return "no /proc/self/mem";
    }
    QByteArray bytes(count, '\0');
    const ssize_t read = ::pread(memory.handle(), bytes.data(), static_cast<std::size_t>(count), static_cast<off_t>(reinterpret_cast<quintptr>(address)));
    return bytes.left(qMax<ssize_t>(read, 0));
}

/// The block of /proc/self/smaps that @p address is in.
QByteArray mappingOf(const void *address)
{
    QFile smaps(u"/proc/self/smaps"_s);
    if (!smaps.open(QIODevice::ReadOnly)) {
        return {};
    }
    const auto wanted = reinterpret_cast<quintptr>(address);
    QByteArray block;
    bool isInside = false;
    for (const QByteArray &line : smaps.readAll().split('\n')) {
        const qsizetype dash = line.indexOf('-');
        bool isFirst = false;
        bool isSecond = false;
        const quintptr from = line.left(dash).toULongLong(&isFirst, 16);
        const quintptr to = line.mid(dash + 1, line.indexOf(' ') - dash - 1).toULongLong(&isSecond, 16);
        if (dash > 0 && isFirst && isSecond) {
            isInside = from <= wanted && wanted < to;
        }
        if (isInside) {
            block += line + '\n';
        }
    }
    return block;
}
}

/// Passwords: where they are, how long, and that nothing of them is left.
class SecretTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void itHoldsWhatItWasGiven_data();
    void itHoldsWhatItWasGiven();
    void theSourceIsWiped();
    void textBecomesUtf8();
    void copiesShareOneMemory();
    void theMemoryGoesWithTheLastCopy();
    void itStaysOutOfCoreFiles();
    void movedFromIsEmpty();
    void anotherThreadMayBeTheLast();
};

void SecretTest::itHoldsWhatItWasGiven_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("a password") << "correct horse"_ba;
    QTest::newRow("with a zero byte") << QByteArray("a\0b", 3);
    QTest::newRow("not UTF-8") << "\xff\xfe"_ba;
    QTest::newRow("one byte less than a page") << QByteArray(4095, 'p');
    QTest::newRow("a page") << QByteArray(4096, 'p');
    QTest::newRow("more than may be locked") << QByteArray(20 * 1024 * 1024, 'p');
    QTest::newRow("empty") << ""_ba;
    QTest::newRow("null") << QByteArray();
}

void SecretTest::itHoldsWhatItWasGiven()
{
    QFETCH(QByteArray, bytes);
    QByteArray given(bytes.constData(), bytes.size());
    if (bytes.isNull()) {
        given = QByteArray();
    }
    const Secret secret = Secret::fromBytes(std::move(given));
    QCOMPARE(secret.size(), bytes.size());
    QCOMPARE(secret.isEmpty(), bytes.isEmpty());
    QVERIFY(secret.view() == QByteArrayView(bytes));
    QCOMPARE(secret.constData()[secret.size()], '\0');
}

void SecretTest::theSourceIsWiped()
{
    // Small enough to stay on the heap when it is freed: then it can still be looked at.
    QByteArray bytes = QByteArray("swordfish").repeated(22);
    const char *const place = bytes.constData();
    const Secret secret = Secret::fromBytes(std::move(bytes));
    QVERIFY(bytes.isEmpty()); // NOLINT: that it is, is the point
    QCOMPARE(secret.size(), 9 * 22);
    QVERIFY(secret.constData() != place);
    QVERIFY(!bytesAt(place, 9 * 22).contains("fish"));
}

void SecretTest::textBecomesUtf8()
{
    QCOMPARE(Secret::fromText(u"ключ"_s).view().toByteArray(), QByteArray("\xd0\xba\xd0\xbb\xd1\x8e\xd1\x87"));
    QVERIFY(Secret::fromText(QString()).isEmpty());
}

void SecretTest::copiesShareOneMemory()
{
    const Secret first = Secret::fromBytes("swordfish"_ba);
    const Secret second = first;
    Secret third;
    QVERIFY(third.isEmpty());
    third = second;
    QVERIFY(first.constData() == second.constData());
    QVERIFY(first.constData() == third.constData());
    // Through a queued signal or a variant too.
    const QVariant variant = QVariant::fromValue(first);
    QVERIFY(variant.value<Secret>().constData() == first.constData());
}

void SecretTest::theMemoryGoesWithTheLastCopy()
{
    auto secret = std::make_unique<Secret>(Secret::fromBytes("swordfish"_ba));
    auto copy = std::make_unique<Secret>(*secret);
    const char *const place = secret->constData();
    secret.reset();
    QCOMPARE(bytesAt(place, 9), "swordfish"_ba);
    QCOMPARE(copy->view(), QByteArrayView("swordfish"));
    copy.reset();
    QVERIFY(bytesAt(place, 9) != "swordfish"_ba);
}

void SecretTest::itStaysOutOfCoreFiles()
{
    const Secret secret = Secret::fromBytes("swordfish"_ba);
    const QByteArray mapping = mappingOf(secret.constData());
    QVERIFY(!mapping.isEmpty());
    const qsizetype flags = mapping.indexOf("VmFlags:");
    QVERIFY2(flags >= 0, mapping.constData());
    QVERIFY2(mapping.mid(flags).contains(" dd"), mapping.constData()); // do not dump
}

void SecretTest::movedFromIsEmpty()
{
    Secret first = Secret::fromBytes("swordfish"_ba);
    const Secret second = std::move(first);
    QCOMPARE(second.size(), 9);
    QVERIFY(first.isEmpty()); // NOLINT: to be safe to use is the point
    QCOMPARE(first.constData()[0], '\0');
}

void SecretTest::anotherThreadMayBeTheLast()
{
    auto secret = std::make_unique<Secret>(Secret::fromBytes("swordfish"_ba));
    QByteArray seen;
    const std::unique_ptr<QThread> thread(QThread::create([copy = *secret, &seen] {
        seen = copy.view().toByteArray();
    }));
    secret.reset();
    thread->start();
    QVERIFY(thread->wait(30000));
    QCOMPARE(seen, "swordfish"_ba);
}

NIGHTDESK_GUILESS_TEST(SecretTest)
#include "secrettest.moc"
