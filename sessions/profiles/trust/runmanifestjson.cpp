// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/trust/runmanifestjson.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk::RunManifestJson
{
namespace
{
// Names of the kinds in the file; the enum's numbers may change.
constexpr std::pair<RunItem::Kind, QLatin1StringView> kinds[] = {
    {RunItem::Kind::Link, "link"_L1},
    {RunItem::Kind::Desktop, "desktop"_L1},
    {RunItem::Kind::Window, "window"_L1},
};

constexpr std::pair<RunDetail::Kind, QLatin1StringView> runDetails[] = {
    {RunDetail::Kind::PrivateServerCommand, "server"_L1},
    {RunDetail::Kind::PrivateServerArguments, "serverArguments"_L1},
    {RunDetail::Kind::ViewerCommand, "viewer"_L1},
    {RunDetail::Kind::ViewerHostLink, "viewerLink"_L1},
    {RunDetail::Kind::PreloadArguments, "warmArguments"_L1},
    {RunDetail::Kind::Resources, "resources"_L1},
    {RunDetail::Kind::Fonts, "fonts"_L1},
    {RunDetail::Kind::Group, "group"_L1},
    {RunDetail::Kind::Algorithms, "algorithms"_L1},
    {RunDetail::Kind::Clipboard, "clipboard"_L1},
    {RunDetail::Kind::ViewOnlyDesktop, "viewOnly"_L1},
    {RunDetail::Kind::BrokerAddress, "broker"_L1},
};
constexpr auto detailsKey = "extras"_L1;
constexpr auto hostKeysKey = "hostKeys"_L1;

QJsonArray detailsToJson(const QList<RunDetail> &list)
{
    QJsonArray result;
    for (const RunDetail &detail : list) {
        const auto what = std::ranges::find(runDetails, detail.kind, &std::pair<RunDetail::Kind, QLatin1StringView>::first);
        result.append(QJsonObject{{u"what"_s, what->second}, {u"words"_s, QJsonArray::fromStringList(detail.values)}});
    }
    return result;
}

QJsonObject itemToJson(const RunItem &item)
{
    const auto kind = std::ranges::find(kinds, item.kind, &std::pair<RunItem::Kind, QLatin1StringView>::first);
    QJsonObject result{
        {u"kind"_s, kind->second},
        {u"id"_s, item.id},
        {u"account"_s, item.account},
        {u"host"_s, item.host},
        {u"through"_s, QJsonArray::fromStringList(item.jumpHosts)},
        {u"identities"_s, QJsonArray::fromStringList(item.privateKeyFiles)},
        {u"knownHosts"_s, item.knownHostsPath},
        {u"link"_s, item.link},
        {u"address"_s, item.vncServerAddress},
        {u"command"_s, QJsonArray::fromStringList(item.command)},
        {u"trusted"_s, item.isTrusted},
    };
    if (!item.runDetails.isEmpty()) {
        result.insert(detailsKey, detailsToJson(item.runDetails)); // omitted if empty, so that older approvals, which have no details, remain valid
    }
    if (!item.hostKeys.isEmpty()) {
        result.insert(hostKeysKey, QJsonArray::fromStringList(item.hostKeys));
    }
    return result;
}

/// Reads the values of one JSON object, and records whether all of them exist and have the right types.
class JsonObjectReader
{
public:
    explicit JsonObjectReader(const QJsonObject &object)
        : m_jsonObject(object)
    {
    }
    QString readText(const QString &key)
    {
        const QJsonValue value = m_jsonObject.value(key);
        m_areValuesValid = m_areValuesValid && value.isString();
        return value.toString();
    }
    bool readBoolean(const QString &key)
    {
        const QJsonValue value = m_jsonObject.value(key);
        m_areValuesValid = m_areValuesValid && value.isBool();
        return value.toBool();
    }
    QStringList readTexts(const QString &key)
    {
        const QJsonValue value = m_jsonObject.value(key);
        m_areValuesValid = m_areValuesValid && value.isArray();
        QStringList result;
        const QJsonArray array = value.toArray();
        for (const QJsonValue &one : array) {
            m_areValuesValid = m_areValuesValid && one.isString();
            result.append(one.toString());
        }
        return result;
    }
    bool areValuesValid() const
    {
        return m_areValuesValid;
    }

private:
    QJsonObject m_jsonObject;
    bool m_areValuesValid = true;
};

std::optional<QList<RunDetail>> detailsFromJson(const QJsonValue &json)
{
    QList<RunDetail> result;
    if (json.isUndefined()) {
        return result;
    }
    const QJsonArray array = json.toArray();
    if (array.isEmpty()) {
        return std::nullopt;
    }
    for (const QJsonValue &one : array) {
        JsonObjectReader reader(one.toObject());
        const QString kindName = reader.readText(u"what"_s);
        const QStringList words = reader.readTexts(u"words"_s);
        const auto what = std::ranges::find_if(runDetails, [&kindName](const auto &known) {
            return known.second == kindName;
        });
        if (!reader.areValuesValid() || what == std::end(runDetails)) {
            return std::nullopt;
        }
        result.append({what->first, words});
    }
    return result;
}

std::optional<RunItem> itemFromJson(const QJsonValue &json)
{
    JsonObjectReader reader(json.toObject());
    const QString kindText = reader.readText(u"kind"_s);
    const auto kind = std::ranges::find_if(kinds, [&kindText](const auto &one) {
        return one.second == kindText;
    });
    if (kind == std::end(kinds)) {
        return std::nullopt;
    }
    RunItem item;
    item.kind = kind->first;
    item.id = reader.readText(u"id"_s);
    item.account = reader.readText(u"account"_s);
    item.host = reader.readText(u"host"_s);
    item.jumpHosts = reader.readTexts(u"through"_s);
    item.privateKeyFiles = reader.readTexts(u"identities"_s);
    item.knownHostsPath = reader.readText(u"knownHosts"_s);
    item.link = reader.readText(u"link"_s);
    item.vncServerAddress = reader.readText(u"address"_s);
    item.command = reader.readTexts(u"command"_s);
    item.isTrusted = reader.readBoolean(u"trusted"_s);
    if (json.toObject().contains(hostKeysKey)) {
        item.hostKeys = reader.readTexts(hostKeysKey);
    }
    const std::optional<QList<RunDetail>> more = detailsFromJson(json.toObject().value(detailsKey));
    item.runDetails = more.value_or(QList<RunDetail>());
    return reader.areValuesValid() && more ? std::optional(item) : std::nullopt;
}
}

QJsonObject toJson(const RunManifest &manifest)
{
    QJsonArray items;
    for (const RunItem &item : manifest.items) {
        items.append(itemToJson(item));
    }
    return QJsonObject{{u"accounts"_s, QJsonArray::fromStringList(manifest.accounts)}, {u"items"_s, items}};
}

std::optional<RunManifest> fromJson(const QJsonValue &json)
{
    JsonObjectReader reader(json.toObject());
    RunManifest manifest;
    manifest.accounts = reader.readTexts(u"accounts"_s);
    const QJsonValue items = json.toObject().value(u"items"_s);
    if (!reader.areValuesValid() || !items.isArray()) {
        return std::nullopt;
    }
    const QJsonArray array = items.toArray();
    for (const QJsonValue &one : array) {
        const std::optional<RunItem> item = itemFromJson(one);
        if (!item) {
            return std::nullopt;
        }
        manifest.items.append(*item);
    }
    return manifest;
}
}
