// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/viewerlooktext.h"

#include "sessions/common/jsontexts.h"
#include "sessions/profiles/format/desktopcolor.h"

#include <QJsonArray>

#include <algorithm>
#include <functional>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
using Scaling = ViewGeometry::Scaling;
constexpr qsizetype mostViewerWindows = 64; // limit of viewer windows with saved tile sizes; no user has so many
constexpr qsizetype mostTiles = 64; // limit of tiles per viewer window
constexpr int mostPixels = 16384; // limit of a tile's width and height, in pixels

QString scalingName(Scaling scaling)
{
    switch (scaling) {
    case Scaling::OneToOne:
        return u"actual"_s;
    case Scaling::Fit:
        return u"fit"_s;
    case Scaling::Zoomed:
        return u"zoomed"_s;
    }
    return {};
}

template<typename Value, typename Convert = std::identity>
QJsonObject toJson(const QHash<QString, Value> &values, Convert convert = {})
{
    QJsonObject object;
    for (const auto &[key, value] : values.asKeyValueRange()) {
        object.insert(key, convert(value));
    }
    return object;
}

QHash<QString, QString> textsFromJson(const QJsonValue &value)
{
    QHash<QString, QString> result;
    const QJsonObject object = value.toObject();
    for (auto entry = object.begin(); entry != object.end(); ++entry) {
        if (entry.value().isString()) {
            result.insert(entry.key(), entry.value().toString());
        }
    }
    return result;
}

/// An empty list, which changes nothing, if a number is not a valid size: the text may come from another workstation.
QList<int> tileSizesFromJson(const QJsonArray &numbers)
{
    QList<int> result;
    for (const QJsonValue &number : numbers) {
        const int size = number.toInt();
        if (size < 1 || size > mostPixels || result.size() >= mostTiles) {
            return {};
        }
        result.append(size);
    }
    return result;
}

template<typename Hash>
void keepKeysWithPrefix(Hash &hash, const QString &prefix)
{
    hash.removeIf([&prefix](const auto &entry) {
        return !entry.key().startsWith(prefix);
    });
}
}

QJsonObject ViewerLookText::write(const ViewerLook &look)
{
    QJsonArray splits;
    for (const auto &[desktops, states] : look.tileSizesByDesktopKeys.asKeyValueRange()) {
        QJsonArray list;
        for (const QList<int> &sizes : states) {
            QJsonArray numbers;
            for (const int size : sizes) {
                numbers.append(size);
            }
            list.append(numbers);
        }
        splits.append(QJsonObject{{u"desktops"_s, QJsonArray::fromStringList(desktops)}, {u"splits"_s, list}});
    }
    return {{u"scalings"_s, toJson(look.desktopScalings, scalingName)},
            {u"zooms"_s, toJson(look.desktopZooms)},
            {u"colours"_s, toJson(look.desktopColors)},
            {u"screens"_s, toJson(look.movedDisplayScreens)},
            {u"tabbed"_s, QJsonArray::fromStringList(look.tabbedScreens)},
            {u"stages"_s, splits}};
}

ViewerLook ViewerLookText::read(const QJsonObject &object)
{
    ViewerLook look;
    const QJsonObject zooms = object.value("zooms"_L1).toObject();
    for (auto entry = zooms.begin(); entry != zooms.end(); ++entry) {
        if (const double zoom = entry.value().toDouble(); zoom > 0.01 && zoom < 100) {
            look.desktopZooms.insert(entry.key(), zoom);
        }
    }
    const QJsonObject scalings = object.value("scalings"_L1).toObject();
    for (auto entry = scalings.begin(); entry != scalings.end(); ++entry) {
        const bool isZoomed = entry.value() == "zoomed"_L1 && look.desktopZooms.contains(entry.key());
        look.desktopScalings.insert(entry.key(), isZoomed ? Scaling::Zoomed : entry.value() == "fit"_L1 ? Scaling::Fit : Scaling::OneToOne);
    }
    look.desktopColors = textsFromJson(object.value("colours"_L1));
    look.desktopColors.removeIf([](const auto &entry) {
        return !entry.value().isEmpty() && !desktopColorValue(entry.value());
    });
    look.movedDisplayScreens = textsFromJson(object.value("screens"_L1));
    look.tabbedScreens = textListFromJson(object.value("tabbed"_L1));
    const QJsonArray viewerWindows = object.value("stages"_L1).toArray();
    for (const QJsonValue &viewerWindow : viewerWindows) {
        if (look.tileSizesByDesktopKeys.size() >= mostViewerWindows) {
            break;
        }
        QList<QList<int>> rows;
        const QJsonArray splits = viewerWindow.toObject().value("splits"_L1).toArray();
        for (const QJsonValue &split : splits) {
            rows.append(tileSizesFromJson(split.toArray()));
        }
        if (rows.size() <= mostTiles) {
            look.tileSizesByDesktopKeys.insert(textListFromJson(viewerWindow.toObject().value("desktops"_L1)), rows);
        }
    }
    return look;
}

ViewerLook ViewerLookText::lookOfProfile(const ViewerLook &look, const QString &profileId)
{
    const QString prefix = profileId + u'/';
    ViewerLook part = look;
    keepKeysWithPrefix(part.desktopScalings, prefix);
    keepKeysWithPrefix(part.desktopZooms, prefix);
    keepKeysWithPrefix(part.desktopColors, prefix);
    keepKeysWithPrefix(part.movedDisplayScreens, prefix);
    part.tileSizesByDesktopKeys.removeIf([&prefix](const auto &entry) {
        return !std::ranges::any_of(entry.key(), [&prefix](const QString &key) {
            return key.startsWith(prefix);
        });
    });
    return part;
}

void ViewerLookText::merge(ViewerLook &look, const ViewerLook &later)
{
    look.desktopScalings.insert(later.desktopScalings);
    look.desktopZooms.insert(later.desktopZooms);
    look.desktopColors.insert(later.desktopColors);
    look.movedDisplayScreens.insert(later.movedDisplayScreens);
    look.tileSizesByDesktopKeys.insert(later.tileSizesByDesktopKeys);
    look.tabbedScreens.append(later.tabbedScreens);
    look.tabbedScreens.removeDuplicates();
}
}
