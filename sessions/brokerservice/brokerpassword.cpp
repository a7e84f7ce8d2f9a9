// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/brokerservice/brokerpassword.h"

#include <QByteArray>
#include <QPasswordDigestor>
#include <QRandomGenerator>

namespace Nightdesk::BrokerPassword
{
using namespace Qt::StringLiterals;

namespace
{
// The number that mosquitto uses by default. More rounds would slow down each login, and 256 random bits cannot be
// guessed anyway.
constexpr int rounds = 101;
constexpr qsizetype saltBytes = 12;
constexpr quint64 hashBytes = 64;

QByteArray random(qsizetype bytes)
{
    QByteArray result(bytes, Qt::Uninitialized);
    QRandomGenerator::system()->generate(result.begin(), result.end());
    return result;
}
}

Secret make()
{
    QByteArray bytes = random(32);
    Secret result = Secret::fromBytes(bytes.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
    explicit_bzero(bytes.data(), static_cast<size_t>(bytes.size()));
    return result;
}

QString hash(const Secret &password)
{
    const QByteArray salt = random(saltBytes);
    const QByteArray plain = QByteArray::fromRawData(password.constData(), password.size());
    const QByteArray key = QPasswordDigestor::deriveKeyPbkdf2(QCryptographicHash::Sha512, plain, salt, rounds, hashBytes);
    return u"$7$%1$%2$%3"_s.arg(QString::number(rounds), QString::fromLatin1(salt.toBase64()), QString::fromLatin1(key.toBase64()));
}
}
