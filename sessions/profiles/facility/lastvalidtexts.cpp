// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/facility/lastvalidtexts.h"

#include "sessions/profiles/toml/tomldocument.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr int version = 1;

/// Each text is stored once, by its hash: all profiles have the same facility.toml.
class TextTable
{
public:
    explicit TextTable(qsizetype maxBytes)
        : m_remainingByteLimit(maxBytes)
    {
    }
    /// Adds all of the texts, or none if they would exceed the size limit. Returns whether they were added.
    bool add(const QList<QByteArray> &texts)
    {
        qsizetype needed = 0;
        for (const QByteArray &text : texts) {
            needed += m_textsByHash.contains(hashOf(text)) ? 0 : text.size();
        }
        if (needed > m_remainingByteLimit) {
            return false;
        }
        m_remainingByteLimit -= needed;
        for (const QByteArray &text : texts) {
            m_textsByHash.insert(hashOf(text), QString::fromLatin1(text.toBase64()));
        }
        return true;
    }
    static QString hashOf(const QByteArray &text)
    {
        return QString::fromLatin1(QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex());
    }
    const QJsonObject &textsByHash() const
    {
        return m_textsByHash;
    }

private:
    QJsonObject m_textsByHash;
    qsizetype m_remainingByteLimit; ///< how many more bytes of text may be added
};

/// Returns the text that TextTable stored with this hash; empty: there is none, or it is damaged.
std::optional<QByteArray> textWithHash(const QJsonObject &textsByHash, const QJsonValue &hash)
{
    const QJsonValue found = textsByHash.value(hash.toString());
    if (!found.isString()) {
        return std::nullopt;
    }
    const auto decoded = QByteArray::fromBase64Encoding(found.toString().toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || (*decoded).size() > TomlDocument::maxSize || TextTable::hashOf(*decoded) != hash.toString()) {
        return std::nullopt;
    }
    return *decoded;
}

QString timeText(const QDateTime &at)
{
    return at.toUTC().toString(Qt::ISODate);
}

/// Merges the versions that two consoles remember. Of different texts the newer one is returned. For the same text, the earlier time of reading is
/// returned, since that is when the text was first read.
template<typename Form, typename SameText>
Form mergedVersion(const Form &mine, const Form &theirs, const SameText &isSameText)
{
    if (!isSameText(mine, theirs)) {
        return theirs.readAt > mine.readAt ? theirs : mine;
    }
    Form result = mine;
    result.readAt = std::min(mine.readAt, theirs.readAt);
    return result;
}

QDateTime storedTime(const QJsonValue &value)
{
    return QDateTime::fromString(value.toString(), Qt::ISODate).toUTC();
}
}

const std::optional<LastValidTexts::FacilityVersion> &LastValidTexts::facility() const
{
    return m_facilityVersion;
}

void LastValidTexts::rememberFacility(const QByteArray &text, const QDateTime &now)
{
    if (!m_facilityVersion || m_facilityVersion->text != text) {
        m_facilityVersion = {text, now};
    }
}

std::optional<LastValidTexts::Version> LastValidTexts::lastVersion(const QString &site, const QString &name) const
{
    const auto found = m_profileVersions.constFind({site, name});
    return found == m_profileVersions.cend() ? std::nullopt : std::optional(*found);
}

void LastValidTexts::rememberProfile(const QString &site, const QString &name, const Version &lastVersion)
{
    Version kept = lastVersion;
    if (const auto before = this->lastVersion(site, name);
        before && before->facilityText == lastVersion.facilityText && before->profileText == lastVersion.profileText) {
        kept.readAt = before->readAt;
    }
    m_profileVersions.insert({site, name}, kept);
}

void LastValidTexts::setListedProfiles(const QStringList &names)
{
    m_deletedProfiles.clear();
    for (auto it = m_profileVersions.keyBegin(); it != m_profileVersions.keyEnd(); ++it) {
        if (!names.contains(it->second)) {
            m_deletedProfiles.insert(it->second);
        }
    }
}

QStringList LastValidTexts::profileFileNames(const QString &site) const
{
    QStringList result;
    for (auto it = m_profileVersions.keyBegin(); it != m_profileVersions.keyEnd(); ++it) {
        if (it->first == site && !m_deletedProfiles.contains(it->second)) {
            result.append(it->second);
        }
    }
    return result;
}

QString LastValidTexts::canonicalPath() const
{
    return m_canonicalPath;
}

void LastValidTexts::setCanonicalPath(const QString &path)
{
    m_canonicalPath = path;
}

LastValidTexts LastValidTexts::merged(const LastValidTexts &theirs, const LastValidTexts &base, const std::optional<QStringList> &existingProfileFiles) const
{
    LastValidTexts result = *this;
    for (auto it = m_profileVersions.cbegin(); it != m_profileVersions.cend(); ++it) {
        const bool isListed = existingProfileFiles && existingProfileFiles->contains(it.key().second);
        if (!isListed && !theirs.m_profileVersions.contains(it.key()) && base.m_profileVersions.contains(it.key())
            && base.m_profileVersions.value(it.key()) == it.value()) {
            result.m_profileVersions.remove(it.key());
        }
    }
    for (auto it = theirs.m_profileVersions.cbegin(); it != theirs.m_profileVersions.cend(); ++it) {
        const auto mine = m_profileVersions.constFind(it.key());
        if (mine != m_profileVersions.cend()) {
            result.m_profileVersions.insert(it.key(), mergedVersion(*mine, it.value(), [](const Version &a, const Version &b) {
                                                return a.facilityText == b.facilityText && a.profileText == b.profileText;
                                            }));
        } else if (!m_deletedProfiles.contains(it.key().second) && (!existingProfileFiles || existingProfileFiles->contains(it.key().second))) {
            result.m_profileVersions.insert(it.key(), it.value());
        }
    }
    if (m_facilityVersion && theirs.m_facilityVersion) {
        result.m_facilityVersion = mergedVersion(*m_facilityVersion, *theirs.m_facilityVersion, [](const FacilityVersion &a, const FacilityVersion &b) {
            return a.text == b.text;
        });
    } else if (!m_facilityVersion) {
        result.m_facilityVersion = theirs.m_facilityVersion;
    }
    if (m_canonicalPath.isEmpty()) {
        result.m_canonicalPath = theirs.m_canonicalPath;
    }
    return result;
}

QByteArray LastValidTexts::toJson(const QString &directory, qsizetype maxTexts) const
{
    TextTable texts(maxTexts);
    QJsonObject root{{u"version"_s, version}, {u"directory"_s, directory}, {u"canonical"_s, m_canonicalPath}};
    if (m_facilityVersion && texts.add({m_facilityVersion->text})) {
        root.insert(u"facility"_s, QJsonObject{{u"text"_s, TextTable::hashOf(m_facilityVersion->text)}, {u"readAt"_s, timeText(m_facilityVersion->readAt)}});
    }
    QList<std::pair<Key, Version>> newestFirst;
    for (auto it = m_profileVersions.cbegin(); it != m_profileVersions.cend(); ++it) {
        if (!m_deletedProfiles.contains(it.key().second)) {
            newestFirst.append({it.key(), it.value()});
        }
    }
    std::ranges::stable_sort(newestFirst, [](const auto &a, const auto &b) {
        return a.second.readAt > b.second.readAt;
    });
    QJsonArray profiles;
    for (const auto &[key, lastVersion] : std::as_const(newestFirst)) {
        if (!texts.add({lastVersion.facilityText, lastVersion.profileText})) {
            continue;
        }
        profiles.append(QJsonObject{
            {u"site"_s, key.first},
            {u"name"_s, key.second},
            {u"facility"_s, TextTable::hashOf(lastVersion.facilityText)},
            {u"profile"_s, TextTable::hashOf(lastVersion.profileText)},
            {u"readAt"_s, timeText(lastVersion.readAt)},
            {u"administrators"_s, lastVersion.isInstalledByAdministrator},
        });
    }
    root.insert(u"profiles"_s, profiles);
    root.insert(u"texts"_s, texts.textsByHash());
    return QJsonDocument(root).toJson(QJsonDocument::Compact);
}

std::optional<LastValidTexts> LastValidTexts::fromJson(const QByteArray &json, const QString &directory)
{
    const QJsonObject root = QJsonDocument::fromJson(json).object();
    if (root.value(u"version"_s).toInt() != version || root.value(u"directory"_s).toString() != directory) {
        return std::nullopt;
    }
    LastValidTexts result;
    result.m_canonicalPath = root.value(u"canonical"_s).toString();
    const QJsonObject texts = root.value(u"texts"_s).toObject();
    if (const QJsonValue facility = root.value(u"facility"_s); facility.isObject()) {
        const std::optional<QByteArray> text = textWithHash(texts, facility.toObject().value(u"text"_s));
        if (!text) {
            return std::nullopt;
        }
        result.m_facilityVersion = {*text, storedTime(facility.toObject().value(u"readAt"_s))};
    }
    const QJsonArray profiles = root.value(u"profiles"_s).toArray();
    for (const QJsonValue &one : profiles) {
        const QJsonObject object = one.toObject();
        const std::optional<QByteArray> facility = textWithHash(texts, object.value(u"facility"_s));
        const std::optional<QByteArray> profile = textWithHash(texts, object.value(u"profile"_s));
        const QString name = object.value(u"name"_s).toString();
        if (!facility || !profile || name.isEmpty() || name.contains(u'/')) {
            return std::nullopt;
        }
        result.m_profileVersions.insert({object.value(u"site"_s).toString(), name},
                                        {*facility, *profile, storedTime(object.value(u"readAt"_s)), object.value(u"administrators"_s).toBool()});
    }
    return result;
}
}
