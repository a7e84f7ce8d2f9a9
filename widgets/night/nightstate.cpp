// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/night/nightstate.h"

#include "sessions/common/jsontexts.h"
#include "sessions/profiles/format/keytable.h"
#include "widgets/viewer/viewerlooktext.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr int version = 2; // version 1 had a single profile at the top level, and used the displays' ids as keys
constexpr qsizetype maxTextLength = 4096; // maximum length of a text: enough for a path; names and ids are shorter

QString textValue(const QJsonObject &object, QLatin1StringView key)
{
    const QString text = object.value(key).toString();
    return text.size() > maxTextLength ? QString() : text;
}

QDateTime timeValue(const QJsonObject &object, QLatin1StringView key)
{
    return QDateTime::fromString(textValue(object, key), Qt::ISODateWithMs).toUTC();
}

QJsonObject profileObject(const NightProfile &profile)
{
    QJsonObject topologies;
    for (const auto &[id, topology] : profile.topologies.asKeyValueRange()) {
        topologies.insert(id, topologyWord(topology));
    }
    return {
        {u"id"_s, profile.id},
        {u"name"_s, profile.name},
        {u"lastGood"_s, profile.isLastValidVersion},
        {u"account"_s, profile.account},
        {u"since"_s, profile.connectedAt.toUTC().toString(Qt::ISODateWithMs)},
        {u"displays"_s, QJsonArray::fromStringList(profile.displayIds)},
        {u"viewOnly"_s, QJsonArray::fromStringList(profile.viewOnlyDesktopIds)},
        {u"topologies"_s, topologies},
    };
}

NightProfile readProfile(const QJsonObject &object, QLatin1StringView id)
{
    NightProfile profile;
    profile.id = textValue(object, id);
    profile.name = textValue(object, "name"_L1);
    profile.isLastValidVersion = object.value("lastGood"_L1).toBool();
    profile.account = textValue(object, "account"_L1);
    profile.connectedAt = timeValue(object, "since"_L1);
    profile.displayIds = textListFromJson(object.value("displays"_L1));
    profile.viewOnlyDesktopIds = textListFromJson(object.value("viewOnly"_L1));
    const QJsonObject topologies = object.value("topologies"_L1).toObject();
    for (auto entry = topologies.constBegin(); entry != topologies.constEnd(); ++entry) {
        // An unknown mode is from a newer version: then the profile's mode is used.
        if (const auto topology = topologyOf(entry.value().toString())) {
            profile.topologies.insert(entry.key(), *topology);
        }
    }
    return profile;
}

/// Converts a layout of version 1, whose keys were displays' ids, to keys that contain the profile's id.
ViewerLook withProfileIdInDisplayKeys(const ViewerLook &versionOneLook, const QString &profileId)
{
    const auto key = [&profileId](const QString &id) {
        return QString(profileId + u'/' + id);
    };
    ViewerLook look = versionOneLook;
    look.desktopScalings.clear();
    for (const auto &[id, scaling] : versionOneLook.desktopScalings.asKeyValueRange()) {
        look.desktopScalings.insert(key(id), scaling);
    }
    look.tileSizesByDesktopKeys.clear();
    for (const auto &[ids, states] : versionOneLook.tileSizesByDesktopKeys.asKeyValueRange()) {
        QStringList keys;
        for (const QString &id : ids) {
            keys.append(key(id));
        }
        look.tileSizesByDesktopKeys.insert(keys, states);
    }
    return look;
}
}

const NightProfile *NightState::profile(const QString &id) const
{
    const auto found = std::ranges::find(profiles, id, &NightProfile::id);
    return found == profiles.end() ? nullptr : &*found;
}

int NightState::displayCount() const
{
    qsizetype count = 0;
    for (const NightProfile &profile : profiles) {
        count += profile.displayIds.size();
    }
    return static_cast<int>(count);
}

QByteArray NightStateText::write(const NightState &state)
{
    QJsonArray profiles;
    for (const NightProfile &profile : state.profiles) {
        profiles.append(profileObject(profile));
    }
    const QJsonObject object{
        {u"nightdesk"_s, u"night"_s},
        {u"version"_s, version},
        {u"facility"_s, state.facilityDirectory},
        {u"timezone"_s, state.timezone},
        {u"site"_s, state.siteId},
        {u"seen"_s, state.lastSeenAt.toUTC().toString(Qt::ISODateWithMs)},
        {u"profiles"_s, profiles},
        {u"look"_s, ViewerLookText::write(state.look)},
        {u"window"_s, QString::fromLatin1(state.mainWindowGeometry.toBase64())},
    };
    return QJsonDocument(object).toJson();
}

std::expected<NightState, NightStateText::NightStateReadError> NightStateText::read(const QByteArray &text)
{
    const QJsonObject object = QJsonDocument::fromJson(text).object();
    const int written = object.value("version"_L1).toInt();
    if (object.value("nightdesk"_L1) != "night"_L1 || written < 1) {
        return std::unexpected(NightStateReadError::Damaged);
    }
    if (written > version) {
        return std::unexpected(NightStateReadError::Newer);
    }
    NightState state;
    state.facilityDirectory = textValue(object, "facility"_L1);
    state.timezone = textValue(object, "timezone"_L1);
    state.siteId = textValue(object, "site"_L1);
    state.lastSeenAt = timeValue(object, "seen"_L1);
    state.look = ViewerLookText::read(object.value("look"_L1).toObject());
    state.mainWindowGeometry = QByteArray::fromBase64(object.value("window"_L1).toString().toLatin1());
    if (written == 1) {
        state.profiles = {readProfile(object, "profile"_L1)};
        state.look = withProfileIdInDisplayKeys(state.look, state.profiles.first().id);
    } else {
        const QJsonArray profiles = object.value("profiles"_L1).toArray();
        for (const QJsonValue &profile : profiles) {
            state.profiles.append(readProfile(profile.toObject(), "id"_L1));
        }
    }
    // A record can be resumed only if each of its profiles has an id and a time.
    const bool areProfilesComplete = !state.profiles.isEmpty() && std::ranges::none_of(state.profiles, [](const NightProfile &profile) {
        return profile.id.isEmpty() || !profile.connectedAt.isValid();
    });
    if (!areProfilesComplete || !QDir::isAbsolutePath(state.facilityDirectory) || !state.lastSeenAt.isValid()) {
        return std::unexpected(NightStateReadError::Damaged);
    }
    return state;
}
}
