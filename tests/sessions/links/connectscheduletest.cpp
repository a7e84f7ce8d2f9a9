// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/path/connectschedule.h"
#include "tests/support/testprogram.h"

#include <QMap>
#include <QTest>

#include <arpa/inet.h>
#include <netinet/in.h>

#include <cerrno>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Milliseconds = ConnectSchedule::Milliseconds;

namespace
{
SocketAddress address(const QString &text)
{
    SocketAddress result;
    if (text.contains(u':')) {
        sockaddr_in6 six{};
        six.sin6_family = AF_INET6;
        ::inet_pton(AF_INET6, text.toLatin1().constData(), &six.sin6_addr);
        std::memcpy(&result.storage, &six, sizeof six);
        result.size = sizeof six;
    } else {
        sockaddr_in four{};
        four.sin_family = AF_INET;
        ::inet_pton(AF_INET, text.toLatin1().constData(), &four.sin_addr);
        std::memcpy(&result.storage, &four, sizeof four);
        result.size = sizeof four;
    }
    return result;
}

/// A network on paper: what each address answers, and when.
struct Paper {
    QMap<QString, int> errors; ///< at once; 0 is silence
    Milliseconds until{20000};
};

struct Told {
    QStringList knocks; ///< "1250 10.0.0.1"
    int mostOpen = 0;
    std::optional<ConnectSchedule::ConnectFailure> verdict;
};

/// Plays a plan against it in steps of 25 ms.
Told play(ConnectSchedule &plan, const Paper &paper)
{
    Told told;
    const ConnectSchedule::Time start{1000s};
    QList<ConnectSchedule::ScheduledAttempt> open;
    for (Milliseconds now{}; now <= paper.until; now += 25ms) {
        for (qsizetype i = open.size() - 1; i >= 0; --i) {
            if (start + now >= open[i].abandonAt) {
                plan.recordFailure(open[i].id, ETIMEDOUT, start + now);
                open.removeAt(i);
            }
        }
        if (plan.isRoundDue(start + now)) {
            plan.beginRound(start + now);
        }
        while (const auto attempt = plan.nextDueAttempt(start + now)) {
            const QString host = attempt->address.numericHost();
            told.knocks << u"%1 %2"_s.arg(now.count()).arg(host);
            if (const int error = paper.errors.value(host)) {
                plan.recordFailure(attempt->id, error, start + now);
            } else {
                open << *attempt;
            }
        }
        told.mostOpen = std::max(told.mostOpen, static_cast<int>(open.size()));
        if ((told.verdict = plan.connectFailure(start + now))) {
            break;
        }
    }
    return told;
}
}

class ConnectScheduleTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void limits_data();
    void limits();
    void plans_data();
    void plans();
    void movedHostsAreFound();
    void noRoundIsOverrun();
    void lateNewsOfAnOldKnockIsHarmless();
};

void ConnectScheduleTest::limits_data()
{
    QTest::addColumn<std::optional<std::chrono::microseconds>>("roundTrip");
    QTest::addColumn<Milliseconds>("limit");
    using RoundTrip = std::optional<std::chrono::microseconds>;
    QTest::newRow("a place never reached may be slow") << RoundTrip() << 10000ms;
    QTest::newRow("a near one has a second") << RoundTrip(200us) << 1000ms;
    QTest::newRow("a third of a second is the border") << RoundTrip(333333us) << 1000ms;
    QTest::newRow("a far one has three round trips") << RoundTrip(600ms) << 1800ms;
    QTest::newRow("but never more than the patience") << RoundTrip(8s) << 10000ms;
}

void ConnectScheduleTest::limits()
{
    QFETCH(std::optional<std::chrono::microseconds>, roundTrip);
    QTEST(ConnectSchedule::attemptTimeoutFor(roundTrip), "limit");
}

void ConnectScheduleTest::plans_data()
{
    using Errors = QMap<QString, int>;
    constexpr auto forever = ConnectSchedule::RoundMode::OneRoundPerSecond;
    constexpr auto once = ConnectSchedule::RoundMode::SingleRound;
    QTest::addColumn<QStringList>("addresses");
    QTest::addColumn<Errors>("errors");
    QTest::addColumn<int>("rounds");
    QTest::addColumn<Milliseconds>("limit");
    QTest::addColumn<QStringList>("knocks"); // the first ones
    QTest::addColumn<int>("mostOpen");
    QTest::addColumn<int>("error");
    QTest::addColumn<Milliseconds>("failsAfter");
    const auto row =
        [](const char *name, const QStringList &addresses, const Errors &errors, ConnectSchedule::RoundMode rounds, Milliseconds limit) -> QTestData & {
        return QTest::newRow(name) << addresses << errors << static_cast<int>(rounds) << limit;
    };

    row("a silent host is knocked at once a second", {u"10.0.0.1"_s}, {}, forever, 1000ms)
        << QStringList{u"0 10.0.0.1"_s, u"1000 10.0.0.1"_s, u"2000 10.0.0.1"_s, u"3000 10.0.0.1"_s} << 1 << ETIMEDOUT << 10000ms;
    row("a far one with two knocks at a time, between the kernel's own repeats", {u"10.0.0.1"_s}, {}, forever, 1800ms)
        << QStringList{u"0 10.0.0.1"_s, u"1125 10.0.0.1"_s, u"2250 10.0.0.1"_s} << 2 << ETIMEDOUT << 10000ms;
    row("its addresses are 250 ms apart in each round", {u"fd00::1"_s, u"10.0.0.1"_s}, {}, forever, 1000ms)
        << QStringList{u"0 fd00::1"_s, u"250 10.0.0.1"_s, u"1000 fd00::1"_s, u"1250 10.0.0.1"_s} << 2 << ETIMEDOUT << 10000ms;
    row("the next comes at once after one without a way", {u"fd00::1"_s, u"10.0.0.1"_s}, {{u"fd00::1"_s, ENETUNREACH}}, forever, 1000ms)
        << QStringList{u"0 fd00::1"_s, u"0 10.0.0.1"_s, u"1000 fd00::1"_s, u"1000 10.0.0.1"_s} << 1 << ETIMEDOUT << 10000ms;
    row("a refusal is told at once", {u"10.0.0.1"_s}, {{u"10.0.0.1"_s, ECONNREFUSED}}, forever, 1000ms)
        << QStringList{u"0 10.0.0.1"_s} << 0 << ECONNREFUSED << 0ms;
    row("a refusal by one waits for the other's silence", {u"fd00::1"_s, u"10.0.0.1"_s}, {{u"fd00::1"_s, ECONNREFUSED}}, forever, 1000ms)
        << QStringList{u"0 fd00::1"_s, u"0 10.0.0.1"_s} << 1 << ECONNREFUSED << 1000ms;
    row("three rounds without a way are told", {u"10.0.0.1"_s}, {{u"10.0.0.1"_s, EHOSTUNREACH}}, forever, 1000ms)
        << QStringList{u"0 10.0.0.1"_s, u"1000 10.0.0.1"_s, u"2000 10.0.0.1"_s} << 0 << EHOSTUNREACH << 2000ms;
    row("a firewall's own no is told as it is", {u"10.0.0.1"_s}, {{u"10.0.0.1"_s, EPERM}}, forever, 1000ms)
        << QStringList{u"0 10.0.0.1"_s} << 0 << EPERM << 0ms;
    row("but not while another address is only silent", {u"10.0.0.1"_s, u"10.0.0.2"_s}, {{u"10.0.0.1"_s, EPERM}}, forever, 1000ms)
        << QStringList{u"0 10.0.0.1"_s, u"0 10.0.0.2"_s, u"1000 10.0.0.1"_s} << 1 << ETIMEDOUT << 10000ms;
    row("of many addresses four have a turn in each round",
        {u"10.0.0.1"_s, u"10.0.0.2"_s, u"10.0.0.3"_s, u"10.0.0.4"_s, u"10.0.0.5"_s, u"10.0.0.6"_s},
        {},
        forever,
        1000ms)
        << QStringList{u"0 10.0.0.1"_s, u"250 10.0.0.2"_s, u"500 10.0.0.3"_s, u"750 10.0.0.4"_s, u"1000 10.0.0.5"_s, u"1250 10.0.0.6"_s, u"1500 10.0.0.1"_s}
        << 4 << ETIMEDOUT << 10000ms;
    row("once is each address once", {u"10.0.0.1"_s, u"10.0.0.2"_s}, {}, once, 10000ms)
        << QStringList{u"0 10.0.0.1"_s, u"250 10.0.0.2"_s} << 2 << ETIMEDOUT << 10250ms;
    row("once without a way is told at once", {u"10.0.0.1"_s}, {{u"10.0.0.1"_s, ENETUNREACH}}, once, 10000ms)
        << QStringList{u"0 10.0.0.1"_s} << 0 << ENETUNREACH << 0ms;
}

void ConnectScheduleTest::plans()
{
    using Errors = QMap<QString, int>;
    QFETCH(QStringList, addresses);
    QFETCH(Errors, errors);
    QFETCH(int, rounds);
    QFETCH(Milliseconds, limit);
    QFETCH(QStringList, knocks);
    ConnectSchedule plan(static_cast<ConnectSchedule::RoundMode>(rounds), limit);
    std::vector<SocketAddress> list;
    for (const QString &text : std::as_const(addresses)) {
        list.push_back(address(text));
    }
    plan.setAddresses(list);
    const Told told = play(plan, {errors});
    QCOMPARE(told.knocks.mid(0, knocks.size()), knocks);
    QTEST(told.mostOpen, "mostOpen");
    QVERIFY(told.verdict);
    QTEST(told.verdict->error, "error");
    QTEST(told.verdict->waitDuration, "failsAfter");
    if (told.verdict->error != ETIMEDOUT) {
        QCOMPARE(told.knocks, knocks);
    }
}

void ConnectScheduleTest::movedHostsAreFound()
{
    ConnectSchedule plan(ConnectSchedule::RoundMode::OneRoundPerSecond, 1000ms);
    plan.setAddresses({address(u"fd00::1"_s)});
    const Told before = play(plan, {{}, 2500ms});
    QCOMPARE(before.knocks, (QStringList{u"0 fd00::1"_s, u"1000 fd00::1"_s, u"2000 fd00::1"_s}));
    QVERIFY(!before.verdict);
    plan.setAddresses({address(u"10.0.0.1"_s)});
    const ConnectSchedule::Time then = ConnectSchedule::Time{1000s} + 3000ms;
    QVERIFY(plan.isRoundDue(then));
    plan.beginRound(then);
    QCOMPARE(plan.nextDueAttempt(then)->address.numericHost(), u"10.0.0.1"_s);
}

void ConnectScheduleTest::noRoundIsOverrun()
{
    // Its turn came late and its addresses take longer than a second to walk through: no other begins in between.
    ConnectSchedule plan(ConnectSchedule::RoundMode::OneRoundPerSecond, 1000ms);
    QVERIFY(!plan.isRoundDue(ConnectSchedule::Time{1s}));
    plan.setAddresses({address(u"10.0.0.1"_s), address(u"10.0.0.2"_s)});
    const ConnectSchedule::Time start{1000s};
    plan.beginRound(start);
    QVERIFY(plan.nextDueAttempt(start));
    QVERIFY(!plan.nextDueAttempt(start));
    QVERIFY(plan.hasUntriedAddresses());
    QVERIFY(!plan.isRoundDue(start + 5s));
    QCOMPARE(plan.nextCheckAt(), start + 250ms);
    QVERIFY(plan.nextDueAttempt(start + 5s));
    QVERIFY(plan.isRoundDue(start + 5s));
}

void ConnectScheduleTest::lateNewsOfAnOldKnockIsHarmless()
{
    ConnectSchedule plan(ConnectSchedule::RoundMode::OneRoundPerSecond, 1800ms);
    const ConnectSchedule::Time start{1000s};
    plan.recordFailure(7, ECONNREFUSED, start);
    plan.setAddresses({address(u"10.0.0.1"_s)});
    plan.beginRound(start);
    const auto first = plan.nextDueAttempt(start);
    plan.beginRound(start + 1s);
    const auto second = plan.nextDueAttempt(start + 1s);
    plan.recordFailure(first->id, ETIMEDOUT, start + 1800ms);
    plan.recordFailure(first->id, ECONNREFUSED, start + 1800ms);
    QVERIFY(!plan.connectFailure(start + 1800ms));
    plan.recordFailure(second->id, ECONNREFUSED, start + 2s);
    QCOMPARE(plan.connectFailure(start + 2s)->error, ECONNREFUSED);
}

NIGHTDESK_GUILESS_TEST(ConnectScheduleTest)
#include "connectscheduletest.moc"
