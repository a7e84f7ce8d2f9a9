// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/visuals/screenfacts.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <QJsonArray>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
QString sizeText(const QSize &size)
{
    return u"%1×%2"_s.arg(size.width()).arg(size.height());
}

QString describe(const PhysicalMonitor &monitor)
{
    QStringList parts{sizeText(monitor.resolution)};
    parts.append(i18nc("@item of a monitor; %1: a number like 150", "scale %1 %", QString::number(qRound(monitor.scale * 100))));
    if (monitor.refreshHertz > 0) {
        parts.append(i18nc("@item of a monitor; %1: a number", "%1 Hz", QLocale().toString(monitor.refreshHertz, 'f', 1)));
    }
    if (!monitor.sizeInMillimeters.isEmpty()) {
        parts.append(i18nc("@item of a monitor; %1: like 597×336", "%1 mm", sizeText(monitor.sizeInMillimeters)));
    }
    if (monitor.depth > 0) {
        parts.append(i18ncp("@item of a monitor", "%1 bit per pixel", "%1 bits per pixel", monitor.depth));
    }
    return parts.join(u", "_s);
}

ScreenFacts::FactLine describe(const ScreenFacts::Display &display)
{
    ScreenFacts::FactLine line{.name = display.title, .text = {}, .meaning = {}};
    if (display.size.isEmpty()) {
        line.text = i18nc("@item the size of a display", "unknown");
        return line;
    }
    const auto fits = display.fits();
    if (!fits) {
        line.text = i18nc("@item of a display; %1: like 1920×1200", "%1, not shown", sizeText(display.size));
    } else if (display.monitor.isEmpty()) {
        line.text = sizeText(display.size);
    } else {
        line.text = *fits
            ? i18nc("@item of a display; %1: like 1920×1200, %2: a monitor like DP-1", "%1 on %2, fits unscaled", sizeText(display.size), display.monitor)
            : i18nc("@item of a display; %1: like 1920×1200, %2: a monitor like DP-1", "%1 on %2", sizeText(display.size), display.monitor);
    }
    if (fits == false) {
        line.meaning = i18nc("@info %1: like 1600×1000",
                             "The display is larger than its area of %1 pixels. Fitted to that area, pixels are not exact; unscaled, you have to scroll.",
                             sizeText(display.availableSize));
    }
    return line;
}

QJsonValue sizeToJson(const QSize &size)
{
    return size.isEmpty() ? QJsonValue() : QJsonValue(QJsonObject{{u"width"_s, size.width()}, {u"height"_s, size.height()}});
}

QSize sizeFromJson(const QJsonValue &value)
{
    const QSize size(value["width"_L1].toInt(), value["height"_L1].toInt());
    return size.isEmpty() ? QSize() : size;
}
}

std::optional<bool> ScreenFacts::Display::fits() const
{
    return size.isEmpty() || availableSize.isEmpty() ? std::nullopt
                                                     : std::optional(size.width() <= availableSize.width() && size.height() <= availableSize.height());
}

QList<ScreenFacts::FactLine> ScreenFacts::lines() const
{
    QList<FactLine> result;
    for (const PhysicalMonitor &monitor : monitors) {
        result.append({.name = i18nc("@item a property of this workstation; %1: like DP-1", "Monitor %1", displayText(monitor.id.connector)),
                       .text = describe(monitor),
                       .meaning = {}});
    }
    for (const Display &display : displays) {
        result.append(describe(display));
    }
    return result;
}

QJsonObject ScreenFacts::json() const
{
    QJsonArray all;
    for (const PhysicalMonitor &monitor : monitors) {
        QJsonObject object{{u"connector"_s, monitor.id.connector}, {u"resolution"_s, sizeToJson(monitor.resolution)}, {u"scale"_s, monitor.scale}};
        if (monitor.refreshHertz > 0) {
            object.insert(u"refresh"_s, monitor.refreshHertz);
        }
        if (!monitor.sizeInMillimeters.isEmpty()) {
            object.insert(u"millimeters"_s, sizeToJson(monitor.sizeInMillimeters));
        }
        if (monitor.depth > 0) {
            object.insert(u"depth"_s, monitor.depth);
        }
        all.append(object);
    }
    QJsonArray shown;
    for (const Display &display : displays) {
        QJsonObject object{{u"title"_s, display.title}, {u"size"_s, sizeToJson(display.size)}, {u"area"_s, sizeToJson(display.availableSize)}};
        if (!display.monitor.isEmpty()) {
            object.insert(u"monitor"_s, display.monitor);
        }
        if (const auto fits = display.fits()) {
            object.insert(u"fitsUnscaled"_s, *fits);
        }
        shown.append(object);
    }
    return {{u"monitors"_s, all}, {u"displays"_s, shown}};
}

ScreenFacts ScreenFacts::read(const QJsonObject &object)
{
    ScreenFacts facts;
    for (const QJsonValue &value : object["monitors"_L1].toArray()) {
        PhysicalMonitor monitor;
        monitor.id.connector = value["connector"_L1].toString();
        monitor.resolution = sizeFromJson(value["resolution"_L1]);
        monitor.scale = value["scale"_L1].toDouble(1);
        monitor.refreshHertz = value["refresh"_L1].toDouble();
        monitor.sizeInMillimeters = sizeFromJson(value["millimeters"_L1]);
        monitor.depth = value["depth"_L1].toInt();
        facts.monitors.append(monitor);
    }
    for (const QJsonValue &value : object["displays"_L1].toArray()) {
        facts.displays.append({.title = value["title"_L1].toString(),
                               .monitor = value["monitor"_L1].toString(),
                               .size = sizeFromJson(value["size"_L1]),
                               .availableSize = sizeFromJson(value["area"_L1])});
    }
    return facts;
}
}
