// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/brokercredentialfile.h"

#include "sessions/boardwire/boardtopics.h"
#include "sessions/common/privatefile.h"
#include "sessions/profiles/valuegrammar.h"

#include <KLocalizedString>

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace Nightdesk::BrokerCredentialFile
{
using namespace Qt::StringLiterals;

namespace
{
constexpr int format = 1;
constexpr qsizetype largest = 16 * 1024;
constexpr qsizetype longestPassword = 1024;
constexpr auto formatKey = "nightdesk-credential"_L1;
constexpr auto deskWord = "desk"_L1;
constexpr auto saWord = "sa"_L1;

void wipe(QByteArray &bytes)
{
    ::explicit_bzero(bytes.data(), static_cast<size_t>(bytes.size()));
}

QString cannotWrite(const QString &file, const QString &why)
{
    return i18nc("@info %1: a file, %2: why", "The credential cannot be written to %1: %2.", file, why);
}
}

bool isValidName(BrokerRole role, const QString &name)
{
    return DeskName::fromText(role == BrokerRole::Desk ? name : u"x/"_s + name).has_value();
}

QByteArray text(const BrokerCredential &credential)
{
    const QJsonObject object{
        {formatKey, format},
        {u"facility"_s, credential.facility},
        {u"role"_s, credential.role == BrokerRole::Desk ? deskWord : saWord},
        {u"name"_s, credential.name},
        {u"password"_s, QString::fromUtf8(credential.password.view())},
    };
    return QJsonDocument(object).toJson();
}

std::expected<BrokerCredential, QString> parse(const QByteArray &text)
{
    QJsonParseError mistake;
    const QJsonObject object = QJsonDocument::fromJson(text, &mistake).object();
    if (mistake.error != QJsonParseError::NoError || !object.contains(formatKey)) {
        return std::unexpected(i18nc("@info why a file is not used; keep the command untranslated",
                                     "the file is not a credential; expected a file from “nightdesk broker add-desk” or “add-sa”"));
    }
    if (object.value(formatKey).toInt() != format) {
        return std::unexpected(i18nc("@info why a file is not used", "the file has another format and needs another version of Nightdesk"));
    }
    BrokerCredential credential;
    credential.facility = object.value("facility"_L1).toString();
    if (!ValueGrammar::isIdentifier(credential.facility)) {
        return std::unexpected(i18nc("@info why a file is not used", "the facility’s id is missing or not valid"));
    }
    const QString role = object.value("role"_L1).toString();
    credential.name = object.value("name"_L1).toString();
    credential.role = role == deskWord ? BrokerRole::Desk : BrokerRole::SupportAstronomer;
    if ((role != deskWord && role != saWord) || !isValidName(credential.role, credential.name)) {
        return std::unexpected(i18nc("@info why a file is not used", "the file names neither a workstation nor a support astronomer"));
    }
    const QString password = object.value("password"_L1).toString();
    if (password.isEmpty() || password.size() > longestPassword || password.contains(QChar(0))) {
        return std::unexpected(i18nc("@info why a file is not used", "the password is missing or not valid"));
    }
    credential.password = Secret::fromText(password);
    return credential;
}

std::expected<BrokerCredential, QString> read(const QString &file)
{
    auto contents = PrivateFile::read(file, largest, PrivateFile::Privacy::ReadableOnlyByUser);
    if (contents && !*contents) {
        return std::unexpected(i18nc("@info %1: a file", "%1 does not contain a credential.", file));
    }
    auto credential = contents ? parse(**contents) : std::unexpected(contents.error());
    if (contents) {
        wipe(**contents);
    }
    if (!credential) {
        return std::unexpected(i18nc("@info %1: a file, %2: why", "The credential in %1 is not used: %2.", file, credential.error()));
    }
    return credential;
}

std::expected<void, QString> create(const QString &file, const BrokerCredential &credential)
{
    QByteArray bytes = text(credential);
    const auto written = PrivateFile::create(AT_FDCWD, QFile::encodeName(file), bytes);
    wipe(bytes);
    if (written) {
        return {};
    }
    return std::unexpected(cannotWrite(file,
                                       written.error() == EEXIST ? i18nc("@info why a file cannot be written", "the file already exists and is not overwritten")
                                                                 : qt_error_string(written.error())));
}

std::expected<void, QString> write(const QString &file, const BrokerCredential &credential)
{
    const QFileInfo there(file);
    if (there.isSymLink() || (there.exists() && !there.isFile())) {
        return std::unexpected(cannotWrite(file, i18nc("@info why a file cannot be written", "the path exists and is not a file")));
    }
    const QByteArray path = QFile::encodeName(file);
    const QByteArray aside = path + "." + QByteArray::number(::getpid()) + ".new";
    (void)::unlink(aside.constData()); // left by a killed process that had the same process id
    QByteArray bytes = text(credential);
    const auto written = PrivateFile::create(AT_FDCWD, aside, bytes);
    wipe(bytes);
    if (!written) {
        return std::unexpected(cannotWrite(file, qt_error_string(written.error())));
    }
    if (::rename(aside.constData(), path.constData()) != 0) {
        const int failed = errno;
        (void)::unlink(aside.constData());
        return std::unexpected(cannotWrite(file, qt_error_string(failed)));
    }
    return {};
}
}
