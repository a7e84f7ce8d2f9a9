// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/responsemeter.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace std::chrono_literals;

namespace
{
struct Event {
    std::chrono::milliseconds at{};
    bool isPress = false; ///< else something was painted
};
using Events = QList<Event>;
constexpr bool press = true;
constexpr bool paint = false;
}
Q_DECLARE_METATYPE(Events)

/// What a person does, and what the picture does then.
class ResponseMeterTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void tellsWhatEachDeedTook_data();
    void tellsWhatEachDeedTook();
    void whatIsForgottenIsNotTold();
};

void ResponseMeterTest::tellsWhatEachDeedTook_data()
{
    QTest::addColumn<Events>("events");
    QTest::addColumn<int>("roundTrip"); // ms
    QTest::addColumn<QList<int>>("took"); // ms
    QTest::newRow("a click that is answered") << Events{{0ms, press}, {120ms, paint}} << 0 << QList<int>{120};
    QTest::newRow("one that is painted in pieces") << Events{{0ms, press}, {120ms, paint}, {500ms, paint}, {900ms, paint}} << 0 << QList<int>{900};
    QTest::newRow("what comes long after is not its doing") << Events{{0ms, press}, {120ms, paint}, {2000ms, paint}} << 0 << QList<int>{120};
    QTest::newRow("over a long line the pieces may be further apart") << Events{{0ms, press}, {400ms, paint}, {1100ms, paint}} << 300 << QList<int>{1100};
    QTest::newRow("press and press of a double click") << Events{{0ms, press}, {100ms, paint}, {200ms, press}, {300ms, paint}} << 0 << QList<int>{300};
    QTest::newRow("two clicks, each answered") << Events{{0ms, press}, {100ms, paint}, {400ms, press}, {450ms, paint}} << 0 << QList<int>{100, 50};
    QTest::newRow("typing faster than it is painted is one deed")
        << Events{{0ms, press}, {150ms, press}, {300ms, press}, {450ms, press}, {700ms, paint}} << 0 << QList<int>{700};
    QTest::newRow("a click that paints nothing") << Events{{0ms, press}} << 0 << QList<int>{};
    QTest::newRow("one that paints nothing, and one that does") << Events{{0ms, press}, {3000ms, press}, {3070ms, paint}} << 0 << QList<int>{70};
    QTest::newRow("what nobody did") << Events{{0ms, paint}, {50ms, paint}} << 0 << QList<int>{};
    Events video{{0ms, press}};
    for (auto at = 40ms; at < 70'000ms; at += 40ms) {
        video.append({at, paint});
    }
    QTest::newRow("what paints for ever is no deed's doing") << video << 0 << QList<int>{};
}

void ResponseMeterTest::tellsWhatEachDeedTook()
{
    QFETCH(Events, events);
    QFETCH(int, roundTrip);
    ResponseMeter meter;
    meter.setRoundTrip(std::chrono::milliseconds(roundTrip));
    QList<int> took;
    const ResponseMeter::Clock::time_point begin{};
    const auto end = events.constLast().at + 5s;
    qsizetype next = 0;
    for (auto at = 0ms; at <= end; at += 10ms) { // as a clock that is a little late
        for (; next < events.size() && events.at(next).at <= at; ++next) {
            if (events.at(next).isPress) {
                meter.notePress(begin + events.at(next).at);
            } else {
                meter.noteImageChange(begin + events.at(next).at);
            }
        }
        const auto dueAt = meter.dueAt();
        if (const auto one = dueAt && begin + at >= *dueAt ? meter.takeResponseTime(begin + at) : std::nullopt) {
            took.append(static_cast<int>(one->count()));
        }
    }
    QTEST(took, "took");
}

void ResponseMeterTest::whatIsForgottenIsNotTold()
{
    const ResponseMeter::Clock::time_point begin{};
    ResponseMeter meter;
    meter.notePress(begin);
    meter.noteImageChange(begin + 100ms);
    meter.notePress(begin + 1s); // the one before is done
    meter.forgetInteraction();
    QVERIFY(!meter.dueAt());
    QVERIFY(!meter.takeResponseTime(begin + 10s));
}

NIGHTDESK_GUILESS_TEST(ResponseMeterTest)
#include "responsemetertest.moc"
