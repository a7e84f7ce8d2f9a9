// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testprogram.h"

#include "tools/linkemu/linkoptions.h"

#include <QTest>

#include <string>
#include <vector>

using namespace Nightdesk;
using namespace std::chrono;

namespace
{
std::vector<std::string> wordsOf(const QStringList &list)
{
    std::vector<std::string> words;
    for (const QString &word : list) {
        words.push_back(word.toStdString());
    }
    return words;
}
}

class LinkOptionsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void readsQuantities();
    void refusesQuantities_data();
    void refusesQuantities();
    void readsOptions();
    void appliesChanges_data();
    void appliesChanges();
    void namesWhatIsWrong_data();
    void namesWhatIsWrong();
    void wrongChangeChangesNothing();
    void directionsDrawApart();
};

void LinkOptionsTest::readsQuantities()
{
    QVERIFY(parseTime("100ms") == nanoseconds(100ms));
    QVERIFY(parseTime("1.5ms") == nanoseconds(1500us));
    QVERIFY(parseTime("200us") == nanoseconds(200us));
    QVERIFY(parseTime("2s") == nanoseconds(2s));
    QVERIFY(parseTime("0") == 0ns);
    QVERIFY(*parseRate("30mbit") == BitRate{30'000'000});
    QVERIFY(*parseRate("0.5gbit") == BitRate{500'000'000});
    QVERIFY(*parseRate("512kbit") == BitRate{512'000});
    QVERIFY(!parseRate("unlimited")->has_value());
    QVERIFY(*parseQueue("256KiB") == QueueBound(QueueBytes{262144}));
    QVERIFY(*parseQueue("64kB") == QueueBound(QueueBytes{64000}));
    QVERIFY(*parseQueue("100ms") == QueueBound(nanoseconds(100ms)));
    QCOMPARE(*parseLoss("0.1%"), 0.001);
    QCOMPARE(*parseLoss("100%"), 1.0);
    QCOMPARE(*parseLoss("0"), 0.0);
}

void LinkOptionsTest::refusesQuantities_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char *text : {"",    " ",    "ms",    "-1ms",   "-0ms", "5",    "1e3ms", "10 ms",  "10m",     "nanms",  "infs",
                             "61s", "1ms2", "0x1ms", "1..5ms", "5%%",  "101%", "-1%",   "500bit", "200gbit", "300MiB", "5mB"}) {
        QTest::newRow(text) << QByteArray(text);
    }
}

void LinkOptionsTest::refusesQuantities()
{
    QFETCH(QByteArray, text);
    const std::string_view view(text.constData(), std::size_t(text.size()));
    QVERIFY(!parseTime(view));
    QVERIFY(!parseRate(view));
    QVERIFY(!parseQueue(view));
    QVERIFY(!parseLoss(view));
    QVERIFY(parseTime(view).error().starts_with("expected "));
}

void LinkOptionsTest::readsOptions()
{
    const std::vector<std::string_view> arguments{"--rtt",
                                                  "100ms",
                                                  "--jitter=1ms",
                                                  "--rate",
                                                  "30mbit",
                                                  "--up-rate=4mbit",
                                                  "--queue",
                                                  "256KiB",
                                                  "--loss",
                                                  "0.1%",
                                                  "--seed=18446744073709551615",
                                                  "--control",
                                                  "/run/x/c",
                                                  "--ready-fd",
                                                  "5",
                                                  "--backend",
                                                  "packet"};
    const auto options = parseLinkOptions(arguments);
    QVERIFY2(options.has_value(), options ? "" : options.error().c_str());
    QVERIFY(options->link.up.delay == 50ms && options->link.down.delay == 50ms);
    QVERIFY(options->link.up.jitter == 1ms);
    QVERIFY(options->link.up.rate == BitRate{4'000'000});
    QVERIFY(options->link.down.rate == BitRate{30'000'000});
    QVERIFY(options->link.down.queue == QueueBound(QueueBytes{262144}));
    QCOMPARE(options->link.down.loss, 0.001);
    QCOMPARE(options->seed, ~std::uint64_t(0));
    QCOMPARE(options->control, std::string("/run/x/c"));
    QCOMPARE(options->readyFd, 5);
    QVERIFY(options->backend == LinkBackend::Packet);
}

void LinkOptionsTest::appliesChanges_data()
{
    QTest::addColumn<QStringList>("changes");
    QTest::addColumn<bool>("upCut");
    QTest::addColumn<bool>("downCut");
    QTest::addColumn<qint64>("downDelayMs");
    QTest::newRow("cut alone means both") << QStringList{QStringLiteral("cut")} << true << true << 10LL;
    QTest::newRow("cut one way") << QStringList{QStringLiteral("cut=up")} << true << false << 10LL;
    QTest::newRow("the last word holds") << QStringList{QStringLiteral("cut=both"), QStringLiteral("restore=up")} << false << true << 10LL;
    QTest::newRow("restore alone means both") << QStringList{QStringLiteral("cut"), QStringLiteral("restore")} << false << false << 10LL;
    QTest::newRow("one way slower") << QStringList{QStringLiteral("down-delay=70ms")} << false << false << 70LL;
    QTest::newRow("the round trip is shared") << QStringList{QStringLiteral("rtt=500ms")} << false << false << 250LL;
    QTest::newRow("no change") << QStringList{} << false << false << 10LL;
}

void LinkOptionsTest::appliesChanges()
{
    QFETCH(QStringList, changes);
    QFETCH(bool, upCut);
    QFETCH(bool, downCut);
    QFETCH(qint64, downDelayMs);
    TwoWaySettings before;
    before.up.delay = before.down.delay = 10ms;
    const auto words = wordsOf(changes);
    const std::vector<std::string_view> views(words.begin(), words.end());
    const auto after = withAssignments(before, views);
    QVERIFY2(after.has_value(), after ? "" : after.error().c_str());
    QCOMPARE(after->up.cut, upCut);
    QCOMPARE(after->down.cut, downCut);
    QVERIFY(after->down.delay == milliseconds(downDelayMs));
}

void LinkOptionsTest::namesWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("named");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const QString &arguments, const char *named, const char *expected) {
        QTest::newRow(name) << arguments.split(QLatin1Char(' '), Qt::SkipEmptyParts) << QString::fromLatin1(named) << QString::fromLatin1(expected);
    };
    row("no unit", QStringLiteral("--control c --rtt 100"), "--rtt=100", "100ms");
    row("no value", QStringLiteral("--control c --rtt"), "--rtt", "expected a value");
    row("negative", QStringLiteral("--control c --delay -5ms"), "--delay=-5ms", "expected a time");
    row("no such option", QStringLiteral("--control c --latency 5ms"), "--latency", "expected rtt, delay");
    row("a round trip has no direction", QStringLiteral("--control c --up-rtt 5ms"), "--up-rtt", "all but rtt");
    row("a word too many", QStringLiteral("--control c fast"), "fast", "expected an option");
    row("dashes alone", QStringLiteral("--"), "--", "expected an option");
    row("rate in bytes", QStringLiteral("--control c --rate 3MB"), "--rate=3MB", "30mbit");
    row("too slow a rate", QStringLiteral("--control c --rate 0"), "--rate=0", "1kbit");
    row("queue without unit", QStringLiteral("--control c --queue 256"), "--queue=256", "256KiB");
    row("loss above all", QStringLiteral("--control c --loss 100.1%"), "--loss=100.1%", "100%");
    row("loss without per cent", QStringLiteral("--control c --loss 0.1"), "--loss=0.1", "0.1%");
    row("seed with a sign", QStringLiteral("--control c --seed -1"), "--seed=-1", "whole number");
    row("seed too large", QStringLiteral("--control c --seed 18446744073709551616"), "--seed=", "whole number");
    row("descriptor that is none", QStringLiteral("--control c --ready-fd x"), "--ready-fd=x", "descriptor");
    row("backend that is none", QStringLiteral("--control c --backend netem"), "--backend=netem", "auto, tun or packet");
    row("no control socket", QStringLiteral("--rtt 100ms"), "--control", "expected the path");
    row("empty control socket", QStringLiteral("--control="), "--control", "expected the path");
    row("jitter beyond the delay", QStringLiteral("--control c --rtt 10ms --jitter 6ms"), "--jitter", "at most the one-way delay");
    row("jitter without delay", QStringLiteral("--control c --jitter 1ms"), "--jitter", "at most the one-way delay");
    row("cut which way", QStringLiteral("--control c --cut left"), "--cut=left", "both, up or down");
    row("reorder perhaps", QStringLiteral("--control c --reorder maybe"), "--reorder=maybe", "on or off");
}

void LinkOptionsTest::namesWhatIsWrong()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, named);
    QFETCH(QString, expected);
    const auto words = wordsOf(arguments);
    const std::vector<std::string_view> views(words.begin(), words.end());
    const auto options = parseLinkOptions(views);
    QVERIFY(!options);
    const QString error = QString::fromStdString(options.error());
    QVERIFY2(error.contains(named), qPrintable(error));
    QVERIFY2(error.contains(expected), qPrintable(error));
}

void LinkOptionsTest::wrongChangeChangesNothing()
{
    TwoWaySettings before;
    before.up.delay = before.down.delay = 10ms;
    before.up.jitter = 5ms;
    for (const auto &changes : {std::vector<std::string_view>{"rtt=500ms", "rate=fast"}, {"rtt=8ms"}, {"=5"}, {""}, {"seed=4"}, {"up-cut=both"}}) {
        const auto after = withAssignments(before, changes);
        QVERIFY(!after);
        QVERIFY(after.error().find("expected ") != std::string::npos);
    }
    QVERIFY(withAssignments(before, std::vector<std::string_view>{"rtt=8ms", "jitter=0"}).has_value());
}

void LinkOptionsTest::directionsDrawApart()
{
    QVERIFY(upSeed(1) != downSeed(1));
    QVERIFY(downSeed(1) != downSeed(2));
}

NIGHTDESK_GUILESS_TEST(LinkOptionsTest)
#include "linkoptionstest.moc"
