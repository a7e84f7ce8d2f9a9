// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/workerprotocol.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <functional>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;
namespace Wire = Nightdesk::RfbWire;

namespace
{
using Outcome = std::expected<std::optional<WorkerFact>, ProtocolViolation>;

/// A talk and a clock, for tests to drive.
struct TalkBench {
    WorkerProtocol talk;
    WorkerProtocol::Instant now{1000h};

    Outcome say(const Wire::FromWorker &message, bool hasFd = false)
    {
        const auto record = Wire::encode(message);
        if (!record) {
            return std::unexpected(ProtocolViolation{u"cannot be encoded: "_s + QString::fromStdString(record.error().what)});
        }
        return talk.receiveRecord(*record, hasFd, now);
    }
    void begin(QSize size = QSize(800, 600), quint32 generation = 7)
    {
        (void)say(Wire::Hello{});
        (void)say(Wire::RequestSharedFramebuffer{static_cast<quint32>(size.width()), static_cast<quint32>(size.height())});
        talk.noteFramebufferSent(generation, size);
    }
};

QString lieOf(const Outcome &outcome)
{
    return outcome ? QString() : outcome.error().what;
}

Wire::Damage damage(quint32 generation, quint32 sequence, Wire::Rect rect)
{
    return {generation, sequence, {rect}};
}

Wire::CursorChunk chunk(quint32 side, quint32 offset, std::size_t bytes, char value = '\x10')
{
    return {side, side, 0, 0, offset, std::string(bytes, value)};
}
}

using Script = std::function<Outcome(TalkBench &)>;

class WorkerProtocolTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void lies_data();
    void lies();
    void damageIsPassedOn();
    void damageOfAnOldPictureIsDropped();
    void afterReleaseTheNextDamageIsWelcome();
    void cursorsAreAssembled();
    void colorsAboveTheirAlphaAreCutDown();
    void anEmptyCursorMeansNone();
    void clipboardIsAssembled();
    void theLastOfManyTextsIsNotLost();
    void chatterIsThinnedOut();
    void hearingsAreThinnedOut();
    void floodsAreThinnedOut_data();
    void floodsAreThinnedOut();
    void textIsMadeSafe();
    void pointerOutsideIsDropped();
    void everyByteChangedIsEitherALieOrHarmless();
};

void WorkerProtocolTest::lies_data()
{
    QTest::addColumn<Script>("script");
    QTest::addColumn<QString>("lie");
    const auto row = [](const char *name, const char *lie, Script script) {
        QTest::newRow(name) << std::move(script) << QString::fromLatin1(lie);
    };
    row("anything before Hello", "before Hello", [](TalkBench &b) {
        return b.say(Wire::Bell{});
    });
    row("Hello twice", "Hello", [](TalkBench &b) {
        b.begin();
        return b.say(Wire::Hello{});
    });
    row("no record at all", "tag", [](TalkBench &b) {
        return b.talk.receiveRecord({}, false, b.now);
    });
    row("a descriptor", "descriptor", [](TalkBench &b) {
        return b.say(Wire::Hello{}, true);
    });
    row("a hearing before Hello", "before Hello", [](TalkBench &b) {
        return b.say(Wire::ServerResponded{1});
    });
    row("the same hearing twice", "ServerResponded", [](TalkBench &b) {
        b.begin();
        (void)b.say(Wire::ServerResponded{5});
        return b.say(Wire::ServerResponded{5});
    });
    row("a hearing before the last one", "ServerResponded", [](TalkBench &b) {
        b.begin();
        (void)b.say(Wire::ServerResponded{5});
        return b.say(Wire::ServerResponded{4});
    });
    row("damage before a picture", "no picture", [](TalkBench &b) {
        (void)b.say(Wire::Hello{});
        return b.say(damage(1, 1, {0, 0, 1, 1}));
    });
    row("damage of a picture it never had", "generation", [](TalkBench &b) {
        b.begin();
        return b.say(damage(8, 1, {0, 0, 1, 1}));
    });
    row("damage of a picture from before its time", "generation", [](TalkBench &b) {
        b.begin();
        return b.say(damage(6, 1, {0, 0, 1, 1}));
    });
    row("a sequence that repeats", "sequence", [](TalkBench &b) {
        b.begin();
        (void)b.say(damage(7, 5, {0, 0, 1, 1}));
        (void)b.talk.reportDamagePainted();
        return b.say(damage(7, 5, {0, 0, 1, 1}));
    });
    row("a sequence that falls", "sequence", [](TalkBench &b) {
        b.begin();
        (void)b.say(damage(7, 5, {0, 0, 1, 1}));
        (void)b.talk.reportDamagePainted();
        return b.say(damage(7, 4, {0, 0, 1, 1}));
    });
    row("damage before the last was released", "released", [](TalkBench &b) {
        b.begin();
        (void)b.say(damage(7, 1, {0, 0, 1, 1}));
        return b.say(damage(7, 2, {0, 0, 1, 1}));
    });
    row("one pixel too far right", "outside", [](TalkBench &b) {
        b.begin();
        return b.say(damage(7, 1, {799, 0, 2, 1}));
    });
    row("one pixel too far down", "outside", [](TalkBench &b) {
        b.begin();
        return b.say(damage(7, 1, {0, 599, 1, 2}));
    });
    row("wholly outside", "outside", [](TalkBench &b) {
        b.begin();
        return b.say(damage(7, 1, {5000, 5000, 10, 10}));
    });
    row("the second rectangle outside", "outside", [](TalkBench &b) {
        b.begin();
        return b.say(Wire::Damage{7, 1, {{0, 0, 1, 1}, {0, 0, 801, 1}}});
    });
    row("two pictures wanted at once", "before it was answered", [](TalkBench &b) {
        (void)b.say(Wire::Hello{});
        (void)b.say(Wire::RequestSharedFramebuffer{10, 10});
        return b.say(Wire::RequestSharedFramebuffer{20, 20});
    });
    row("pictures without end", "too often", [](TalkBench &b) {
        (void)b.say(Wire::Hello{});
        Outcome outcome;
        for (quint32 generation = 1; generation <= 61 && outcome; ++generation) {
            outcome = b.say(Wire::RequestSharedFramebuffer{16384, 4096});
            b.talk.noteFramebufferSent(generation, QSize(16384, 4096));
        }
        return outcome;
    });
    row("progress backwards", "Progress", [](TalkBench &b) {
        b.begin();
        (void)b.say(Wire::Progress{Wire::Phase::Initialized, 0, 0});
        return b.say(Wire::Progress{Wire::Phase::Version, 8, 0});
    });
    row("progress twice", "Progress", [](TalkBench &b) {
        b.begin();
        (void)b.say(Wire::Progress{Wire::Phase::Initialized, 0, 0});
        return b.say(Wire::Progress{Wire::Phase::Initialized, 0, 0});
    });
    row("a cursor that begins in its middle", "does not begin", [](TalkBench &b) {
        b.begin();
        return b.say(chunk(16, 512, 512));
    });
    row("a cursor with a gap", "not the next", [](TalkBench &b) {
        b.begin();
        (void)b.say(chunk(16, 0, 256));
        return b.say(chunk(16, 512, 256));
    });
    row("a cursor twice over the same place", "not the next", [](TalkBench &b) {
        b.begin();
        (void)b.say(chunk(16, 0, 256));
        return b.say(chunk(16, 0, 256));
    });
    row("another cursor before the last is complete", "another cursor", [](TalkBench &b) {
        b.begin();
        (void)b.say(chunk(16, 0, 256));
        return b.say(chunk(8, 0, 256));
    });
    row("a clipboard with a gap", "not the next", [](TalkBench &b) {
        b.begin();
        (void)b.say(Wire::ClipboardChunk{1, 0, false, "abc"});
        return b.say(Wire::ClipboardChunk{1, 4, true, "e"});
    });
    row("a clipboard that begins in its middle", "not the next", [](TalkBench &b) {
        b.begin();
        return b.say(Wire::ClipboardChunk{1, 4, true, "e"});
    });
    row("two clipboards at once", "another", [](TalkBench &b) {
        b.begin();
        (void)b.say(Wire::ClipboardChunk{1, 0, false, "abc"});
        return b.say(Wire::ClipboardChunk{2, 0, false, "abc"});
    });
    row("a challenge before the security type", "not while logging in", [](TalkBench &b) {
        (void)b.say(Wire::Hello{});
        return b.say(Wire::Challenge{});
    });
    row("a challenge of a server that wants no password", "not while logging in", [](TalkBench &b) {
        (void)b.say(Wire::Hello{});
        (void)b.say(Wire::Progress{Wire::Phase::Security, 0, 1});
        return b.say(Wire::Challenge{});
    });
    row("a challenge after the login", "not while logging in", [](TalkBench &b) {
        (void)b.say(Wire::Hello{});
        (void)b.say(Wire::Progress{Wire::Phase::Security, 0, 2});
        (void)b.say(Wire::Progress{Wire::Phase::Initialized, 0, 0});
        return b.say(Wire::Challenge{});
    });
    row("a second challenge", "second", [](TalkBench &b) {
        (void)b.say(Wire::Hello{});
        (void)b.say(Wire::Progress{Wire::Phase::Security, 0, 2});
        (void)b.say(Wire::Challenge{});
        return b.say(Wire::Challenge{});
    });
    row("totals that fall", "Stats", [](TalkBench &b) {
        b.begin();
        (void)b.say(Wire::Stats{.bytesIn = 100});
        return b.say(Wire::Stats{.bytesIn = 99});
    });
    row("the pointer before a picture", "no picture", [](TalkBench &b) {
        (void)b.say(Wire::Hello{});
        return b.say(Wire::PointerMoved{1, 1});
    });
    row("clarity that changes without end", "too often", [](TalkBench &b) {
        b.begin();
        Outcome outcome;
        for (int i = 0; i < 400 && outcome; ++i) {
            outcome = b.say(Wire::LosslessState{i % 2 == 0});
        }
        return outcome;
    });
    row("colors of a desktop that has no map", "without a color map", [](TalkBench &b) {
        b.begin();
        (void)b.say(Wire::Progress{Wire::Phase::Initialized, 0, 0, false});
        return b.say(Wire::ColorCells{{{5, 1, 2, 3}}, 0});
    });
    row("colors without end", "too often", [](TalkBench &b) {
        b.begin();
        (void)b.say(Wire::Progress{Wire::Phase::Initialized, 0, 0, true});
        Outcome outcome;
        for (quint16 i = 0; i < 400 && outcome; ++i) {
            outcome = b.say(Wire::ColorCells{{{5, i, 2, 3}}, 1});
        }
        return outcome;
    });
    row("a flood", "too many", [](TalkBench &b) {
        b.begin();
        Outcome outcome;
        for (int i = 0; i < 5000 && outcome; ++i) {
            outcome = b.say(Wire::Bell{});
        }
        return outcome;
    });
}

void WorkerProtocolTest::lies()
{
    QFETCH(const Script, script);
    QFETCH(const QString, lie);
    TalkBench bench;
    const Outcome outcome = script(bench);
    QVERIFY2(!outcome, "it was believed");
    QVERIFY2(lieOf(outcome).contains(lie), qPrintable(lieOf(outcome)));
}

void WorkerProtocolTest::damageIsPassedOn()
{
    TalkBench bench;
    bench.begin();
    const Outcome outcome = bench.say(Wire::Damage{7, 1, {{0, 0, 800, 600}, {799, 599, 1, 1}}});
    QVERIFY2(outcome && *outcome, qPrintable(lieOf(outcome)));
    const auto *fact = std::get_if<ImageDamageFact>(&**outcome);
    QVERIFY(fact);
    QCOMPARE(fact->generation, 7u);
    QCOMPARE(fact->sequence, 1u);
    QCOMPARE(fact->rects, (QList{QRect(0, 0, 800, 600), QRect(799, 599, 1, 1)}));
}

void WorkerProtocolTest::damageOfAnOldPictureIsDropped()
{
    TalkBench bench;
    bench.begin();
    (void)bench.say(Wire::RequestSharedFramebuffer{10, 10});
    bench.talk.noteFramebufferSent(8, QSize(10, 10));
    const Outcome late = bench.say(damage(7, 1, {500, 500, 10, 10})); // fits the old one alone
    QVERIFY2(late, qPrintable(lieOf(late)));
    QVERIFY(!*late);
    QVERIFY(bench.say(damage(8, 1, {0, 0, 10, 10})));
}

void WorkerProtocolTest::afterReleaseTheNextDamageIsWelcome()
{
    TalkBench bench;
    bench.begin();
    for (quint32 sequence = 1; sequence < 100; ++sequence) {
        const Outcome outcome = bench.say(damage(7, sequence, {0, 0, 1, 1}));
        QVERIFY2(outcome && *outcome, qPrintable(lieOf(outcome)));
        const auto released = bench.talk.reportDamagePainted();
        QVERIFY(released && released->generation == 7 && released->sequence == sequence);
        QVERIFY(!bench.talk.reportDamagePainted()); // once
    }
    // A new picture starts without anything to be released.
    (void)bench.say(damage(7, 100, {0, 0, 1, 1}));
    (void)bench.say(Wire::RequestSharedFramebuffer{10, 10});
    bench.talk.noteFramebufferSent(9, QSize(10, 10));
    QVERIFY(bench.say(damage(9, 1, {0, 0, 1, 1})));
}

void WorkerProtocolTest::cursorsAreAssembled()
{
    TalkBench bench;
    bench.begin();
    Wire::CursorChunk whole{32, 40, 5, 6, 0, {}};
    std::string pixels;
    for (int i = 0; i < 32 * 40; ++i) {
        pixels += std::string{static_cast<char>(i), static_cast<char>(i >> 8), '\0', '\xff'};
    }
    std::optional<WorkerFact> fact;
    for (std::size_t offset = 0; offset < pixels.size(); offset += Wire::maxChunk) {
        QVERIFY(!fact);
        whole.offset = static_cast<quint32>(offset);
        whole.bytes = pixels.substr(offset, Wire::maxChunk);
        const Outcome outcome = bench.say(whole);
        QVERIFY2(outcome, qPrintable(lieOf(outcome)));
        fact = *outcome;
    }
    QVERIFY(fact);
    const auto &cursor = std::get<CursorFact>(*fact);
    QCOMPARE(cursor.image.size(), QSize(32, 40));
    QCOMPARE(cursor.hotSpot, QPoint(5, 6));
    QCOMPARE(cursor.image.pixel(3, 2), qRgba(0, 0, 67, 255));
    // And at once another one.
    QVERIFY(bench.say(chunk(4, 0, 64)));
}

void WorkerProtocolTest::colorsAboveTheirAlphaAreCutDown()
{
    TalkBench bench;
    bench.begin();
    const Outcome outcome = bench.say(Wire::CursorChunk{1, 1, 0, 0, 0, std::string("\xff\x80\x20\x40", 4)}); // B G R A
    QVERIFY(outcome && *outcome);
    const QImage image = std::get<CursorFact>(**outcome).image;
    QCOMPARE(*reinterpret_cast<const QRgb *>(image.constScanLine(0)), qRgba(0x20, 0x40, 0x40, 0x40));
}

void WorkerProtocolTest::anEmptyCursorMeansNone()
{
    TalkBench bench;
    bench.begin();
    const Outcome outcome = bench.say(Wire::CursorChunk{});
    QVERIFY(outcome && *outcome);
    QVERIFY(std::get<CursorFact>(**outcome).image.isNull());
}

void WorkerProtocolTest::clipboardIsAssembled()
{
    TalkBench bench;
    bench.begin();
    QVERIFY(!*bench.say(Wire::ClipboardChunk{3, 0, false, "seeing "}));
    const Outcome outcome = bench.say(Wire::ClipboardChunk{3, 7, true, "0.6"});
    QVERIFY(outcome && *outcome);
    QCOMPARE(std::get<ClipboardFact>(**outcome).text, "seeing 0.6"_ba);
}

void WorkerProtocolTest::chatterIsThinnedOut()
{
    TalkBench bench;
    bench.begin();
    int bells = 0;
    int lines = 0;
    for (int i = 0; i < 1000; ++i) {
        const Outcome bell = bench.say(Wire::Bell{});
        const Outcome line = bench.say(Wire::Log{1, "x"});
        QVERIFY(bell && line);
        bells += bell->has_value();
        lines += line->has_value();
    }
    QCOMPARE(bells, 5);
    QCOMPARE(lines, 20);
    bench.now += 1s;
    QVERIFY(bench.say(Wire::Bell{})->has_value());
}

void WorkerProtocolTest::theLastOfManyTextsIsNotLost()
{
    TalkBench bench;
    bench.begin();
    const auto copy = [&bench](quint32 number) {
        return bench.say(Wire::ClipboardChunk{number, 0, true, std::to_string(number)});
    };
    for (quint32 i = 1; i <= 50; ++i) {
        QVERIFY(copy(i));
    }
    QVERIFY(!bench.talk.takeHeldBackClipboard(bench.now));
    bench.now += 1s;
    const auto last = bench.talk.takeHeldBackClipboard(bench.now);
    QVERIFY(last);
    QCOMPARE(last->text, "50"_ba);
    bench.now += 1s;
    QVERIFY(!bench.talk.takeHeldBackClipboard(bench.now));
    for (quint32 i = 51; i <= 100; ++i) {
        QVERIFY(copy(i));
    }
    QVERIFY(bench.say(Wire::ClipboardRefused{0})); // of a text that is newer still
    bench.now += 1s;
    QVERIFY(!bench.talk.takeHeldBackClipboard(bench.now));
}

void WorkerProtocolTest::floodsAreThinnedOut_data()
{
    using Record = std::function<Wire::FromWorker(quint32)>;
    QTest::addColumn<Record>("record");
    QTest::addColumn<int>("aSecond"); ///< what an honest worker may say in one
    QTest::addColumn<int>("most"); ///< how much of it is passed on
    QTest::newRow("names of the desktop") << Record([](quint32 i) {
        return Wire::DesktopName{std::to_string(i)};
    }) << 10 << 20;
    QTest::newRow("cursors") << Record([](quint32 i) {
        return chunk(16, 0, 1024, static_cast<char>(i));
    }) << 60 << 120;
    QTest::newRow("no cursors") << Record([](quint32) {
        return Wire::CursorChunk{};
    }) << 60 << 120;
    QTest::newRow("totals") << Record([](quint32 i) {
        return Wire::Stats{.bytesIn = i};
    }) << 5 << 20;
    QTest::newRow("texts for the clipboard") << Record([](quint32 i) {
        return Wire::ClipboardChunk{i, 0, true, "text"};
    }) << 5 << 20;
    QTest::newRow("moves of the pointer") << Record([](quint32 i) {
        return Wire::PointerMoved{static_cast<quint16>(i % 800), 1};
    }) << 125 << 500;
    QTest::newRow("colors of the map") << Record([](quint32 i) {
        return Wire::ColorCells{{{5, static_cast<quint16>(i), 2, 3}}, 1};
    }) << 10 << 200;
    QTest::newRow("changes of clarity") << Record([](quint32 i) {
        return Wire::LosslessState{i % 2 == 0};
    }) << 60 << 200;
}

void WorkerProtocolTest::floodsAreThinnedOut()
{
    using Record = std::function<Wire::FromWorker(quint32)>;
    QFETCH(Record, record);
    QFETCH(int, aSecond);
    QFETCH(int, most);
    TalkBench bench;
    bench.begin();
    QVERIFY(bench.say(Wire::Progress{Wire::Phase::Initialized, 0, 0, true}));
    quint32 said = 0;
    const auto passed = [&](int count, std::chrono::microseconds pause) {
        int facts = 0;
        for (int i = 0; i < count; ++i) {
            const Outcome outcome = bench.say(record(++said));
            facts += outcome && *outcome ? 1 : 0;
            bench.now += pause;
        }
        return facts;
    };
    QCOMPARE(passed(5 * aSecond, std::chrono::microseconds(1s) / aSecond), 5 * aSecond);
    bench.now += 2s;
    QCOMPARE(passed(3000, 0us), most);
    bench.now += 2s;
    QCOMPARE(passed(aSecond, 0us), aSecond); // all at once
}

void WorkerProtocolTest::hearingsAreThinnedOut()
{
    TalkBench bench;
    bench.begin();
    int hearings = 0;
    int times = 0;
    for (quint64 i = 1; i <= 1000; ++i) {
        const Outcome heard = bench.say(Wire::ServerResponded{i});
        const Outcome time = bench.say(Wire::FenceRoundTrip{i});
        QVERIFY(heard && time);
        hearings += heard->has_value();
        times += time->has_value();
    }
    QCOMPARE(hearings, 20);
    QCOMPARE(times, 20);
    bench.now += 1s;
    const Outcome next = bench.say(Wire::ServerResponded{2000});
    QVERIFY(next && *next);
    QCOMPARE(std::get<Wire::ServerResponded>(**next).at, 2000u);
}

void WorkerProtocolTest::textIsMadeSafe()
{
    TalkBench bench;
    bench.begin();
    const Outcome outcome = bench.say(Wire::DesktopName{"lris\x1b[2J\xe2\x80\xae desk\n"});
    QVERIFY(outcome && *outcome);
    const QString name = std::get<DesktopNameFact>(**outcome).name;
    QCOMPARE(name, u"lris [2J desk"_s);
}

void WorkerProtocolTest::pointerOutsideIsDropped()
{
    TalkBench bench;
    bench.begin();
    QVERIFY(bench.say(Wire::PointerMoved{799, 599})->has_value());
    const Outcome outside = bench.say(Wire::PointerMoved{800, 0});
    QVERIFY2(outside, qPrintable(lieOf(outside)));
    QVERIFY(!*outside);
}

void WorkerProtocolTest::everyByteChangedIsEitherALieOrHarmless()
{
    // Whatever gets through must still be inside the picture.
    const auto record = Wire::encode(Wire::FromWorker(Wire::Damage{7, 1, {{10, 10, 700, 500}, {1, 2, 3, 4}}}));
    QVERIFY(record);
    int believed = 0;
    int refused = 0;
    for (std::size_t at = 0; at < record->size(); ++at) {
        for (int value = 0; value < 256; ++value) {
            TalkBench bench;
            bench.begin();
            auto changed = *record;
            changed[at] = static_cast<std::byte>(value);
            const Outcome outcome = bench.talk.receiveRecord(changed, false, bench.now);
            ++(outcome ? believed : refused);
            if (outcome && *outcome && std::holds_alternative<ImageDamageFact>(**outcome)) {
                for (const QRect &rect : std::get<ImageDamageFact>(**outcome).rects) {
                    QVERIFY(QRect(0, 0, 800, 600).contains(rect));
                    QVERIFY(!rect.isEmpty());
                }
            }
        }
    }
    QVERIFY(believed > 0);
    QVERIFY(refused > 0);
}

NIGHTDESK_GUILESS_TEST(WorkerProtocolTest)
#include "workerprotocoltest.moc"
