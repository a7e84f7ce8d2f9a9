// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What it costs to zoom and pan in a netplot of many messages. One line of JSON for each; see tools/bench/netplot.
#include "widgets/traffic/netplot.h"
#include "widgets/traffic/trafficsummary.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPixmap>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
constexpr int rounds = 60;

/// As programs talk: bursts of drawing, questions, pictures now and then, pauses between.
XTrace talk(std::size_t count)
{
    XTrace trace;
    trace.title.program = "talk";
    std::mt19937 random(11); // NOLINT: the same each time
    std::shared_ptr<XTrace::Chunk> chunk;
    std::int64_t at = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (i % XTrace::chunkSize == 0) {
            chunk = std::make_shared<XTrace::Chunk>();
            trace.chunks.push_back(chunk);
        }
        const auto dice = static_cast<std::uint32_t>(random());
        at += dice % 50 == 0 ? dice % 20'000 : dice % 30;
        XRecord record;
        record.at = at;
        record.sequence = static_cast<std::uint32_t>(i);
        record.size = 8 + dice % 200;
        if (dice % 10 == 0) {
            record.kind = XRecordKind::Reply;
            record.name.code = 14;
        } else if (dice % 17 == 0) {
            record.kind = XRecordKind::Event;
            record.name.code = 12;
        } else {
            const bool isPicture = dice % 101 == 0;
            record.flags = XRecord::FromProgram;
            record.name.code = isPicture ? 72 : dice % 7 == 0 ? 14 : 65;
            record.size = isPicture ? dice % 65'536 : record.size;
        }
        chunk->push_back(record);
    }
    trace.endTime = at;
    return trace;
}

void tell(const QString &name, std::size_t messages, std::vector<double> times)
{
    std::ranges::sort(times);
    const QJsonObject told{{u"name"_s, name},
                           {u"messages"_s, static_cast<qint64>(messages)},
                           {u"median"_s, times[times.size() / 2]},
                           {u"p95"_s, times[times.size() * 95 / 100]},
                           {u"most"_s, times.back()}};
    std::printf("%s\n", QJsonDocument(told).toJson(QJsonDocument::Compact).constData());
    std::fflush(stdout);
}

double milliseconds(const QElapsedTimer &timer)
{
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

void measure(std::size_t messages)
{
    const XTrace trace = talk(messages);
    QElapsedTimer timer;
    timer.start();
    const auto index = std::make_shared<const NetPlotIndex>(trace);
    tell(u"index"_s, messages, {milliseconds(timer)});
    TrafficSummaryRequest question;
    question.trace = trace;
    question.index = index;
    timer.start();
    (void)TrafficSummary::of(question);
    tell(u"tables"_s, messages, {milliseconds(timer)});

    NetPlot plot;
    plot.resize(1600, 700);
    plot.setIndex(index);
    QPixmap glass(plot.size());
    const auto frames = [&](const QString &name, auto step) {
        std::vector<double> times;
        for (int i = 0; i < rounds; ++i) {
            step(i);
            timer.start();
            plot.render(&glass);
            times.push_back(milliseconds(timer));
        }
        tell(name, messages, times);
    };
    const auto all = plot.visibleRange();
    const double span = static_cast<double>(all.second);
    frames(u"all of it"_s, [](int) { });
    frames(u"zooming"_s, [&](int i) { // into the middle, as far as it goes
        const auto width = static_cast<std::int64_t>(span * std::pow(100 / span, static_cast<double>(i) / rounds));
        plot.setVisibleRange({all.second / 2 - width / 2, all.second / 2 + width / 2});
    });
    frames(u"panning"_s, [&](int i) { // a tenth of it is seen
        const std::int64_t from = all.second * i / rounds;
        plot.setVisibleRange({from, from + all.second / 10});
    });
    frames(u"panning near"_s, [&](int i) { // each message a mark, with its name
        const std::int64_t from = all.second / 2 + i * 2'000;
        plot.setVisibleRange({from, from + 200'000});
    });
}
}

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication app(argc, argv);
    for (const std::size_t messages : {10'000UL, 100'000UL, 1'000'000UL}) {
        measure(messages);
    }
    return 0;
}
