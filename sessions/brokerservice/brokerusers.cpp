// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/brokerservice/brokerusers.h"

#include "sessions/broker/brokercredentialfile.h"
#include "sessions/profiles/valuegrammar.h"

#include <KLocalizedString>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <tuple>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr int format = 1;

/// Whether @p hash consists only of characters that cannot end a line or field of the password file.
bool isValidPasswordHash(const QString &hash)
{
    return hash.startsWith("$7$"_L1) && hash.size() < 500
        && std::ranges::all_of(
               hash,
               [](QChar c) {
                   return c.unicode() > 0x20 && c.unicode() < 0x7f && c != u':';
               });
}

std::optional<BrokerUser> userOf(const QJsonObject &object)
{
    BrokerUser user;
    const QString role = object.value("role"_L1).toString();
    if (role != "desk"_L1 && role != "sa"_L1) {
        return {};
    }
    user.role = role == "desk"_L1 ? BrokerRole::Desk : BrokerRole::SupportAstronomer;
    user.name = object.value("name"_L1).toString();
    user.hash = object.value("hash"_L1).toString();
    user.addedAt = QDateTime::fromString(object.value("added"_L1).toString(), Qt::ISODate);
    return BrokerCredentialFile::isValidName(user.role, user.name) && isValidPasswordHash(user.hash) ? std::optional(user) : std::nullopt;
}
}

QString BrokerUser::user() const
{
    return BrokerCredential{.facility = {}, .role = role, .name = name, .password = {}}.user();
}

QString BrokerUsers::facility() const
{
    return m_facility;
}

void BrokerUsers::setFacility(const QString &facility)
{
    m_facility = facility;
}

const QList<BrokerUser> &BrokerUsers::all() const
{
    return m_users;
}

bool BrokerUsers::add(const BrokerUser &user)
{
    const auto key = [](const BrokerUser &one) {
        return std::tie(one.role, one.name);
    };
    const auto place = std::ranges::lower_bound(m_users, key(user), {}, key);
    if (place != m_users.end() && key(*place) == key(user)) {
        return false;
    }
    m_users.insert(place, user);
    return true;
}

bool BrokerUsers::remove(BrokerRole role, const QString &name)
{
    return m_users.removeIf([&](const BrokerUser &user) {
        return user.role == role && user.name == name;
    }) > 0;
}

QByteArray BrokerUsers::text() const
{
    QJsonArray users;
    for (const BrokerUser &user : m_users) {
        users.append(QJsonObject{{u"role"_s, user.role == BrokerRole::Desk ? u"desk"_s : u"sa"_s},
                                 {u"name"_s, user.name},
                                 {u"hash"_s, user.hash},
                                 {u"added"_s, user.addedAt.toUTC().toString(Qt::ISODate)}});
    }
    return QJsonDocument(QJsonObject{{u"nightdesk-broker"_s, format}, {u"facility"_s, m_facility}, {u"users"_s, users}}).toJson();
}

std::expected<BrokerUsers, QString> BrokerUsers::parse(const QByteArray &text)
{
    QJsonParseError mistake;
    const QJsonObject object = QJsonDocument::fromJson(text, &mistake).object();
    if (mistake.error != QJsonParseError::NoError || object.value("nightdesk-broker"_L1).toInt() < 1) {
        return std::unexpected(i18nc("@info why a file is not used", "the file is damaged"));
    }
    if (object.value("nightdesk-broker"_L1).toInt() != format) {
        return std::unexpected(i18nc("@info why a file is not used", "the file has another format and needs another version of Nightdesk"));
    }
    BrokerUsers result;
    result.m_facility = object.value("facility"_L1).toString();
    if (!ValueGrammar::isIdentifier(result.m_facility)) {
        return std::unexpected(i18nc("@info why a file is not used", "the facility’s id is missing or not valid"));
    }
    const QJsonArray users = object.value("users"_L1).toArray();
    for (const QJsonValue &value : users) {
        const auto user = userOf(value.toObject());
        if (!user || !result.add(*user)) {
            return std::unexpected(i18nc("@info why a file is not used; %1: a name as it stands there",
                                         "the entry “%1” is not valid",
                                         value.toObject().value("name"_L1).toString().left(80)));
        }
    }
    return result;
}
}
