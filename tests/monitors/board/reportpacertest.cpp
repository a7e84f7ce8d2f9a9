// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/reportpacer.h"
#include "monitors/board/deadband.h"
#include "tests/support/testprogram.h"

#include <QRandomGenerator>
#include <QTest>
#include <QTimeZone>

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>

using namespace Nightdesk;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using Clock = ReportPacer::Clock;
using Part = ReportPacer::Part;

namespace
{
const DeskName desk{.site = u"santa-cruz"_s, .desk = u"left"_s};
/// A question whether the broker is there and its answer, each 10 s, in TCP and ssh.
constexpr double keepAlivePerSecond = 20;

DeskFigures figuresOf(int displays)
{
    DeskFigures figures;
    figures.state.people = {u"Ann Lee"_s, u"Bob Ruiz"_s};
    figures.state.programVersion = u"0.1.0"_s;
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(1'795'347'135'000, QTimeZone::UTC);
    figures.state.instruments = {{.id = u"lris"_s, .name = u"LRIS"_s, .since = time, .version = u"0123456789ab"_s, .profileFilesChangedAt = time}};
    figures.state.links = {{.id = u"lris/summit"_s, .state = u"live"_s, .isCompressed = true}};
    figures.numbers.links = {{.id = u"lris/summit"_s, .roundTrip = 100ms, .bytesInPerSecond = 100'000, .bytesOutPerSecond = 2000, .compressionRatio = 2.5}};
    for (int i = 0; i < displays; ++i) {
        BoardWire::DisplayReport display;
        display.key = u"lris/control%1"_s.arg(i);
        display.title = u"Control %1"_s.arg(i);
        display.topology = u"vnc"_s;
        display.state = u"live"_s;
        display.answering = u"yes"_s;
        display.liveSince = time;
        figures.state.displays.append(display);
        figures.numbers.displays.append({.key = display.key, .imageAge = 60ms, .framesPerSecond = 20});
    }
    return figures;
}

/// A desk, its pacer and the wire.
struct Night {
    explicit Night(int displays)
        : pacer(desk)
        , figures(figuresOf(displays))
    {
        stamp = {.runId = u"0123456789abcdef"_s, .runBeganAt = QDateTime::currentDateTimeUtc(), .sequence = 1, .sentAt = QDateTime::currentDateTimeUtc()};
        pacer.handleConnected(now);
    }

    void send(Part part, qsizetype payload)
    {
        const qsizetype bytes = payload + 45; // its topic
        pacer.recordSentPart(part, bytes, figures, now);
        sent[part].push_back(now);
        wire.push_back({now, static_cast<double>(ReportPacer::transmissionCost(part, bytes))});
    }

    /// What the publisher does.
    Clock::time_point turn()
    {
        const ReportPacer::PublishPlan plan = pacer.makePlan(figures, now);
        if (plan.isStateDue) {
            figures.state.stamp = stamp;
            send(Part::State, BoardWire::write(figures.state).size());
            toldState = figures.state;
        }
        if (plan.areNumbersDue) {
            figures.numbers.stamp = stamp;
            send(Part::Numbers, BoardWire::write(figures.numbers).size());
        }
        if (plan.isHistoryDue) {
            send(Part::History, BoardWire::write(BoardWire::DeskHistory{.stamp = stamp, .entries = history}).size());
        }
        nextCheckAt = plan.nextCheckAt;
        return plan.nextCheckAt;
    }

    /// The time passes; the pacer is asked when it wants to be.
    void pass(std::chrono::milliseconds time)
    {
        const auto end = now + time;
        while (nextCheckAt <= end) {
            now = std::max(now, nextCheckAt);
            turn();
            QVERIFY2(nextCheckAt > now, "it asks to be asked at once, for ever");
        }
        now = end;
    }

    double bytesIn(std::chrono::seconds window) const ///< the most of any such
    {
        double most = 0;
        double sum = 0;
        std::size_t first = 0;
        for (const auto &[at, bytes] : wire) {
            sum += bytes;
            while (at - wire[first].first > window) {
                sum -= wire[first].second;
                ++first;
            }
            most = std::max(most, sum);
        }
        return most;
    }
    double kilobitsPerSecond(std::chrono::seconds window) const
    {
        return (bytesIn(window) / double(window.count()) + keepAlivePerSecond) * 8 / 1000;
    }

    ReportPacer pacer;
    DeskFigures figures;
    BoardWire::DeskState toldState;
    QList<BoardWire::Trouble> history;
    BoardWire::MessageStamp stamp;
    Clock::time_point now{1000h};
    Clock::time_point nextCheckAt{1000h};
    QMap<Part, std::deque<Clock::time_point>> sent;
    std::deque<std::pair<Clock::time_point, double>> wire;
};
}

class ReportPacerTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void deadBands_data();
    void deadBands();
    void aChangeIsToldAtOnce();
    void changesAreToldTwiceASecond();
    void numbersKeepTheirPace();
    void quietDesksAreHeardEveryMinute_data();
    void quietDesksAreHeardEveryMinute();
    void nightsCostLittle_data();
    void nightsCostLittle();
    void desksDoNotSpeakTogether();
};

void ReportPacerTest::deadBands_data()
{
    QTest::addColumn<BoardWire::DeskMeasurements>("now");
    QTest::addColumn<bool>("isLeft");
    const auto row = [](const char *name, bool isLeft, const std::function<void(BoardWire::DeskMeasurements &)> &change) {
        BoardWire::DeskMeasurements numbers = figuresOf(2).numbers;
        change(numbers);
        QTest::newRow(name) << numbers << isLeft;
    };
    row("the same", false, [](auto &) { });
    row("round trip 19 % up", false, [](auto &n) {
        n.links[0].roundTrip = 119ms;
    });
    row("round trip 21 % up", true, [](auto &n) {
        n.links[0].roundTrip = 121ms;
    });
    row("round trip 21 % down", true, [](auto &n) {
        n.links[0].roundTrip = 79ms;
    });
    row("round trip not known any more", true, [](auto &n) {
        n.links[0].roundTrip.reset();
    });
    row("24 % more comes", false, [](auto &n) {
        n.links[0].bytesInPerSecond = 124'000;
    });
    row("26 % more comes", true, [](auto &n) {
        n.links[0].bytesInPerSecond = 126'000;
    });
    row("1 KB/s more goes", false, [](auto &n) {
        n.links[0].bytesOutPerSecond = 3024;
    });
    row("more than 1 KB/s more goes", true, [](auto &n) {
        n.links[0].bytesOutPerSecond = 3025;
    });
    row("another limit of a connection", true, [](auto &n) {
        n.links[0].flowLimit = u"receive-window"_s;
    });
    row("the age 30 ms up", false, [](auto &n) {
        n.displays[1].imageAge = 90ms;
    });
    row("the age 31 ms up", true, [](auto &n) {
        n.displays[1].imageAge = 91ms;
    });
    row("3 frames more", false, [](auto &n) {
        n.displays[0].framesPerSecond = 23;
    });
    row("4 frames less", true, [](auto &n) {
        n.displays[0].framesPerSecond = 16;
    });
    row("a display more", true, [](auto &n) {
        n.displays.append({.key = u"x"_s, .imageAge = {}, .framesPerSecond = {}});
    });
    row("another display", true, [](auto &n) {
        n.displays[0].key = u"x"_s;
    });
    row("another stamp", false, [](auto &n) {
        n.stamp.sequence = 5;
    });
}

void ReportPacerTest::deadBands()
{
    QFETCH(BoardWire::DeskMeasurements, now);
    QFETCH(bool, isLeft);
    QCOMPARE(DeadBand::isExceeded(figuresOf(2).numbers, now), isLeft);
}

void ReportPacerTest::aChangeIsToldAtOnce()
{
    Night night(6);
    night.turn();
    QCOMPARE(night.sent[Part::State].size(), 1U);
    night.pass(10s);
    night.figures.state.displays[2].state = u"retrying"_s;
    night.turn();
    QCOMPARE(night.sent[Part::State].size(), 2U);
    QCOMPARE(night.sent[Part::State].back(), night.now);
    night.turn();
    QCOMPARE(night.sent[Part::State].size(), 2U); // once
}

void ReportPacerTest::changesAreToldTwiceASecond()
{
    Night night(6);
    night.turn();
    night.pass(1s);
    const auto before = night.sent[Part::State].size();
    for (int i = 0; i < 20; ++i) { // for 2 s, ten times a second
        night.figures.state.displays[0].title = QString::number(i);
        night.turn();
        night.pass(100ms);
    }
    night.pass(1s);
    const auto told = night.sent[Part::State].size() - before;
    QVERIFY2(told >= 3 && told <= 5, qPrintable(QString::number(told)));
    QCOMPARE(night.toldState.displays.first().title, u"19"_s);
    const auto &times = night.sent[Part::State];
    for (std::size_t i = 1; i < times.size(); ++i) {
        QVERIFY(times[i] - times[i - 1] >= ReportPacer::minStateInterval);
    }
}

void ReportPacerTest::numbersKeepTheirPace()
{
    Night night(6);
    night.turn();
    for (int i = 0; i < 600; ++i) { // a minute: never twice alike
        night.figures.numbers.links[0].roundTrip = std::chrono::milliseconds(i % 2 ? 50 : 500);
        night.turn();
        night.pass(100ms);
    }
    const auto &times = night.sent[Part::Numbers];
    QVERIFY2(times.size() >= 9 && times.size() <= 13, qPrintable(QString::number(times.size())));
    for (std::size_t i = 1; i < times.size(); ++i) {
        QVERIFY(times[i] - times[i - 1] >= ReportPacer::minNumbersInterval);
    }
}

void ReportPacerTest::quietDesksAreHeardEveryMinute_data()
{
    QTest::addColumn<int>("displays");
    QTest::newRow("six displays") << 6;
    QTest::newRow("none") << 0;
    QTest::newRow("as many as there may be") << 64;
}

void ReportPacerTest::quietDesksAreHeardEveryMinute()
{
    QFETCH(int, displays);
    Night night(displays);
    night.turn();
    night.pass(1h);
    auto last = Clock::time_point(1000h);
    for (const auto &[at, bytes] : night.wire) {
        QVERIFY2(at - last <= 65s, qPrintable(QString::number(std::chrono::round<std::chrono::seconds>(at - last).count())));
        last = at;
    }
    QVERIFY(night.now - last <= 65s);
    QVERIFY2(night.kilobitsPerSecond(1h) < 3.2, qPrintable(QString::number(night.kilobitsPerSecond(1h))));
}

void ReportPacerTest::nightsCostLittle_data()
{
    QTest::addColumn<int>("displays");
    QTest::addColumn<bool>("isBad");
    QTest::newRow("quiet") << 6 << false;
    QTest::newRow("bad: displays flap, all numbers jump, troubles without end, the broker comes and goes") << 6 << true;
    QTest::newRow("bad, with 20 displays") << 20 << true;
}

void ReportPacerTest::nightsCostLittle()
{
    QFETCH(int, displays);
    QFETCH(bool, isBad);
    Night night(displays);
    QRandomGenerator random(11);
    night.turn();
    const int hours = 2;
    for (int i = 0; i < hours * 3600 * 4; ++i) { // four times a second
        if (isBad) {
            auto &display = night.figures.state.displays[random.bounded(displays)];
            display.state = display.state == u"live"_s ? u"retrying"_s : u"live"_s;
            display.problemText = display.state == u"live"_s ? QString() : u"The server at lris.summit.example ended the connection."_s;
            night.figures.numbers.links[0].roundTrip = std::chrono::milliseconds(random.bounded(20, 2000));
            night.figures.numbers.links[0].flowLimit = random.bounded(2) ? u"receive-window"_s : u"ssh-channel-window"_s;
            for (auto &numbers : night.figures.numbers.displays) {
                numbers.imageAge = std::chrono::milliseconds(random.bounded(20, 5000));
            }
            if (i % 8 == 0) {
                night.history.append(
                    {.at = QDateTime::currentDateTimeUtc(), .health = BoardWire::Health::Bad, .subjectKey = display.key, .what = display.problemText});
                night.history = night.history.last(qMin<qsizetype>(60, night.history.size()));
                night.pacer.requestHistory();
            }
            if (i % 120 == 0) {
                night.pacer.handleConnected(night.now); // every 30 s
                night.wire.push_back({night.now, double(ReportPacer::transmissionCost(Part::State, 280 + 45))}); // its presence
            }
        } else {
            // As a quiet link has it: within 10 %.
            night.figures.numbers.links[0].roundTrip = std::chrono::milliseconds(random.bounded(95, 110));
            night.figures.numbers.links[0].bytesInPerSecond = random.bounded(95'000, 105'000);
            if (i % 7200 == 0) {
                night.figures.state.displays[0].title = QString::number(i); // twice an hour
            }
        }
        night.turn();
        night.pass(250ms);
    }
    qInfo("%s: %.2f kbit/s on the wire in the worst hour, %.2f in the worst 5 minutes; %zu states, %zu numbers, %zu histories",
          QTest::currentDataTag(),
          night.kilobitsPerSecond(1h),
          night.kilobitsPerSecond(5min),
          night.sent[Part::State].size(),
          night.sent[Part::Numbers].size(),
          night.sent[Part::History].size());
    QVERIFY(night.kilobitsPerSecond(1h) < 3.2);
    QVERIFY(night.kilobitsPerSecond(5min) < 2.9); // to 3.2 there is room for what is no report
    if (!isBad) {
        QVERIFY(night.kilobitsPerSecond(1h) < 0.6);
    }
    // The last state is told, however bad it was.
    night.pass(2min);
    BoardWire::DeskState last = night.figures.state;
    last.stamp = night.toldState.stamp;
    QVERIFY(night.toldState == last);
    QVERIFY(night.sent[Part::History].size() >= 1U);
}

void ReportPacerTest::desksDoNotSpeakTogether()
{
    // 500 desks come back with their broker: in the minute after that no second has more than a few of their full states.
    QMap<qint64, int> inSecond;
    const Clock::time_point start{1000h};
    for (int i = 0; i < 500; ++i) {
        ReportPacer pacer({.site = u"site-%1"_s.arg(i % 12), .desk = u"desk-%1"_s.arg(i)});
        const DeskFigures figures = figuresOf(1);
        pacer.handleConnected(start);
        for (const Part part : {Part::State, Part::Numbers, Part::History}) {
            pacer.recordSentPart(part, 500, figures, start);
        }
        auto now = start;
        for (int turn = 0; turn < 100; ++turn) {
            const auto plan = pacer.makePlan(figures, now);
            if (plan.isStateDue) {
                ++inSecond[std::chrono::floor<std::chrono::seconds>(now - start).count()];
                break;
            }
            now = plan.nextCheckAt;
        }
    }
    QCOMPARE(std::accumulate(inSecond.cbegin(), inSecond.cend(), 0), 500);
    const int most = *std::ranges::max_element(inSecond);
    QVERIFY2(most <= 40, qPrintable(QString::number(most)));
    QVERIFY(inSecond.firstKey() >= 15);
    QVERIFY(inSecond.lastKey() <= 61);
}

NIGHTDESK_GUILESS_TEST(ReportPacerTest)
#include "reportpacertest.moc"
