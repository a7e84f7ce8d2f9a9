// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/trust/trustfile.h"

#include "sessions/profiles/trust/runmanifestjson.h"
#include "sessions/profiles/trust/runmanifests.h"

#include <KLocalizedString>

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Nightdesk::TrustFile
{
namespace
{
std::unexpected<QString> damagedFileError(const QString &why)
{
    return std::unexpected(i18nc("@info why a file is not used; %1: what is wrong with it", "the file is damaged: %1", why));
}
}

QByteArray write(const Approvals &approvals)
{
    QJsonArray list;
    for (auto it = approvals.cbegin(); it != approvals.cend(); ++it) {
        list.append(QJsonObject{
            {u"directory"_s, it.key().directory},
            {u"profile"_s, it.key().profile},
            {u"site"_s, it.key().site},
            {u"agreedAt"_s, it.value().approvedAt.toUTC().toString(Qt::ISODate)},
            {u"hash"_s, RunManifests::hash(it.value().manifest)},
            {u"statement"_s, RunManifestJson::toJson(it.value().manifest)},
        });
    }
    return QJsonDocument(QJsonObject{{u"version"_s, version}, {u"agreements"_s, list}}).toJson(QJsonDocument::Compact);
}

std::optional<Approvals> withoutOldest(const Approvals &approvals, const ApprovalKey &keptKey, qsizetype maxBytes)
{
    struct SizedApproval {
        ApprovalKey key;
        QDateTime approvedAt;
        qsizetype size;
    };
    QList<SizedApproval> oldestFirst;
    qsizetype total = 0;
    for (auto it = approvals.cbegin(); it != approvals.cend(); ++it) {
        // Writes a file with this entry alone. Its size is slightly larger than what the entry adds to the whole file, so the sum is never too small.
        const qsizetype size = write({{it.key(), it.value()}}).size();
        total += size;
        if (it.key() != keptKey) {
            oldestFirst.append({it.key(), it.value().approvedAt, size});
        } else if (size > maxBytes) {
            return std::nullopt;
        }
    }
    std::ranges::stable_sort(oldestFirst, {}, &SizedApproval::approvedAt);
    Approvals result = approvals;
    for (const SizedApproval &one : std::as_const(oldestFirst)) {
        if (total <= maxBytes) {
            break;
        }
        result.remove(one.key);
        total -= one.size;
    }
    return result;
}

std::expected<Approvals, QString> read(const QByteArray &contents)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(contents, &error);
    if (error.error != QJsonParseError::NoError) {
        return damagedFileError(error.errorString());
    }
    const QJsonValue found = document.object().value(u"version"_s);
    if (!found.isDouble() || found.toInt() < 1) {
        return damagedFileError(i18nc("@info what is wrong with a file", "the version is missing"));
    }
    if (found.toInt() > version) {
        return std::unexpected(i18nc("@info why a file is not used", "a newer version of Nightdesk wrote the file"));
    }
    if (found.toInt() < version) {
        return std::unexpected(i18nc("@info why a file is not used", "an older version of Nightdesk wrote the file and asked about fewer things"));
    }
    const QJsonValue list = document.object().value(u"agreements"_s);
    if (!list.isArray()) {
        return damagedFileError(i18nc("@info what is wrong with a file", "the list of approvals is missing"));
    }
    Approvals result;
    const QJsonArray array = list.toArray();
    for (qsizetype i = 0; i < array.size(); ++i) {
        const QJsonObject one = array.at(i).toObject();
        const QJsonValue directory = one.value(u"directory"_s);
        const QJsonValue profile = one.value(u"profile"_s);
        const QJsonValue site = one.value(u"site"_s);
        const std::optional<RunManifest> manifest = RunManifestJson::fromJson(one.value(u"statement"_s));
        const QDateTime at = QDateTime::fromString(one.value(u"agreedAt"_s).toString(), Qt::ISODate);
        const bool isWhole = directory.isString() && profile.isString() && site.isString() && manifest && at.isValid();
        if (!isWhole || RunManifests::hash(*manifest) != one.value(u"hash"_s).toString()) {
            return damagedFileError(i18nc("@info what is wrong with a file; %1: a number, from 1", "approval %1 is incomplete", QString::number(i + 1)));
        }
        result.insert({directory.toString(), profile.toString(), site.toString()}, {*manifest, at.toUTC()});
    }
    return result;
}
}
