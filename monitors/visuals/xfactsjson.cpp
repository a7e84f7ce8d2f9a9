// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/visuals/xfactsjson.h"

#include "monitors/visuals/serverscomparison.h"
#include "sessions/common/enumtable.h"
#include "sessions/common/jsontexts.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr EnumWords<XBackingStore::Always> backingStoreWords("never"_L1, "when-mapped"_L1, "always"_L1);

QJsonObject visualJson(const XVisual &visual)
{
    return {{u"id"_s, qint64(visual.id)},
            {u"class"_s, visualClassName(visual.visualClass)},
            {u"depth"_s, visual.depth},
            {u"colormapEntries"_s, visual.colormapEntries},
            {u"bitsPerColor"_s, visual.bitsPerRgb},
            {u"redMask"_s, qint64(visual.redMask)},
            {u"greenMask"_s, qint64(visual.greenMask)},
            {u"blueMask"_s, qint64(visual.blueMask)},
            {u"default"_s, visual.isDefault}};
}

QJsonObject screenJson(const XScreenFacts &screen)
{
    QJsonArray visuals;
    for (const XVisual &visual : screen.visuals) {
        visuals.append(visualJson(visual));
    }
    QJsonArray depths;
    for (const int depth : screen.depths) {
        depths.append(depth);
    }
    QJsonObject object{{u"number"_s, screen.number},
                       {u"width"_s, screen.size.width()},
                       {u"height"_s, screen.size.height()},
                       {u"widthMm"_s, screen.sizeInMillimeters.width()},
                       {u"heightMm"_s, screen.sizeInMillimeters.height()},
                       {u"depth"_s, screen.rootDepth},
                       {u"depths"_s, depths},
                       {u"blackPixel"_s, qint64(screen.blackPixel)},
                       {u"whitePixel"_s, qint64(screen.whitePixel)},
                       {u"backingStore"_s, backingStoreWords[screen.backingStore]},
                       {u"saveUnders"_s, screen.saveUnders},
                       {u"defaultColormap"_s, qint64(screen.defaultColormap)},
                       {u"installedColormapsMin"_s, screen.installedColormapsMin},
                       {u"installedColormapsMax"_s, screen.installedColormapsMax},
                       {u"visuals"_s, visuals}};
    if (screen.installedColormaps) {
        QJsonArray maps;
        for (const quint32 map : *screen.installedColormaps) {
            maps.append(qint64(map));
        }
        object.insert(u"installedColormaps"_s, maps);
    }
    return object;
}

quint32 unsignedNumber(const QJsonValue &value)
{
    return static_cast<quint32>(value.toInteger());
}

XVisual visualFromJson(const QJsonValue &value)
{
    XVisual visual{.id = unsignedNumber(value["id"_L1]),
                   .visualClass = {},
                   .depth = value["depth"_L1].toInt(),
                   .bitsPerRgb = value["bitsPerColor"_L1].toInt(),
                   .colormapEntries = value["colormapEntries"_L1].toInt(),
                   .redMask = unsignedNumber(value["redMask"_L1]),
                   .greenMask = unsignedNumber(value["greenMask"_L1]),
                   .blueMask = unsignedNumber(value["blueMask"_L1]),
                   .isDefault = value["default"_L1].toBool()};
    for (int i = 0; i <= static_cast<int>(XVisual::Class::DirectColor); ++i) {
        if (visualClassName(static_cast<XVisual::Class>(i)) == value["class"_L1].toString()) {
            visual.visualClass = static_cast<XVisual::Class>(i);
        }
    }
    return visual;
}

XScreenFacts screenFromJson(const QJsonValue &value)
{
    XScreenFacts screen;
    screen.number = value["number"_L1].toInt();
    screen.size = {value["width"_L1].toInt(), value["height"_L1].toInt()};
    screen.sizeInMillimeters = {value["widthMm"_L1].toInt(), value["heightMm"_L1].toInt()};
    screen.rootDepth = value["depth"_L1].toInt();
    screen.blackPixel = unsignedNumber(value["blackPixel"_L1]);
    screen.whitePixel = unsignedNumber(value["whitePixel"_L1]);
    screen.backingStore = backingStoreWords.find(value["backingStore"_L1].toString()).value_or(screen.backingStore);
    screen.saveUnders = value["saveUnders"_L1].toBool();
    screen.defaultColormap = unsignedNumber(value["defaultColormap"_L1]);
    screen.installedColormapsMin = value["installedColormapsMin"_L1].toInt();
    screen.installedColormapsMax = value["installedColormapsMax"_L1].toInt();
    if (const QJsonValue maps = value["installedColormaps"_L1]; maps.isArray()) {
        screen.installedColormaps.emplace();
        for (const QJsonValue &map : maps.toArray()) {
            screen.installedColormaps->append(unsignedNumber(map));
        }
    }
    for (const QJsonValue &depth : value["depths"_L1].toArray()) {
        screen.depths.append(depth.toInt());
    }
    for (const QJsonValue &visual : value["visuals"_L1].toArray()) {
        screen.visuals.append(visualFromJson(visual));
    }
    return screen;
}
}

XServerFacts XFactsJson::read(const QJsonObject &object)
{
    XServerFacts facts;
    facts.display = object["display"_L1].toString();
    facts.problem = object["problem"_L1].toString();
    facts.vendor = object["vendor"_L1].toString();
    facts.releaseNumber = unsignedNumber(object["release"_L1]);
    facts.extensions = textListFromJson(object["extensions"_L1]);
    for (const QJsonValue &screen : object["screens"_L1].toArray()) {
        facts.screens.append(screenFromJson(screen));
    }
    const QJsonObject fonts = object["fonts"_L1].toObject();
    for (auto font = fonts.begin(); font != fonts.end(); ++font) {
        facts.fonts.append({.pattern = font.key(), .names = textListFromJson(font.value())});
    }
    if (const QJsonValue directory = object["socketDirectory"_L1]; directory.isObject()) {
        facts.socketDirectory = XSocketDirectory{.permissionBits = directory["mode"_L1].toString().toInt(nullptr, 8),
                                                 .owner = static_cast<uint>(directory["owner"_L1].toInteger())};
    }
    return facts;
}

QJsonObject XFactsJson::of(const XServerFacts &facts)
{
    if (!facts.problem.isEmpty()) {
        return {{u"display"_s, facts.display}, {u"problem"_s, facts.problem}};
    }
    QJsonArray screens;
    for (const XScreenFacts &screen : facts.screens) {
        screens.append(screenJson(screen));
    }
    QJsonObject object{{u"display"_s, facts.display},
                       {u"vendor"_s, facts.vendor},
                       {u"release"_s, qint64(facts.releaseNumber)},
                       {u"screens"_s, screens},
                       {u"extensions"_s, QJsonArray::fromStringList(facts.extensions)}};
    QJsonObject fonts;
    for (const XFontMatch &match : facts.fonts) {
        fonts.insert(match.pattern, QJsonArray::fromStringList(match.names));
    }
    if (!fonts.isEmpty()) {
        object.insert(u"fonts"_s, fonts);
    }
    if (facts.socketDirectory) {
        object.insert(u"socketDirectory"_s,
                      QJsonObject{{u"mode"_s, QString::number(facts.socketDirectory->permissionBits, 8)},
                                  {u"owner"_s, qint64(facts.socketDirectory->owner)},
                                  {u"safe"_s, facts.socketDirectory->isSafe()}});
    }
    return object;
}

QJsonObject XFactsJson::comparison(const XServerFacts &here, const XServerFacts *there)
{
    QJsonObject object{{u"here"_s, of(here)}};
    if (!there) {
        return object;
    }
    object.insert(u"there"_s, of(*there));
    QJsonArray differences;
    for (const ServersComparison::ComparisonRow &row : ServersComparison::rows(here, there)) {
        if (row.isDifferent) {
            QJsonObject difference{{u"fact"_s, ServersComparison::key(row.fact)},
                                   {u"name"_s, row.factName},
                                   {u"here"_s, row.localValue},
                                   {u"there"_s, row.remoteValue},
                                   {u"meaning"_s, row.meaning}};
            if (row.screen) {
                difference.insert(u"screen"_s, *row.screen);
            }
            differences.append(difference);
        }
    }
    object.insert(u"differences"_s, differences);
    return object;
}
}
