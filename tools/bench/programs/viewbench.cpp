// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What it costs to paint a desktop, and beside it what plain Qt takes for the same. One line of JSON for each; see
// tools/bench/view.
#include "widgets/view/picturepaint.h"

#include <QElapsedTimer>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using Scaling = ViewGeometry::Scaling;

namespace
{
constexpr int rounds = 60;

/// Like a working desktop: panels, lines of text, and an image with noise.
QImage desktop(const QSize &size)
{
    QImage image(size, QImage::Format_RGB32);
    quint32 seed = 7;
    for (int y = 0; y < size.height(); ++y) {
        auto *line = reinterpret_cast<QRgb *>(image.scanLine(y));
        for (int x = 0; x < size.width(); ++x) {
            seed = seed * 1664525u + 1013904223u;
            const bool isText = y % 18 < 11 && (x * 7 + y / 18 * 13) % 29 < 9;
            line[x] = x > size.width() / 2 ? 0xff000000u | (seed >> 8) : isText ? qRgb(20, 20, 20) : qRgb(235, 235, 230);
        }
    }
    return image;
}

void measure(const QString &name, const std::function<void(QPainter &)> &paint, const QSize &glassSize, const QRect &clip)
{
    QImage glass(glassSize, QImage::Format_RGB32); // what Qt's backing store is
    std::vector<double> times;
    for (int i = 0; i < rounds; ++i) {
        QElapsedTimer timer;
        timer.start();
        QPainter painter(&glass);
        painter.setClipRegion(clip);
        paint(painter);
        painter.end();
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    std::ranges::sort(times);
    const QJsonObject told{{u"name"_s, name}, {u"median"_s, times[rounds / 2]}, {u"least"_s, times.front()}, {u"p90"_s, times[rounds * 9 / 10]}};
    std::printf("%s\n", QJsonDocument(told).toJson(QJsonDocument::Compact).constData());
}
}

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    const QImage remote = desktop(QSize(2560, 1600));
    struct Case {
        QString name;
        qreal zoom;
    };
    for (const auto &[name, zoom] : {Case{u"1:1"_s, 1}, Case{u"smooth, 75 %"_s, 0.75}, Case{u"smooth, 40 %"_s, 0.4}, Case{u"smooth, 125 %"_s, 1.25}}) {
        const QSize shown = QSize(qRound(2560 * zoom), qRound(1600 * zoom)).boundedTo(QSize(2560, 1600));
        const ViewGeometry geometry(shown, remote.size(), 1, zoom == 1 ? Scaling::OneToOne : Scaling::Zoomed, {}, zoom);
        const QRect whole(QPoint(), shown);
        const QRect damage = geometry.toView(QRect(512, 256, 512, 512));
        const auto ours = [&](const QRect &part) {
            return [&remote, &geometry, part](QPainter &painter) {
                paintPicture(painter, remote, geometry, part);
            };
        };
        const auto plain = [&](QPainter &painter) {
            painter.setRenderHint(QPainter::SmoothPixmapTransform, zoom != 1);
            painter.drawImage(QRectF(geometry.deviceImageRect()), remote);
        };
        measure(name + u", full, Nightdesk"_s, ours(whole), shown, whole);
        measure(name + u", full, QPainter::drawImage"_s, plain, shown, whole);
        measure(name + u", 512x512, Nightdesk"_s, ours(damage), shown, damage);
        measure(name + u", 512x512, QPainter::drawImage"_s, plain, shown, damage);
        if (zoom != 1) {
            measure(
                name + u", full, QPixmap::scaled as a QLabel has it"_s,
                [&](QPainter &painter) {
                    const QPixmap scaled =
                        QPixmap::fromImage(remote).scaled(geometry.deviceImageRect().size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
                    painter.drawPixmap(QPoint(), scaled);
                },
                shown,
                whole);
        }
    }
    return 0;
}
