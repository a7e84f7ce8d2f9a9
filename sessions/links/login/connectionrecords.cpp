// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/connectionrecords.h"

#include "sessions/rfbwire/messages.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr int format = 1;
// Size limits of the texts and keys in a record: longer than any path and any key that an ssh agent holds.
constexpr qsizetype maxText = 4096;
constexpr qsizetype maxKey = 16384;

struct LoginMethodName {
    LoginMethod method;
    QLatin1StringView name;
};
constexpr std::array storedMethodNames{
    LoginMethodName{LoginMethod::Gssapi, "gssapi"_L1},
    LoginMethodName{LoginMethod::PublicKey, "publickey"_L1},
    LoginMethodName{LoginMethod::Password, "password"_L1},
    LoginMethodName{LoginMethod::KeyboardInteractive, "interactive"_L1},
};

template<typename Value>
std::optional<Value> entryValue(const QList<std::pair<QString, Value>> &entries, const QString &key)
{
    const auto found = std::ranges::find(entries, key, &std::pair<QString, Value>::first);
    return found == entries.end() ? std::nullopt : std::optional(found->second);
}

template<typename Value>
void setValue(QList<std::pair<QString, Value>> &entries, const QString &key, const std::optional<Value> &value)
{
    entries.removeIf([&key](const auto &entry) {
        return entry.first == key;
    });
    if (value && !key.isEmpty() && key.size() <= maxText) {
        entries.append({key, *value});
        entries.remove(0, std::max<qsizetype>(0, entries.size() - ConnectionRecords::maxRecords));
    }
}

QJsonObject toJsonObject(const ProvenLogin &login)
{
    const auto method = std::ranges::find(storedMethodNames, login.method, &LoginMethodName::method);
    return {{u"method"_s, method->name},
            {u"keyFile"_s, login.keyFile},
            {u"certificate"_s, login.certificate},
            {u"agentKey"_s, QString::fromLatin1(login.agentKey.toBase64())}};
}

std::optional<ProvenLogin> readLogin(const QJsonObject &object)
{
    const QString name = object.value("method"_L1).toString();
    const auto method = std::ranges::find(storedMethodNames, name, &LoginMethodName::name);
    const auto key = QByteArray::fromBase64Encoding(object.value("agentKey"_L1).toString().toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
    ProvenLogin login;
    login.keyFile = object.value("keyFile"_L1).toString();
    login.certificate = object.value("certificate"_L1).toString();
    if (method == storedMethodNames.end() || !key || (*key).size() > maxKey || login.keyFile.size() > maxText || login.certificate.size() > maxText) {
        return std::nullopt;
    }
    login.method = method->method;
    login.agentKey = *key;
    return login;
}

QJsonObject toJsonObject(const RememberedVncServer &server)
{
    return {{u"security"_s, server.securityType},
            {u"colourMapped"_s, server.colorMapped},
            {u"width"_s, static_cast<qint64>(server.width)},
            {u"height"_s, static_cast<qint64>(server.height)}};
}

std::optional<RememberedVncServer> readServer(const QJsonObject &object)
{
    // toInt() accepts whole numbers only and returns -1 for any other value. It must not return 0 then, because the
    // security type 0 means that a handshake sent in advance has failed.
    const int security = object.value("security"_L1).toInt(-1);
    if (security == 0) {
        return RememberedVncServer();
    }
    const auto width = static_cast<quint32>(std::max(0, object.value("width"_L1).toInt()));
    const auto height = static_cast<quint32>(std::max(0, object.value("height"_L1).toInt()));
    // 1 is None and 2 is VncAuth in RFB. Nightdesk sends a handshake in advance only for these two security types.
    const bool isKnown = security == 1 || security == 2;
    if (!isKnown || !RfbWire::isValidSize(width, height)) {
        return std::nullopt; // nightdesk-rfb, which gets these values, would not accept them
    }
    return RememberedVncServer{static_cast<quint8>(security), object.value("colourMapped"_L1).toBool(), width, height};
}

template<typename Value>
QJsonArray toJsonArray(const QList<std::pair<QString, Value>> &entries)
{
    QJsonArray array;
    for (const auto &[key, value] : entries) {
        QJsonObject object = toJsonObject(value);
        object.insert("of"_L1, key);
        array.append(object);
    }
    return array;
}
}

std::optional<ProvenLogin> ConnectionRecords::login(const QString &account) const
{
    return entryValue(m_loginsByAccount, account);
}

void ConnectionRecords::setLogin(const QString &account, const std::optional<ProvenLogin> &login)
{
    setValue(m_loginsByAccount, account, login);
}

std::optional<RememberedVncServer> ConnectionRecords::vncServer(const QString &place) const
{
    return entryValue(m_vncServersByDesktopPlace, place);
}

void ConnectionRecords::setVncServer(const QString &place, const std::optional<RememberedVncServer> &server)
{
    setValue(m_vncServersByDesktopPlace, place, server);
}

void ConnectionRecords::apply(const ConnectionRecordChanges &changes)
{
    for (const auto &[account, login] : changes.logins) {
        setLogin(account, login);
    }
    for (const auto &[place, server] : changes.servers) {
        setVncServer(place, server);
    }
}

QByteArray ConnectionRecords::toJson() const
{
    return QJsonDocument(
               QJsonObject{{u"format"_s, format}, {u"logins"_s, toJsonArray(m_loginsByAccount)}, {u"servers"_s, toJsonArray(m_vncServersByDesktopPlace)}})
        .toJson();
}

std::expected<ConnectionRecords, ConnectionRecords::UnreadableReason> ConnectionRecords::fromJson(const QByteArray &json)
{
    const QJsonObject root = QJsonDocument::fromJson(json).object();
    if (!root.value("format"_L1).isDouble()) {
        return std::unexpected(UnreadableReason::Damaged);
    }
    if (root.value("format"_L1).toInt() != format) {
        return std::unexpected(UnreadableReason::OtherVersion);
    }
    ConnectionRecords records;
    const QJsonArray logins = root.value("logins"_L1).toArray();
    for (const QJsonValue &each : logins) {
        records.setLogin(each[u"of"].toString(), readLogin(each.toObject()));
    }
    const QJsonArray servers = root.value("servers"_L1).toArray();
    for (const QJsonValue &each : servers) {
        records.setVncServer(each[u"of"].toString(), readServer(each.toObject()));
    }
    return records;
}
}
