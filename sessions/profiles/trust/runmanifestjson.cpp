// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/trust/runmanifestjson.h"

#include <QJsonArray>
#include <QVariant>

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

QStringList textsIn(const QJsonValue &list)
{
    return list.toVariant().toStringList();
}

/// The kind with this name in @p table, or the first one if the name is unknown: fromJson() notices the difference.
auto kindNamed(const auto &table, const QString &name)
{
    const auto found = std::ranges::find_if(table, [&name](const auto &known) {
        return known.second == name;
    });
    return found == std::end(table) ? std::begin(table)->first : found->first;
}

RunItem itemFromJson(const QJsonValue &json)
{
    RunItem item;
    item.kind = kindNamed(kinds, json[u"kind"_s].toString());
    item.id = json[u"id"_s].toString();
    item.account = json[u"account"_s].toString();
    item.host = json[u"host"_s].toString();
    item.jumpHosts = textsIn(json[u"through"_s]);
    item.privateKeyFiles = textsIn(json[u"identities"_s]);
    item.knownHostsPath = json[u"knownHosts"_s].toString();
    item.link = json[u"link"_s].toString();
    item.vncServerAddress = json[u"address"_s].toString();
    item.command = textsIn(json[u"command"_s]);
    item.isTrusted = json[u"trusted"_s].toBool();
    item.hostKeys = textsIn(json[hostKeysKey]);
    const QJsonArray details = json[detailsKey].toArray();
    for (const QJsonValue &detail : details) {
        item.runDetails.append({kindNamed(runDetails, detail[u"what"_s].toString()), textsIn(detail[u"words"_s])});
    }
    return item;
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
    RunManifest manifest;
    manifest.accounts = textsIn(json[u"accounts"_s]);
    const QJsonArray items = json[u"items"_s].toArray();
    for (const QJsonValue &item : items) {
        manifest.items.append(itemFromJson(item));
    }
    // A value that is missing, unknown or of another type was read as something else, so the manifest differs from the JSON.
    return QJsonValue(toJson(manifest)) == json ? std::optional(manifest) : std::nullopt;
}
}
