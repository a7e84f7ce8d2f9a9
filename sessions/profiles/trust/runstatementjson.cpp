// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/trust/runstatementjson.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk::RunStatementJson
{
namespace
{
// Names of the kinds in the file; the enum's numbers may change.
constexpr std::pair<RunItem::Kind, QLatin1StringView> kinds[] = {
    {RunItem::Kind::Link, "link"_L1},
    {RunItem::Kind::Desktop, "desktop"_L1},
    {RunItem::Kind::Window, "window"_L1},
};

constexpr std::pair<RunDetail::What, QLatin1StringView> runDetails[] = {
    {RunDetail::What::Server, "server"_L1},
    {RunDetail::What::ServerArguments, "serverArguments"_L1},
    {RunDetail::What::Viewer, "viewer"_L1},
    {RunDetail::What::ViewerLink, "viewerLink"_L1},
    {RunDetail::What::PreloadArguments, "warmArguments"_L1},
    {RunDetail::What::Resources, "resources"_L1},
    {RunDetail::What::Fonts, "fonts"_L1},
    {RunDetail::What::Group, "group"_L1},
    {RunDetail::What::Algorithms, "algorithms"_L1},
    {RunDetail::What::Clipboard, "clipboard"_L1},
    {RunDetail::What::ViewOnly, "viewOnly"_L1},
    {RunDetail::What::Broker, "broker"_L1},
};
constexpr auto extrasKey = "extras"_L1;
constexpr auto hostKeysKey = "hostKeys"_L1;

QJsonArray extrasToJson(const QList<RunDetail> &list)
{
    QJsonArray result;
    for (const RunDetail &extra : list) {
        const auto what = std::ranges::find(runDetails, extra.what, &std::pair<RunDetail::What, QLatin1StringView>::first);
        result.append(QJsonObject{{u"what"_s, what->second}, {u"words"_s, QJsonArray::fromStringList(extra.words)}});
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
        {u"identities"_s, QJsonArray::fromStringList(item.identities)},
        {u"knownHosts"_s, item.knownHostsPath},
        {u"link"_s, item.link},
        {u"address"_s, item.address},
        {u"command"_s, QJsonArray::fromStringList(item.command)},
        {u"trusted"_s, item.trusted},
    };
    if (!item.runDetails.isEmpty()) {
        result.insert(extrasKey, extrasToJson(item.runDetails)); // omitted if empty, so that approvals from before extras existed remain valid
    }
    if (!item.hostKeys.isEmpty()) {
        result.insert(hostKeysKey, QJsonArray::fromStringList(item.hostKeys));
    }
    return result;
}

/// Takes values out of one JSON object, and records whether each exists and has the right type.
class Taker
{
public:
    explicit Taker(const QJsonObject &object)
        : m_object(object)
    {
    }
    QString text(const QString &key)
    {
        const QJsonValue value = m_object.value(key);
        m_isWhole = m_isWhole && value.isString();
        return value.toString();
    }
    bool flag(const QString &key)
    {
        const QJsonValue value = m_object.value(key);
        m_isWhole = m_isWhole && value.isBool();
        return value.toBool();
    }
    QStringList texts(const QString &key)
    {
        const QJsonValue value = m_object.value(key);
        m_isWhole = m_isWhole && value.isArray();
        QStringList result;
        const QJsonArray array = value.toArray();
        for (const QJsonValue &one : array) {
            m_isWhole = m_isWhole && one.isString();
            result.append(one.toString());
        }
        return result;
    }
    bool isWhole() const
    {
        return m_isWhole;
    }

private:
    QJsonObject m_object;
    bool m_isWhole = true;
};

std::optional<QList<RunDetail>> extrasFromJson(const QJsonValue &json)
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
        Taker taker(one.toObject());
        const QString whatText = taker.text(u"what"_s);
        const QStringList words = taker.texts(u"words"_s);
        const auto what = std::ranges::find_if(runDetails, [&whatText](const auto &known) {
            return known.second == whatText;
        });
        if (!taker.isWhole() || what == std::end(runDetails)) {
            return std::nullopt;
        }
        result.append({what->first, words});
    }
    return result;
}

std::optional<RunItem> itemFromJson(const QJsonValue &json)
{
    Taker taker(json.toObject());
    const QString kindText = taker.text(u"kind"_s);
    const auto kind = std::ranges::find_if(kinds, [&kindText](const auto &one) {
        return one.second == kindText;
    });
    if (kind == std::end(kinds)) {
        return std::nullopt;
    }
    RunItem item;
    item.kind = kind->first;
    item.id = taker.text(u"id"_s);
    item.account = taker.text(u"account"_s);
    item.host = taker.text(u"host"_s);
    item.jumpHosts = taker.texts(u"through"_s);
    item.identities = taker.texts(u"identities"_s);
    item.knownHostsPath = taker.text(u"knownHosts"_s);
    item.link = taker.text(u"link"_s);
    item.address = taker.text(u"address"_s);
    item.command = taker.texts(u"command"_s);
    item.trusted = taker.flag(u"trusted"_s);
    if (json.toObject().contains(hostKeysKey)) {
        item.hostKeys = taker.texts(hostKeysKey);
    }
    const std::optional<QList<RunDetail>> more = extrasFromJson(json.toObject().value(extrasKey));
    item.runDetails = more.value_or(QList<RunDetail>());
    return taker.isWhole() && more ? std::optional(item) : std::nullopt;
}
}

QJsonObject toJson(const RunStatement &statement)
{
    QJsonArray items;
    for (const RunItem &item : statement.items) {
        items.append(itemToJson(item));
    }
    return QJsonObject{{u"accounts"_s, QJsonArray::fromStringList(statement.accounts)}, {u"items"_s, items}};
}

std::optional<RunStatement> fromJson(const QJsonValue &json)
{
    Taker taker(json.toObject());
    RunStatement statement;
    statement.accounts = taker.texts(u"accounts"_s);
    const QJsonValue items = json.toObject().value(u"items"_s);
    if (!taker.isWhole() || !items.isArray()) {
        return std::nullopt;
    }
    const QJsonArray array = items.toArray();
    for (const QJsonValue &one : array) {
        const std::optional<RunItem> item = itemFromJson(one);
        if (!item) {
            return std::nullopt;
        }
        statement.items.append(*item);
    }
    return statement;
}
}
