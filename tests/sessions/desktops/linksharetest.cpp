// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/linkcapacity.h"
#include "sessions/desktops/linkgauge.h"
#include "sessions/desktops/shareout.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>

using namespace Nightdesk;
using namespace std::chrono_literals;

using Wishes = std::vector<DesktopBandwidthRequest>;
using Shares = std::vector<std::int64_t>;
using Rank = BandwidthRank;

namespace
{
constexpr std::int64_t k = 1000;

std::int64_t sum(const Shares &shares)
{
    return std::accumulate(shares.begin(), shares.end(), std::int64_t{0});
}

/// A path with one narrow place, and desktops that send what they want or what they may.
class Path
{
public:
    std::int64_t capacity = 500 * k;
    std::chrono::microseconds base = 100ms;
    std::int64_t othersRate = 0; ///< of somebody else, in the same queue
    Wishes wishes; ///< what they truly want
    std::int64_t sent = 0; ///< by the desktops, in the last step
    std::int64_t delivered = 0; ///< in the last step, of them
    Shares shares;

    void run(std::chrono::milliseconds time)
    {
        constexpr auto step = 10ms;
        for (auto left = time; left > 0ms; left -= step) {
            m_now += step;
            sent = 0;
            for (std::size_t i = 0; i < wishes.size(); ++i) {
                const std::int64_t demand = wishes[i].demand.value_or(100'000 * k);
                sent += (shares.empty() ? demand : std::min(demand, shares[i])) / 100;
            }
            m_queue += sent + othersRate / 100;
            const std::int64_t carried = std::min(m_queue, capacity / 100);
            // A share of what comes through, as of what goes in.
            delivered = carried * sent / std::max<std::int64_t>(1, sent + othersRate / 100);
            m_queue = std::min(m_queue - carried, capacity * 2); // TCP goes no further
            m_arrived += delivered;
            if (m_now >= m_pulseAt) {
                m_pulseAt = m_now + 200ms;
                ping();
            }
        }
    }
    std::chrono::milliseconds queueingTime() const
    {
        return std::chrono::milliseconds(m_queue * 1000 / capacity);
    }
    bool isRateLimited() const
    {
        return m_load.isRateLimited();
    }

private:
    void ping()
    {
        m_gauge.add(m_now, base + queueingTime(), m_arrived);
        m_load.addMeasurement(m_now, m_gauge.minimumRoundTrip(), m_gauge.queueingTime(), m_gauge.rate());
        if (m_load.takeQueueOfOtherTrafficFlag()) {
            m_gauge.resetMinimumRoundTrip();
        }
        const auto budget = m_load.totalDesktopRateLimit();
        shares = budget ? shareOut(*budget, wishes) : Shares();
    }

    std::chrono::steady_clock::time_point m_now{1h};
    std::chrono::steady_clock::time_point m_pulseAt;
    std::int64_t m_queue = 0;
    std::int64_t m_arrived = 0;
    LinkGauge m_gauge;
    LinkCapacity m_load;
};
}

class LinkShareTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void division_data();
    void division();
    void anyDivisionIsFair();
    void gaugeReadsPings();
    void capacity_data();
    void capacity();
    void whatIsFullBecomesShort_data();
    void whatIsFullBecomesShort();
    void whatBecomesFreeIsUsed();
    void nobodyIsHeldForAQueueThatIsNotOurs();
    void aLongerPathIsBelieved();
    void aFreeLinkIsNeverLimited();
};

void LinkShareTest::division_data()
{
    QTest::addColumn<std::int64_t>("capacity");
    QTest::addColumn<Wishes>("wishes");
    QTest::addColumn<Shares>("expected");
    const auto row = [](const char *name, std::int64_t capacity, const Wishes &wishes, const Shares &expected) {
        QTest::newRow(name) << capacity << wishes << expected;
    };
    row("nobody is there", 500 * k, {}, {});
    row("one that wants everything has it", 500 * k, {{Rank::Visible, {}}}, {500 * k});
    row("two that want everything have half each", 500 * k, {{Rank::Visible, {}}, {Rank::Visible, {}}}, {250 * k, 250 * k});
    row("the smaller demand is met, the rest is the larger one's", 500 * k, {{Rank::Visible, {}}, {Rank::Visible, 100 * k}}, {400 * k, 100 * k});
    row("smallest first, two share what is left",
        600 * k,
        {{Rank::Visible, 400 * k}, {Rank::Visible, 100 * k}, {Rank::Visible, {}}},
        {250 * k, 100 * k, 250 * k});
    row("the focus has what it wants", 500 * k, {{Rank::Visible, {}}, {Rank::Focused, 300 * k}}, {200 * k, 300 * k});
    row("a focus that wants everything leaves a quarter", 400 * k, {{Rank::Visible, {}}, {Rank::Focused, {}}}, {100 * k, 300 * k});
    row("a focus that wants everything leaves no more than is wanted", 400 * k, {{Rank::Visible, 20 * k}, {Rank::Focused, {}}}, {20 * k, 380 * k});
    row("what is behind has its trickle of a tenth",
        400 * k,
        {{Rank::Visible, {}}, {Rank::Focused, {}}, {Rank::CoveredByWindows, {}}, {Rank::CoveredByWindows, 500 * k}},
        {90 * k, 270 * k, 20 * k, 20 * k});
    row("what is behind and wants little has only that", 400 * k, {{Rank::Visible, {}}, {Rank::CoveredByWindows, 4 * k}}, {396 * k, 4 * k});
    row("what is away has nothing", 400 * k, {{Rank::NoUpdates, {}}, {Rank::Visible, {}}}, {0, 400 * k});
    row("what nobody wants is spread over those in sight", 400 * k, {{Rank::Visible, 100 * k}, {Rank::Focused, 100 * k}}, {200 * k, 200 * k});
    row("nothing to share: who is not away still lives",
        0,
        {{Rank::Visible, {}}, {Rank::CoveredByWindows, {}}, {Rank::NoUpdates, {}}},
        {leastShare, leastShare, 0});
    row("a capacity below nothing", -5, {{Rank::Focused, {}}}, {leastShare});
    row("a demand below nothing", 100 * k, {{Rank::Focused, -7}, {Rank::Visible, {}}}, {leastShare, 100 * k});
}

void LinkShareTest::division()
{
    QFETCH(std::int64_t, capacity);
    QFETCH(Wishes, wishes);
    QFETCH(Shares, expected);
    QCOMPARE(shareOut(capacity, wishes), expected);
}

void LinkShareTest::anyDivisionIsFair()
{
    std::mt19937 random(6);
    const auto upTo = [&random](std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(0, most)(random);
    };
    for (int i = 0; i < 20'000; ++i) {
        const std::int64_t capacity = 64 * k + upTo(4000 * k);
        Wishes wishes(static_cast<std::size_t>(1 + upTo(9)));
        for (DesktopBandwidthRequest &wish : wishes) {
            wish.rank = static_cast<Rank>(upTo(3));
            wish.demand = upTo(3) == 0 ? std::nullopt : std::optional(upTo(upTo(1) == 0 ? 2 * capacity : 50 * k));
        }
        const auto focus = std::ranges::find(wishes, Rank::Focused, &DesktopBandwidthRequest::rank);
        const Shares shares = shareOut(capacity, wishes);
        QCOMPARE(shares.size(), wishes.size());
        QCOMPARE(shareOut(capacity, wishes), shares);
        const auto poor = std::ranges::count(shares, leastShare);
        QVERIFY(sum(shares) <= capacity + poor * leastShare);
        const auto wanted = [&](std::size_t j) {
            return std::min(wishes[j].demand.value_or(capacity), capacity);
        };
        std::int64_t behind = 0;
        for (std::size_t a = 0; a < wishes.size(); ++a) {
            QVERIFY(shares[a] >= (wishes[a].rank == Rank::NoUpdates ? 0 : leastShare));
            QVERIFY(wishes[a].rank != Rank::NoUpdates || shares[a] == 0);
            behind += wishes[a].rank == Rank::CoveredByWindows ? shares[a] : 0;
            if (wishes[a].rank != Rank::Visible || shares[a] >= wanted(a)) {
                continue;
            }
            // It starves: nobody beside it has more than it and an even part's rest, nor more than it wants.
            for (std::size_t b = 0; b < wishes.size(); ++b) {
                if (wishes[b].rank == Rank::Visible) {
                    QVERIFY(shares[b] <= shares[a] + static_cast<std::int64_t>(wishes.size()) || shares[b] == leastShare);
                    QVERIFY(shares[b] <= std::max(wanted(b), leastShare));
                }
            }
        }
        QVERIFY(behind <= capacity / 10 + static_cast<std::int64_t>(wishes.size()) * leastShare);
        if (focus != wishes.end() && std::ranges::count(wishes, Rank::Focused, &DesktopBandwidthRequest::rank) == 1) {
            const auto at = static_cast<std::size_t>(focus - wishes.begin());
            QVERIFY(shares[at] >= std::min(wanted(at), capacity * 9 / 10 * 3 / 4 - 10));
        }
        // Whoever wants more never gets less for it.
        const auto greedy = static_cast<std::size_t>(upTo(static_cast<std::int64_t>(wishes.size()) - 1));
        const bool isContent = shares[greedy] >= wanted(greedy);
        wishes[greedy].demand.reset();
        QVERIFY(isContent || shareOut(capacity, wishes)[greedy] >= shares[greedy]);
    }
}

void LinkShareTest::gaugeReadsPings()
{
    LinkGauge gauge;
    const LinkGauge::Instant start{1h};
    QCOMPARE(gauge.rate(), 0);
    QCOMPARE(gauge.roundTrip(), 0us);
    QCOMPARE(gauge.queueingTime(), 0us);
    gauge.resetMinimumRoundTrip(); // of nothing
    gauge.add(start, 100ms, 0);
    QCOMPARE(gauge.rate(), 0);
    gauge.add(start + 500ms, 160ms, 50'000);
    QCOMPARE(gauge.rate(), 100'000);
    QCOMPARE(gauge.roundTrip(), 160ms);
    QCOMPARE(gauge.minimumRoundTrip(), 100ms);
    QCOMPARE(gauge.queueingTime(), 60ms);
    gauge.add(start + 700ms, 90ms, 50'000); // the rate is of half a second at least
    QCOMPARE(gauge.minimumRoundTrip(), 90ms);
    QCOMPARE(gauge.rate(), 50'000 * 10 / 7);
    gauge.add(start + 900ms, 95ms, 10); // another connection
    QCOMPARE(gauge.rate(), 0);
    QCOMPARE(gauge.minimumRoundTrip(), 95ms);
    gauge.add(start + 6min, 140ms, 20);
    QCOMPARE(gauge.minimumRoundTrip(), 95ms); // of the minutes before
    gauge.add(start + 12min, 150ms, 30);
    QCOMPARE(gauge.minimumRoundTrip(), 140ms);
    gauge.resetMinimumRoundTrip();
    QCOMPARE(gauge.minimumRoundTrip(), 150ms);
    // A host whose kernel answers 20 ms sooner than its sshd is not full.
    gauge.begin(100ms);
    QCOMPARE(gauge.roundTrip(), 100ms);
    QCOMPARE(gauge.minimumRoundTrip(), 100ms);
    QCOMPARE(gauge.queueingTime(), 0us);
    QCOMPARE(gauge.rate(), 0);
    gauge.add(start + 13min, 120ms, 40'000);
    QCOMPARE(gauge.minimumRoundTrip(), 120ms);
    QCOMPARE(gauge.queueingTime(), 0us);
}

void LinkShareTest::capacity_data()
{
    using Looks = QList<QPair<int, int>>; // queue in ms, rate in kB/s; 200 ms apart
    QTest::addColumn<Looks>("looks");
    QTest::addColumn<bool>("limited");
    QTest::newRow("nothing") << Looks{} << false;
    QTest::newRow("one full look is an update of a hidden desktop") << Looks{{100, 500}, {0, 500}, {100, 500}, {0, 0}} << false;
    QTest::newRow("four are a stream that begins, of which too little has arrived") << Looks{{100, 50}, {100, 100}, {100, 200}, {100, 300}} << false;
    QTest::newRow("a second of it is a full link") << Looks(5, {100, 500}) << true;
    QTest::newRow("two that waited for as long as it takes are enough") << Looks{{700, 400}, {900, 500}} << true;
    QTest::newRow("one of them is not") << Looks{{900, 400}, {0, 500}} << false;
    QTest::newRow("a short queue is none") << Looks{{15, 500}, {15, 500}, {19, 500}} << false;
    QTest::newRow("a queue in which nothing of ours flows") << Looks{{100, 2}, {100, 2}, {100, 2}} << false;
    QTest::newRow("it stays limited when the queue has gone") << Looks(5, {100, 500}) + Looks(3, {0, 480}) << true;
    Looks quiet(5, {100, 500});
    quiet += Looks(24, {0, 100});
    QTest::newRow("and while nobody knows whether it is needed") << quiet << true;
    quiet += Looks(4, {0, 100});
    QTest::newRow("until nobody has needed it for a while") << quiet << false;
}

void LinkShareTest::capacity()
{
    using Looks = QList<QPair<int, int>>;
    QFETCH(Looks, looks);
    QFETCH(bool, limited);
    LinkCapacity capacity;
    LinkCapacity::Instant now{1h};
    for (const auto &[queueingTime, rate] : std::as_const(looks)) {
        now += 200ms;
        capacity.addMeasurement(now, 100ms, std::chrono::milliseconds(queueingTime), rate * k);
    }
    QCOMPARE(capacity.isRateLimited(), limited);
    QCOMPARE(capacity.totalDesktopRateLimit().has_value(), limited);
}

void LinkShareTest::whatIsFullBecomesShort_data()
{
    QTest::addColumn<Wishes>("wishes");
    QTest::addColumn<std::int64_t>("capacity");
    QTest::addColumn<int>("base");
    for (const int base : {10, 100, 500}) {
        for (const std::int64_t capacity : {100 * k, 500 * k, 3750 * k}) {
            const auto name = [&](const char *what) {
                return QStringLiteral("%1, %2 kB/s, %3 ms").arg(QLatin1String(what)).arg(capacity / k).arg(base).toLatin1();
            };
            QTest::newRow(name("two streams").constData()) << Wishes{{Rank::Visible, {}}, {Rank::Visible, {}}} << capacity << base;
            QTest::newRow(name("a quiet focus beside a stream").constData()) << Wishes{{Rank::Focused, capacity / 50}, {Rank::Visible, {}}} << capacity << base;
            QTest::newRow(name("a little too much").constData())
                << Wishes{{Rank::Focused, capacity * 7 / 10}, {Rank::Visible, capacity * 4 / 10}} << capacity << base;
        }
    }
}

void LinkShareTest::whatIsFullBecomesShort()
{
    QFETCH(Wishes, wishes);
    QFETCH(std::int64_t, capacity);
    QFETCH(int, base);
    Path path;
    path.capacity = capacity;
    path.base = std::chrono::milliseconds(base);
    path.run(2s); // nobody is there yet
    path.wishes = wishes;
    path.run(12s);
    QVERIFY(path.isRateLimited());
    int shortOnes = 0;
    std::int64_t delivered = 0;
    constexpr int steps = 3000;
    for (int i = 0; i < steps; ++i) {
        path.run(10ms);
        shortOnes += path.queueingTime() <= LinkCapacity::fullQueueThreshold(path.base) ? 1 : 0;
        delivered += path.delivered;
        QVERIFY(path.isRateLimited());
    }
    QVERIFY2(shortOnes > steps * 8 / 10, qPrintable(QString::number(shortOnes)));
    const std::int64_t rate = delivered * 100 / steps;
    QVERIFY2(rate > capacity * 85 / 100, qPrintable(QString::number(rate)));
}

void LinkShareTest::whatBecomesFreeIsUsed()
{
    Path path;
    path.run(1s);
    path.wishes = {{Rank::Visible, 2000 * k}, {Rank::Focused, 800 * k}};
    path.run(10s);
    QVERIFY(path.isRateLimited());
    path.capacity = 3750 * k;
    path.run(12s);
    QVERIFY2(path.sent * 100 > 2500 * k, qPrintable(QString::number(path.sent * 100)));
    path.wishes = {{Rank::Visible, 5 * k}, {Rank::Focused, 5 * k}};
    path.run(8s);
    QVERIFY(!path.isRateLimited());
}

void LinkShareTest::nobodyIsHeldForAQueueThatIsNotOurs()
{
    Path path;
    path.capacity = 3750 * k;
    path.run(1s);
    path.othersRate = 3600 * k; // somebody's download keeps the queue where it is
    path.wishes = {{Rank::Visible, 300 * k}, {Rank::Focused, 100 * k}};
    path.run(30s);
    QVERIFY2(path.sent * 100 > 150 * k, qPrintable(QString::number(path.sent * 100)));
    path.othersRate = 0;
    path.run(15s);
    QVERIFY2(path.sent * 100 >= 390 * k, qPrintable(QString::number(path.sent * 100)));
}

void LinkShareTest::aLongerPathIsBelieved()
{
    Path path;
    path.wishes = {{Rank::Visible, 200 * k}, {Rank::Focused, 100 * k}};
    path.run(2s);
    path.base = 180ms; // another way round, longer for good
    path.run(20s);
    QVERIFY2(path.sent * 100 >= 290 * k, qPrintable(QString::number(path.sent * 100)));
    path.run(10s);
    QVERIFY(!path.isRateLimited() || path.sent * 100 >= 290 * k);
}

void LinkShareTest::aFreeLinkIsNeverLimited()
{
    std::mt19937 random(17);
    for (int i = 0; i < 100; ++i) {
        Path path;
        path.capacity = 200 * k + static_cast<std::int64_t>(random() % 4000) * k;
        path.base = std::chrono::milliseconds(random() % 1000);
        for (std::int64_t left = path.capacity * 9 / 10; left > 0;) {
            const auto demand = std::max<std::int64_t>(10 * k, left / 2);
            path.wishes.push_back({static_cast<Rank>(random() % 3), demand});
            left -= demand;
        }
        path.run(10s);
        QVERIFY(!path.isRateLimited());
    }
}

NIGHTDESK_GUILESS_TEST(LinkShareTest)
#include "linksharetest.moc"
