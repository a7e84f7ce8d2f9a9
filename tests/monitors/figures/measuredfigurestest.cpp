// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/figures/measuredfigures.h"
#include "tests/support/testprogram.h"
#include "widgets/wording/measuretext.h"

#include <QJsonArray>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
QJsonObject layer(const QString &name, const QString &certainty, std::optional<double> now, std::optional<double> least = {})
{
    QJsonObject object{{u"layer"_s, name}, {u"certainty"_s, certainty}};
    if (now) {
        object.insert(u"nowMs"_s, *now);
    }
    if (least) {
        object.insert(u"minMs"_s, *least);
        object.insert(u"p50Ms"_s, *least + 1);
        object.insert(u"p95Ms"_s, *least + 2);
    }
    return object;
}

/// Two connections with a desktop in each.
QJsonObject state(std::optional<double> ssh, std::optional<double> received, double frames)
{
    QJsonObject gateway = layer(u"network"_s, u"measured"_s, 2, 2);
    gateway.insert(u"to"_s, u"gateway.example"_s);
    QJsonObject link{
        {u"profile"_s, u"lris"_s},
        {u"id"_s, u"summit"_s},
        {u"host"_s, u"summit.example"_s},
        {u"state"_s, u"live"_s},
        {u"layers"_s, QJsonArray{gateway, layer(u"queue"_s, u"unknown"_s, {}), layer(u"ssh"_s, u"measured"_s, ssh, 100)}},
        {u"compression"_s, QJsonObject{{u"received"_s, QJsonObject{{u"ratio10s"_s, 2.4}}}, {u"verdict"_s, u"compressed-twice"_s}}},
        {u"flow"_s,
         QJsonObject{
             {u"received"_s,
              QJsonObject{{u"bound"_s, u"receive-window"_s}, {u"certainty"_s, u"measured"_s}, {u"windowBytes"_s, 8192}, {u"allowedBytesPerSecond"_s, 81920}}}}},
    };
    if (received) {
        link.insert(u"inBytesPerSecond"_s, *received);
    }
    const auto display = [frames](const QString &profile, const QString &title) {
        return QJsonObject{
            {u"profile"_s, profile},
            {u"id"_s, u"control"_s},
            {u"title"_s, title},
            {u"link"_s, u"summit"_s},
            {u"distributions"_s,
             QJsonArray{QJsonObject{{u"distribution"_s, u"input-to-change"_s},
                                    {u"count"_s, 1200},
                                    {u"p50"_s, 104.5},
                                    {u"p95"_s, 180.0},
                                    {u"below50Ms"_s, 0.0},
                                    {u"below150Ms"_s, 0.5}},
                        QJsonObject{{u"distribution"_s, u"bytes-per-input"_s}, {u"count"_s, 1100}, {u"p50"_s, 2048.0}, {u"p95"_s, 8192.0}},
                        QJsonObject{{u"distribution"_s, u"of-a-later-version"_s}, {u"count"_s, 1}}}},
            {u"figures"_s,
             QJsonObject{{u"framesPerSecond"_s, frames},
                         {u"layers"_s, QJsonArray{layer(u"vnc-fence"_s, u"measured"_s, 103, 101)}},
                         {u"encodings10s"_s,
                          QJsonArray{QJsonObject{{u"kind"_s, u"jpeg"_s}, {u"pixels"_s, 0.25}, {u"bytes"_s, 1.0}},
                                     QJsonObject{{u"kind"_s, u"copy"_s}, {u"pixels"_s, 0.75}, {u"bytes"_s, 0.0}}}}}},
        };
    };
    const QJsonObject program{
        {u"profile"_s, u"lris"_s},
        {u"id"_s, u"ds9"_s},
        {u"title"_s, u"Image display"_s},
        {u"kind"_s, u"window"_s},
        {u"link"_s, u"summit"_s},
        {u"figures"_s, QJsonObject{{u"layers"_s, QJsonArray{layer(u"x-server"_s, u"measured"_s, 2, 1), layer(u"x-round-trip"_s, u"estimated"_s, ssh, 101)}}}}};
    QJsonObject other = link;
    other.insert(u"profile"_s, u"hires"_s);
    other.insert(u"host"_s, u"other.example"_s);
    return {
        {u"process"_s, 4711},
        {u"links"_s, QJsonArray{link, other}},
        {u"displays"_s,
         QJsonArray{display(u"lris"_s, u"Guider"_s), display(u"hires"_s, u"Slit"_s), QJsonObject{{u"id"_s, u"failed"_s}, {u"profile"_s, u"lris"_s}}, program}}};
}
}

/// What `nightdesk measure` makes of a console's answers.
class MeasuredFiguresTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void percentiles_data();
    void percentiles();
    void oneReadingKeepsTheConsolesTimes();
    void onlyOneConnection_data();
    void onlyOneConnection();
    void whatIsLostIsNotPrinted();
    void text();
    void textOfNothingKnown();
};

void MeasuredFiguresTest::percentiles_data()
{
    QTest::addColumn<QList<double>>("times");
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("median");
    QTest::addColumn<double>("p95");
    QTest::newRow("two readings") << QList<double>{120, 100} << 100.0 << 100.0 << 120.0;
    QTest::newRow("three readings") << QList<double>{120, 100, 110} << 100.0 << 110.0 << 120.0;
    QList<double> twenty;
    for (int i = 20; i > 0; --i) {
        twenty.append(i);
    }
    QTest::newRow("of twenty the nineteenth is at 95 %") << twenty << 1.0 << 10.0 << 19.0;
}

void MeasuredFiguresTest::percentiles()
{
    QFETCH(const QList<double>, times);
    MeasuredFigures figures;
    for (const double time : times) {
        figures.addReport(state(time, time * 1000, time / 10));
    }
    const QJsonObject result = figures.result();
    QCOMPARE(result["readings"_L1].toInt(), times.size());
    const QJsonValue link = result["links"_L1][0];
    const QJsonValue ssh = link["layers"_L1][2];
    QCOMPARE(ssh["nowMs"_L1].toDouble(), times.constLast());
    QTEST(ssh["minMs"_L1].toDouble(), "least");
    QTEST(ssh["p50Ms"_L1].toDouble(), "median");
    QTEST(ssh["p95Ms"_L1].toDouble(), "p95");
    QFETCH(const double, median);
    QCOMPARE(link["sampled"_L1]["inBytesPerSecond"_L1]["p50"_L1].toDouble(), median * 1000);
    QCOMPARE(link["sampled"_L1]["compression.received.ratio10s"_L1]["p95"_L1].toDouble(), 2.4);
    QCOMPARE(result["displays"_L1][1]["figures"_L1]["sampled"_L1]["framesPerSecond"_L1]["p50"_L1].toDouble(), median / 10);
}

void MeasuredFiguresTest::oneReadingKeepsTheConsolesTimes()
{
    MeasuredFigures figures;
    const QJsonObject status = state(105, 1000, 12);
    figures.addReport(status);
    const QJsonObject result = figures.result();
    QCOMPARE(result["links"_L1].toArray().size(), 2);
    QCOMPARE(result["links"_L1], status["links"_L1]); // the same values
    QCOMPARE(result["displays"_L1][0]["figures"_L1], status["displays"_L1][0]["figures"_L1]);
    QCOMPARE(result["displays"_L1][2]["figures"_L1], status["displays"_L1][3]["figures"_L1]); // of an X program
    QCOMPARE(result["displays"_L1].toArray().size(), 3); // the failed one has no figures
    const QJsonValue link = result["links"_L1][0];
    QCOMPARE(link["layers"_L1][2]["minMs"_L1].toDouble(), 100.0);
    QVERIFY(link["sampled"_L1].isUndefined());
    QCOMPARE(link["inBytesPerSecond"_L1].toDouble(), 1000.0);
    QCOMPARE(result["displays"_L1][0]["distributions"_L1][0]["count"_L1].toInt(), 1200);
}

void MeasuredFiguresTest::onlyOneConnection_data()
{
    QTest::addColumn<QString>("link");
    QTest::addColumn<QStringList>("hosts");
    QTest::addColumn<QStringList>("displays");
    QTest::newRow("all") << QString() << QStringList{u"summit.example"_s, u"other.example"_s} << QStringList{u"Guider"_s, u"Slit"_s, u"Image display"_s};
    QTest::newRow("by its host") << u"other.example"_s << QStringList{u"other.example"_s} << QStringList{u"Slit"_s};
    QTest::newRow("by an id that two have") << u"summit"_s << QStringList{u"summit.example"_s, u"other.example"_s}
                                            << QStringList{u"Guider"_s, u"Slit"_s, u"Image display"_s};
    QTest::newRow("no such host") << u"example"_s << QStringList{} << QStringList{};
}

void MeasuredFiguresTest::onlyOneConnection()
{
    QFETCH(const QString, link);
    MeasuredFigures figures(link);
    figures.addReport(state(105, 1000, 12));
    QStringList hosts;
    QStringList displays;
    const QJsonObject result = figures.result();
    for (const QJsonValue &each : result["links"_L1].toArray()) {
        hosts.append(each["host"_L1].toString());
    }
    for (const QJsonValue &each : result["displays"_L1].toArray()) {
        displays.append(each["title"_L1].toString());
    }
    QTEST(hosts, "hosts");
    QTEST(displays, "displays");
    QCOMPARE(figures.isEmpty(), hosts.isEmpty());
    QCOMPARE(figures.hosts(), (QStringList{u"summit.example"_s, u"other.example"_s}));
}

void MeasuredFiguresTest::whatIsLostIsNotPrinted()
{
    MeasuredFigures figures;
    figures.addReport(state(105, 1000, 12));
    figures.addReport(state({}, {}, 12));
    const QJsonValue link = figures.result()["links"_L1][0];
    QVERIFY(link["layers"_L1][2]["nowMs"_L1].isUndefined());
    QCOMPARE(link["layers"_L1][2]["p95Ms"_L1].toDouble(), 105.0); // of the reading that had one
    QVERIFY(link["layers"_L1][1]["minMs"_L1].isUndefined()); // never known
    QVERIFY(link["inBytesPerSecond"_L1].isUndefined());
    figures.addReport({});
    QVERIFY(figures.isEmpty());
    QVERIFY(figures.result()["links"_L1].toArray().isEmpty());
}

void MeasuredFiguresTest::text()
{
    MeasuredFigures figures(u"summit.example"_s);
    figures.addReport(state(105, 2048, 12));
    figures.addReport(state(107, 4096, 14));
    const QString text = MeasureText::figuresText(figures.result());
    QVERIFY2(text.startsWith(u"Connection to summit.example (live)\n"_s), qPrintable(text));
    for (const QString &part : {u"Network to gateway.example"_s,
                                u"Received: 4.0 KiB/s, limited by the TCP receive window: 8.0 KiB allow 80.0 KiB/s (measured)."_s,
                                u"Data is compressed twice"_s,
                                u"Desktop Guider on summit.example\n"_s,
                                u"VNC fence"_s,
                                u"Program Image display on summit.example\n"_s}) {
        QVERIFY2(text.contains(part), qPrintable(part + u" is missing in\n"_s + text));
    }
    const QStringList lines = text.split(u'\n');
    const auto cells = [&lines](const QString &title) {
        for (const QString &line : lines) {
            if (line.startsWith(u"  "_s + title)) {
                return line.sliced(title.size() + 2).simplified();
            }
        }
        return QString();
    };
    QCOMPARE(cells(u"ssh request to reply"_s), u"107 ms 105 ms 105 ms 107 ms measured"_s);
    QCOMPARE(cells(u"Queue"_s), u"– – – – unknown"_s);
    QCOMPARE(cells(u"Received from the network"_s), u"4.0 KiB/s 2.0 KiB/s 2.0 KiB/s 4.0 KiB/s measured"_s);
    QCOMPARE(cells(u"ssh compression, received"_s), u"2.4 : 1 2.4 : 1 2.4 : 1 2.4 : 1 measured"_s);
    QCOMPARE(cells(u"Frames per second"_s), u"14.0 12.0 12.0 14.0 measured"_s);
    QCOMPARE(cells(u"X program, request to next request"_s), u"≈ 107 ms ≈ 105 ms ≈ 105 ms ≈ 107 ms estimated"_s);
    QCOMPARE(text.count(u"Frames per second"_s), 1); // a program has none
    QCOMPARE(cells(u"JPEG"_s), u"25 % 100 %"_s);
    QCOMPARE(cells(u"First Change after Key or Click"_s), u"1,200 105 ms 180 ms 0.0 % 50 %"_s);
    QCOMPARE(cells(u"Bytes per Key or Click"_s), u"1,100 2.0 KiB 8.0 KiB"_s);
    QVERIFY(!text.contains(u"later-version"_s));
    QVERIFY(!text.contains(u"other.example"_s));
}

void MeasuredFiguresTest::textOfNothingKnown()
{
    MeasuredFigures figures;
    figures.addReport({{u"links"_s, QJsonArray{QJsonObject{{u"host"_s, u"summit\u001b[2J.example"_s}, {u"state"_s, u"connecting"_s}}}}});
    const QString text = MeasureText::figuresText(figures.result());
    QVERIFY2(text.contains(u"(connecting)\n  No figures yet.\n"_s), qPrintable(text));
    QVERIFY(!text.contains(QChar(0x1b))); // what a peer sends does nothing to a terminal
}

NIGHTDESK_GUILESS_TEST(MeasuredFiguresTest)
#include "measuredfigurestest.moc"
