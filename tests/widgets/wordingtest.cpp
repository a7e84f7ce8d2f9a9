// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/wording.h"
#include "tests/support/testprogram.h"
#include "widgets/common/sparkline.h"

#include <QImage>
#include <QSet>
#include <QTest>

using namespace Nightdesk;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Numbers and states in words, and the small curve.
class WordingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void durations_data();
    void durations();
    void ages_data();
    void ages();
    void rates_data();
    void rates();
    void everyStateHasWordsOfItsOwn();
    void silence();
    void steps();
    void toolTips_data();
    void toolTips();
    void moodsCanBeTold();
    void curves_data();
    void curves();
    void aPeakIsSeenInACrowd();
};

void WordingTest::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); // with thousands separators
}

void WordingTest::durations_data()
{
    QTest::addColumn<std::chrono::microseconds>("time");
    QTest::addColumn<QString>("expected");
    QTest::newRow("nothing") << 0us << u"0.0 ms"_s;
    QTest::newRow("a fraction") << 240us << u"0.2 ms"_s;
    QTest::newRow("a few") << std::chrono::microseconds(1400us) << u"1.4 ms"_s;
    QTest::newRow("tens") << std::chrono::microseconds(100'500us) << u"101 ms"_s;
    QTest::newRow("just under a second") << std::chrono::microseconds(999ms) << u"999 ms"_s;
    QTest::newRow("a second") << std::chrono::microseconds(1s) << u"1.00 s"_s;
    QTest::newRow("many seconds") << std::chrono::microseconds(1234s) << u"1,234.00 s"_s;
}

void WordingTest::durations()
{
    QFETCH(std::chrono::microseconds, time);
    QFETCH(QString, expected);
    QCOMPARE(Wording::duration(time), expected);
}

void WordingTest::ages_data()
{
    QTest::addColumn<std::chrono::milliseconds>("time");
    QTest::addColumn<QString>("expected");
    QTest::newRow("just now") << 0ms << u"0 s"_s;
    QTest::newRow("not yet a second") << 999ms << u"0 s"_s;
    QTest::newRow("a minute less a second") << std::chrono::milliseconds(59999ms) << u"59 s"_s;
    QTest::newRow("a minute") << std::chrono::milliseconds(60s) << u"1 min 00 s"_s;
    QTest::newRow("two minutes and a bit") << std::chrono::milliseconds(125s) << u"2 min 05 s"_s;
}

void WordingTest::ages()
{
    QFETCH(std::chrono::milliseconds, time);
    QFETCH(QString, expected);
    QCOMPARE(Wording::age(time), expected);
}

void WordingTest::rates_data()
{
    QTest::addColumn<std::optional<Bytes>>("rate");
    QTest::addColumn<QString>("expected");
    QTest::newRow("not known") << std::optional<Bytes>() << u"–"_s;
    QTest::newRow("none") << std::optional<Bytes>(Bytes{0}) << u"0 B/s"_s;
    QTest::newRow("a kibibyte") << std::optional<Bytes>(Bytes{1024}) << u"1.0 KiB/s"_s;
    QTest::newRow("some mebibytes") << std::optional<Bytes>(Bytes{1258291}) << u"1.2 MiB/s"_s;
}

void WordingTest::rates()
{
    QFETCH(std::optional<Bytes>, rate);
    QFETCH(QString, expected);
    QCOMPARE(Wording::rate(rate), expected);
}

void WordingTest::everyStateHasWordsOfItsOwn()
{
    QSet<QString> words;
    for (int i = 0; i <= int(SessionState::Ended); ++i) {
        words.insert(Wording::state(SessionState(i)));
    }
    QCOMPARE(words.size(), int(SessionState::Ended) + 1);
    QVERIFY(!words.contains(QString()));
    words.clear();
    for (int i = 0; i <= int(LinkState::Closed); ++i) {
        words.insert(Wording::state(LinkState(i)));
    }
    QCOMPARE(words.size(), int(LinkState::Closed) + 1);
    QVERIFY(!words.contains(QString()));
}

void WordingTest::silence()
{
    QCOMPARE(Wording::silence(1s, {}), u"no answer for 1 s"_s);
    QCOMPARE(Wording::silence(119s, {}), u"no answer for 119 s"_s);
    QCOMPARE(Wording::silence(120s, {}), u"no answer for 2 min"_s);
    QCOMPARE(Wording::silence(12s, LinkState::LoggingIn), u"no answer for 12 s · reconnecting: logging in"_s);
}

void WordingTest::steps()
{
    QCOMPARE(Wording::startSteps({}), QString());
    QCOMPARE(Wording::startSteps({{StartStep::Login, 112ms}, {StartStep::Channel, 13ms}}), u"login 112 ms · channel 13 ms"_s);
    QVERIFY(Wording::startSteps({{StartStep::Resolving, 0ms}}).contains(u"< 1 ms"_s));
}

void WordingTest::toolTips_data()
{
    QTest::addColumn<std::optional<Failure>>("failure");
    QTest::addColumn<QString>("expected");
    QTest::newRow("no failure, no tip") << std::optional<Failure>() << QString();
    QTest::newRow("what alone") << std::optional(Failure{FailureKind::Transient, u"Gone."_s, {}, {}}) << u"<qt>Gone.</qt>"_s;
    QTest::newRow("all of it") << std::optional(Failure{FailureKind::Refused, u"No."_s, u"summit"_s, u"Ask."_s}) << u"<qt>No.<br/>summit<br/>Ask.</qt>"_s;
    QTest::newRow("a server's markup is text") << std::optional(Failure{FailureKind::Refused, u"<img src=x> & \"more\""_s, {}, {}})
                                               << u"<qt>&lt;img src=x&gt; &amp; &quot;more&quot;</qt>"_s;
}

void WordingTest::toolTips()
{
    QFETCH(std::optional<Failure>, failure);
    QFETCH(QString, expected);
    QCOMPARE(Wording::toolTip(failure), expected);
}

void WordingTest::moodsCanBeTold()
{
    QVERIFY(Wording::statusTone(SessionState::Live) == Wording::StatusTone::Good);
    QVERIFY(Wording::statusTone(SessionState::Failed) == Wording::StatusTone::Bad);
    QVERIFY(Wording::statusTone(SessionState::Retrying) == Wording::StatusTone::Busy);
    QVERIFY(Wording::statusTone(SessionState::Ended) == Wording::StatusTone::Quiet);
    QVERIFY(Wording::statusTone(LinkState::Live) == Wording::StatusTone::Good);
    QVERIFY(Wording::statusTone(LinkState::Stalled) == Wording::StatusTone::Bad);
    QVERIFY(Wording::statusTone(LinkState::LoggingIn) == Wording::StatusTone::Busy);
    QVERIFY(Wording::color(Wording::StatusTone::Good) != Wording::color(Wording::StatusTone::Bad));
    QVERIFY(Wording::color(Wording::StatusTone::Busy) != Wording::color(Wording::StatusTone::Bad));
}

void WordingTest::curves_data()
{
    QTest::addColumn<QList<Sparkline::Point>>("points");
    QTest::addColumn<bool>("drawn");
    using Points = QList<Sparkline::Point>;
    QTest::newRow("a curve") << Points{{4s, 1.0}, {2s, 5.0}, {0s, 3.0}} << true;
    QTest::newRow("one answer between two gaps") << Points{{4s, {}}, {2s, 5.0}, {0s, {}}} << true;
    QTest::newRow("one answer alone") << Points{{2s, 5.0}} << true;
    QTest::newRow("nothing but gaps") << Points{{4s, {}}, {0s, {}}} << false;
    QTest::newRow("no points") << Points() << false;
    QTest::newRow("a point much older than the span") << Points{{10000s, 5.0}} << false;
    QTest::newRow("zeros lie on the ground") << Points{{4s, 0.0}, {0s, 0.0}} << true;
}

void WordingTest::curves()
{
    QFETCH(QList<Sparkline::Point>, points);
    QFETCH(bool, drawn);
    Sparkline curve;
    curve.resize(120, 30);
    const QImage empty = curve.grab().toImage();
    curve.setPoints(points, 5s);
    QCOMPARE(curve.grab().toImage() != empty, drawn);
    curve.setPoints(points, 0s); // no span is no reason to divide by zero
    QVERIFY(!curve.grab().toImage().isNull());
    QVERIFY(curve.minimumSizeHint().width() <= curve.sizeHint().width());
}

void WordingTest::aPeakIsSeenInACrowd()
{
    // Many more points than columns: the one that stands out is among others of the same column.
    QList<Sparkline::Point> points;
    for (int i = 5000; i > 0; --i) {
        points.append({std::chrono::milliseconds(i), i == 2500 ? 10.0 : 1.0});
    }
    Sparkline curve;
    curve.resize(120, 30);
    curve.setPoints(points, 5s);
    const QImage drawn = curve.grab().toImage();
    const QColor line = curve.palette().color(QPalette::Highlight);
    const auto isLine = [&](int x, int y) {
        const QColor here = drawn.pixelColor(x, y);
        return std::abs(here.red() - line.red()) + std::abs(here.green() - line.green()) + std::abs(here.blue() - line.blue()) < 120;
    };
    const int upper = drawn.height() / 2;
    QList<int> columns;
    for (int x = 0; x < drawn.width(); ++x) {
        for (int y = 0; y < upper; ++y) {
            if (isLine(x, y)) {
                columns.append(x);
                break;
            }
        }
    }
    QVERIFY2(!columns.isEmpty(), "the peak is gone");
    QVERIFY(columns.first() > drawn.width() / 2 - 6 && columns.last() < drawn.width() / 2 + 6);
}

NIGHTDESK_TEST(WordingTest)
#include "wordingtest.moc"
