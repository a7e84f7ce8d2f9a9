// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/displaytext.h"

namespace Nightdesk
{
QString displayText(QStringView text, qsizetype maxLength)
{
    QString result;
    result.reserve(qMin(text.size(), maxLength));
    bool lastWasSpace = true; // no leading space
    for (QChar c : text) {
        const QChar::Category category = c.category();
        const bool harmful = category == QChar::Other_Control || category == QChar::Other_Format || category == QChar::Separator_Line
            || category == QChar::Separator_Paragraph || category == QChar::Other_PrivateUse;
        if (harmful || c.isSpace()) {
            if (!lastWasSpace) {
                result += QLatin1Char(' ');
                lastWasSpace = true;
            }
        } else {
            result += c;
            lastWasSpace = false;
        }
        if (result.size() >= maxLength) {
            if (result.back().isHighSurrogate()) {
                result.chop(1);
            }
            result.chop(1);
            result += QChar(0x2026);
            break;
        }
    }
    return result.trimmed();
}

QString displayText(QByteArrayView utf8, qsizetype maxLength)
{
    // Four bytes a character at most: no need to convert a megabyte to show 200 characters.
    return displayText(QString::fromUtf8(utf8.first(qMin(utf8.size(), maxLength * 8 + 64))), maxLength);
}
}
