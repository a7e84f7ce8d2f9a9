// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testprogram.h"

#include "tools/linkemu/linkmodel.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace Nightdesk;
using namespace std::chrono;
using Fate = LinkModel::Fate;

namespace
{
constexpr LinkModel::Time start{seconds(1000)};

/// Feeds a model and notes what becomes of each packet, with times counted from the start.
class Run
{
public:
    explicit Run(const LinkSettings &settings, std::uint64_t seed = 1)
        : model(settings, seed)
    {
    }

    Fate offer(nanoseconds at, std::int64_t bytes = 1250)
    {
        const Fate fate = model.offer(m_next++, bytes, start + at);
        if (fate != Fate::Waiting) {
            fates[m_next - 1] = fate;
        }
        return fate;
    }

    void advance(nanoseconds to)
    {
        std::vector<LinkModel::Outcome> outcomes;
        model.advance(start + to, outcomes);
        note(outcomes);
    }

    void change(const LinkSettings &settings, nanoseconds at)
    {
        std::vector<LinkModel::Outcome> outcomes;
        model.change(settings, start + at, outcomes);
        note(outcomes);
    }

    /// When packet @p id left; -1 ns when it did not.
    nanoseconds left(LinkModel::PacketId id) const
    {
        const auto found = departures.find(id);
        return found == departures.end() ? nanoseconds(-1) : found->second;
    }

    bool nothingIsMissing() const
    {
        const LinkModel::Counters c = model.counters();
        return c.packetsIn == c.packetsOut + c.lostToQueue + c.lostByChance + c.lostToCut + c.queuedPackets + c.packetsOnTheWay;
    }

    LinkModel model;
    std::map<LinkModel::PacketId, Fate> fates;
    std::map<LinkModel::PacketId, nanoseconds> departures;
    std::vector<LinkModel::PacketId> order;

private:
    void note(const std::vector<LinkModel::Outcome> &outcomes)
    {
        for (const LinkModel::Outcome &outcome : outcomes) {
            QVERIFY2(!fates.contains(outcome.id), "a packet has two fates");
            fates[outcome.id] = outcome.fate;
            if (outcome.fate == Fate::Delivered) {
                departures[outcome.id] = outcome.at - start;
                order.push_back(outcome.id);
            }
        }
    }

    LinkModel::PacketId m_next = 0;
};

LinkSettings link(nanoseconds delay, std::optional<BitRate> rate = {})
{
    LinkSettings settings;
    settings.delay = delay;
    settings.rate = rate;
    return settings;
}

constexpr BitRate tenMegabit{10'000'000}; // 1250 bytes take 1 ms
}

class LinkModelTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void departsWhenItShould_data();
    void departsWhenItShould();
    void queueDropsTheTail_data();
    void queueDropsTheTail();
    void jitterStaysWithinItsBounds_data();
    void jitterStaysWithinItsBounds();
    void lossFollowsTheSeed_data();
    void lossFollowsTheSeed();
    void lossDoesNotDependOnTiming();
    void changeOfRateHoldsForTheRestOfAPacket_data();
    void changeOfRateHoldsForTheRestOfAPacket();
    void shorterDelayDoesNotOvertake();
    void cutLosesWhatIsUnderWay();
    void arrivalBeforeTheLastLookIsTakenAsItIs();
    void endlessStreamIsRefused();
};

void LinkModelTest::departsWhenItShould_data()
{
    QTest::addColumn<qint64>("delayUs");
    QTest::addColumn<qint64>("bitsPerSecond");
    QTest::addColumn<QList<qint64>>("arrivalsUs");
    QTest::addColumn<QList<qint64>>("departuresUs");
    QTest::newRow("an ideal link adds nothing") << 0LL << 0LL << QList<qint64>{0, 0, 7} << QList<qint64>{0, 0, 7};
    QTest::newRow("delay alone is added to each") << 50000LL << 0LL << QList<qint64>{0, 1, 2000} << QList<qint64>{50000, 50001, 52000};
    QTest::newRow("the rate alone sends one after the other") << 0LL << 10'000'000LL << QList<qint64>{0, 0, 0} << QList<qint64>{1000, 2000, 3000};
    QTest::newRow("an idle line starts at once") << 0LL << 10'000'000LL << QList<qint64>{0, 5000, 5500} << QList<qint64>{1000, 6000, 7000};
    QTest::newRow("delay follows the line") << 50000LL << 10'000'000LL << QList<qint64>{0, 0, 9000} << QList<qint64>{51000, 52000, 60000};
    QTest::newRow("a slow line keeps its order") << 1000LL << 1'000'000LL << QList<qint64>{0, 1} << QList<qint64>{11000, 21000};
}

void LinkModelTest::departsWhenItShould()
{
    QFETCH(qint64, delayUs);
    QFETCH(qint64, bitsPerSecond);
    QFETCH(QList<qint64>, arrivalsUs);
    QFETCH(QList<qint64>, departuresUs);
    Run run(link(microseconds(delayUs), bitsPerSecond > 0 ? std::optional(BitRate{bitsPerSecond}) : std::nullopt));
    for (const qint64 at : arrivalsUs) {
        QCOMPARE(run.offer(microseconds(at)), Fate::Waiting);
    }
    // As a loop would: asked exactly when the model says.
    while (const auto next = run.model.nextDeparture()) {
        const std::size_t before = run.fates.size();
        if (*next - start > 1ns) {
            run.advance(*next - start - 1ns);
            QCOMPARE(run.fates.size(), before);
        }
        run.advance(*next - start);
        QVERIFY2(run.fates.size() > before, "the model named a moment at which nothing happened");
    }
    for (qsizetype i = 0; i < departuresUs.size(); ++i) {
        QCOMPARE(run.left(static_cast<LinkModel::PacketId>(i)), nanoseconds(microseconds(departuresUs[i])));
    }
    QVERIFY(run.nothingIsMissing());
}

void LinkModelTest::queueDropsTheTail_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<qint64>("milliseconds");
    QTest::addColumn<int>("offered");
    QTest::addColumn<int>("delivered");
    QTest::newRow("room for all") << 12500LL << 0LL << 10 << 10;
    QTest::newRow("one byte short of the last") << 12499LL << 0LL << 10 << 9;
    QTest::newRow("a queue of no size still passes what finds the line idle") << 0LL << 0LL << 10 << 1;
    QTest::newRow("smaller than a packet") << 1000LL << 0LL << 3 << 1;
    QTest::newRow("in time: as many as the line sends in 5 ms") << -1LL << 5LL << 10 << 5;
    QTest::newRow("in time: none") << -1LL << 0LL << 10 << 1;
}

void LinkModelTest::queueDropsTheTail()
{
    QFETCH(qint64, bytes);
    QFETCH(qint64, milliseconds);
    QFETCH(int, offered);
    QFETCH(int, delivered);
    LinkSettings settings = link(3ms, tenMegabit);
    settings.queue = bytes >= 0 ? QueueBound(QueueBytes{bytes}) : QueueBound(nanoseconds(std::chrono::milliseconds(milliseconds)));
    Run run(settings);
    for (int i = 0; i < offered; ++i) {
        QCOMPARE(run.offer(0ms), i < delivered ? Fate::Waiting : Fate::QueueFull);
    }
    QVERIFY(run.nothingIsMissing());
    run.advance(1s);
    QCOMPARE(run.order.size(), std::size_t(delivered));
    QCOMPARE(run.model.counters().lostToQueue, std::int64_t(offered - delivered));
    QCOMPARE(run.model.counters().queuedBytes, std::int64_t(0));
    QCOMPARE(run.offer(2s), Fate::Waiting); // it recovers
    QVERIFY(run.nothingIsMissing());
}

void LinkModelTest::jitterStaysWithinItsBounds_data()
{
    QTest::addColumn<bool>("reorder");
    QTest::addColumn<qint64>("spacingUs");
    QTest::newRow("far apart, in order") << false << 20000LL;
    QTest::newRow("close together, in order") << false << 1000LL;
    QTest::newRow("close together, order free") << true << 1000LL;
}

void LinkModelTest::jitterStaysWithinItsBounds()
{
    QFETCH(bool, reorder);
    QFETCH(qint64, spacingUs);
    LinkSettings settings = link(50ms);
    settings.jitter = 5ms;
    settings.reorder = reorder;
    Run run(settings);
    constexpr int packets = 20000;
    double sum = 0;
    for (int i = 0; i < packets; ++i) {
        run.offer(microseconds(i * spacingUs));
    }
    run.advance(1h);
    QCOMPARE(run.order.size(), std::size_t(packets));
    nanoseconds shortest = 1h;
    nanoseconds longest = 0ns;
    for (int i = 0; i < packets; ++i) {
        const nanoseconds taken = run.left(static_cast<LinkModel::PacketId>(i)) - microseconds(i * spacingUs);
        shortest = std::min(shortest, taken);
        longest = std::max(longest, taken);
        sum += duration<double, std::milli>(taken).count();
    }
    QVERIFY2(shortest >= 45ms && longest <= 55ms, qPrintable(QStringLiteral("%1 to %2 ns").arg(shortest.count()).arg(longest.count())));
    QVERIFY(longest - shortest > 8ms);
    QCOMPARE(std::ranges::is_sorted(run.order), !reorder);
    QVERIFY2(std::abs(sum / packets - 50) < 0.3, qPrintable(QString::number(sum / packets)));
}

void LinkModelTest::lossFollowsTheSeed_data()
{
    QTest::addColumn<double>("loss");
    QTest::addColumn<int>("least");
    QTest::addColumn<int>("most");
    QTest::newRow("none") << 0.0 << 0 << 0;
    QTest::newRow("one in a thousand") << 0.001 << 70 << 130; // of 100,000: mean 100, three standard deviations of 10
    QTest::newRow("one in ten") << 0.1 << 9700 << 10300;
    QTest::newRow("all") << 1.0 << 100000 << 100000;
}

void LinkModelTest::lossFollowsTheSeed()
{
    QFETCH(double, loss);
    QFETCH(int, least);
    QFETCH(int, most);
    LinkSettings settings = link(1ms);
    settings.loss = loss;
    const auto lostWith = [&settings](std::uint64_t seed) {
        Run run(settings, seed);
        for (int i = 0; i < 100000; ++i) {
            run.offer(microseconds(i * 10));
            run.advance(microseconds(i * 10));
        }
        run.advance(1h);
        std::vector<LinkModel::PacketId> lost;
        for (const auto &[id, fate] : run.fates) {
            if (fate == Fate::Lost) {
                lost.push_back(id);
            }
        }
        return lost;
    };
    const auto first = lostWith(7);
    QVERIFY2(int(first.size()) >= least && int(first.size()) <= most, qPrintable(QString::number(first.size())));
    QVERIFY(first == lostWith(7));
    if (loss > 0 && loss < 1) {
        QVERIFY(first != lostWith(8));
    }
}

void LinkModelTest::lossDoesNotDependOnTiming()
{
    LinkSettings settings = link(1ms, tenMegabit);
    settings.loss = 0.2;
    settings.queue = 20ms;
    Run hurried(settings, 3);
    Run patient(settings, 3);
    for (int i = 0; i < 500; ++i) {
        hurried.offer(0ms);
        patient.offer(milliseconds(i * 10));
        patient.advance(milliseconds(i * 10));
    }
    hurried.advance(1h);
    patient.advance(1h);
    QVERIFY(hurried.model.counters().lostToQueue > 0);
    QCOMPARE(patient.model.counters().lostToQueue, std::int64_t(0));
    for (const auto &[id, fate] : hurried.fates) {
        if (fate != Fate::QueueFull) {
            QCOMPARE(fate, patient.fates[id]);
        }
    }
}

void LinkModelTest::changeOfRateHoldsForTheRestOfAPacket_data()
{
    QTest::addColumn<qint64>("bitsPerSecond");
    QTest::addColumn<QList<qint64>>("departuresUs");
    // Three packets of 1 ms each at first; the change comes after 1.5 ms, in the middle of the second.
    QTest::newRow("slower: half a packet and one more at a tenth of the rate") << 1'000'000LL << QList<qint64>{1000, 6500, 16500};
    QTest::newRow("faster") << 100'000'000LL << QList<qint64>{1000, 1550, 1650};
    QTest::newRow("no limit any more: all at once") << 0LL << QList<qint64>{1000, 1500, 1500};
    QTest::newRow("the same") << 10'000'000LL << QList<qint64>{1000, 2000, 3000};
}

void LinkModelTest::changeOfRateHoldsForTheRestOfAPacket()
{
    QFETCH(qint64, bitsPerSecond);
    QFETCH(QList<qint64>, departuresUs);
    Run run(link(0ms, tenMegabit));
    for (int i = 0; i < 3; ++i) {
        run.offer(0ms);
    }
    run.change(link(0ms, bitsPerSecond > 0 ? std::optional(BitRate{bitsPerSecond}) : std::nullopt), 1500us);
    run.advance(1s);
    for (qsizetype i = 0; i < departuresUs.size(); ++i) {
        QCOMPARE(run.left(static_cast<LinkModel::PacketId>(i)), nanoseconds(microseconds(departuresUs[i])));
    }
    QVERIFY(run.nothingIsMissing());
}

void LinkModelTest::shorterDelayDoesNotOvertake()
{
    Run run(link(500ms));
    run.offer(0ms);
    run.change(link(10ms), 100ms);
    run.offer(100ms);
    run.offer(495ms);
    run.advance(1s);
    QCOMPARE(run.left(0), nanoseconds(500ms)); // on its way already
    QCOMPARE(run.left(1), nanoseconds(500ms)); // behind it
    QCOMPARE(run.left(2), nanoseconds(505ms));
    QVERIFY(std::ranges::is_sorted(run.order));
}

void LinkModelTest::cutLosesWhatIsUnderWay()
{
    const LinkSettings whole = link(10ms, tenMegabit);
    LinkSettings cut = whole;
    cut.cut = true;
    Run run(whole);
    for (int i = 0; i < 20; ++i) {
        run.offer(0ms);
    }
    run.change(cut, 15ms); // five have arrived (11 to 15 ms), ten are on their way, five wait
    QCOMPARE(run.order.size(), std::size_t(5));
    QCOMPARE(run.model.counters().lostToCut, std::int64_t(15));
    QVERIFY(!run.model.nextDeparture());
    QCOMPARE(run.offer(20ms), Fate::Cut);
    QVERIFY(run.nothingIsMissing());
    run.change(whole, 30s);
    QCOMPARE(run.offer(30s), Fate::Waiting);
    run.advance(31s);
    QCOMPARE(run.left(21), nanoseconds(30s + 11ms)); // nothing of the old queue delays it
    QVERIFY(run.nothingIsMissing());
}

void LinkModelTest::arrivalBeforeTheLastLookIsTakenAsItIs()
{
    // The loop looks a little ahead and the kernel stamps arrivals a little back.
    Run run(link(2ms, tenMegabit));
    run.offer(0ms);
    run.advance(10ms);
    run.offer(9900us);
    run.advance(1s);
    QCOMPARE(run.left(1), nanoseconds(12900us));
}

void LinkModelTest::endlessStreamIsRefused()
{
    Run run(link(60s));
    for (std::size_t i = 0; i < LinkModel::mostPackets; ++i) {
        QCOMPARE(run.offer(0ms), Fate::Waiting);
    }
    QCOMPARE(run.offer(1ms), Fate::QueueFull);
    run.advance(60s);
    QCOMPARE(run.offer(60s), Fate::Waiting);
    QVERIFY(run.nothingIsMissing());
}

NIGHTDESK_GUILESS_TEST(LinkModelTest)
#include "linkmodeltest.moc"
