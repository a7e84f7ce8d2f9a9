// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/apprequest.h"

#include <QCryptographicHash>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
QString PrivateXServerName::text() const
{
    return owner + u'.' + profile + u'.' + display;
}

QString PrivateXServerName::directoryName() const
{
    // A socket's path may have 107 bytes. Up to 59 of them precede the name: "/tmp/nightdesk-4294967295." and a group name of 32 bytes.
    constexpr qsizetype maxLength = 44;
    constexpr qsizetype hashLength = 16;
    const QString whole = text();
    if (whole.size() <= maxLength) {
        return whole;
    }
    const QByteArray hash = QCryptographicHash::hash(whole.toUtf8(), QCryptographicHash::Sha256).toHex();
    return whole.first(maxLength - hashLength - 1) + u'~' + QString::fromLatin1(hash.first(hashLength));
}

std::optional<PrivateXServerName> PrivateXServerName::parse(const QString &text)
{
    static const QRegularExpression pattern(uR"(\A([0-9a-z]{1,32})\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{1,64})\z)"_s);
    const QRegularExpressionMatch match = pattern.match(text);
    if (!match.hasMatch()) {
        return {};
    }
    return PrivateXServerName{.owner = match.captured(1), .profile = match.captured(2), .display = match.captured(3)};
}
}
