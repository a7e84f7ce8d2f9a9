// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/programmark.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
QByteArray ProgramMark::text() const
{
    return (deskName + u'/' + consoleName + u'/' + displayId + u'/' + QString::number(number) + u'/').toUtf8();
}

std::optional<ProgramMark> ProgramMark::parse(QByteArrayView text)
{
    static const QRegularExpression pattern(uR"(\A([0-9a-f]{16})/([0-9a-f]{8})/([a-z0-9_-]{1,64})/([0-9]{1,9})/\z)"_s);
    if (text.size() > 128) {
        return {};
    }
    const QRegularExpressionMatch match = pattern.match(QString::fromLatin1(text));
    if (!match.hasMatch()) {
        return {};
    }
    return ProgramMark{.deskName = match.captured(1), .consoleName = match.captured(2), .displayId = match.captured(3), .number = match.captured(4).toUInt()};
}

bool ProgramMark::isConsoleName(const QString &text)
{
    static const QRegularExpression pattern(uR"(\A[0-9a-f]{8}\z)"_s);
    return pattern.match(text).hasMatch();
}

bool ProgramMark::isDeskName(const QString &text)
{
    static const QRegularExpression pattern(uR"(\A[0-9a-f]{16}\z)"_s);
    return pattern.match(text).hasMatch();
}
}
