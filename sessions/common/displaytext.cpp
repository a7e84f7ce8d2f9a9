// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/displaytext.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr QChar ellipsis(0x2026);

bool isUnsafeToShow(char32_t character)
{
    using enum QChar::Category;
    static constexpr QChar::Category unsafe[] = {Other_Control, Other_Format, Other_PrivateUse, Separator_Line, Separator_Paragraph};
    return std::ranges::contains(unsafe, QChar::category(character)) || QChar::isSpace(character);
}

/// Shortens @p text to @p length characters at most, never inside a surrogate pair.
void shorten(QString &text, qsizetype length)
{
    if (text.size() > length) {
        text.truncate(length > 0 && text.at(length - 1).isHighSurrogate() ? length - 1 : length);
    }
}

/// @p isAlreadyCut: @p text was already cut, so an ellipsis is needed.
QString toSafeText(QStringView text, qsizetype maxLength, bool isAlreadyCut)
{
    if (maxLength <= 0) {
        return {};
    }
    QString result;
    result.reserve(qMin(text.size(), maxLength + 2));
    bool spaceIsDue = false;
    for (qsizetype i = 0; i < text.size() && result.size() <= maxLength; ++i) {
        char32_t character = text.at(i).unicode();
        if (text.at(i).isHighSurrogate() && i + 1 < text.size() && text.at(i + 1).isLowSurrogate()) {
            character = QChar::surrogateToUcs4(text.at(i), text.at(i + 1));
            ++i;
        } else if (text.at(i).isSurrogate()) {
            character = QChar::ReplacementCharacter; // the character is an unpaired surrogate
        }
        if (isUnsafeToShow(character)) {
            spaceIsDue = !result.isEmpty();
            continue;
        }
        if (spaceIsDue) {
            result += QLatin1Char(' ');
            spaceIsDue = false;
        }
        result += QChar::fromUcs4(character);
    }
    if (isAlreadyCut || result.size() > maxLength) {
        shorten(result, maxLength - 1);
        result += ellipsis;
    }
    return result;
}
}

QString displayText(QStringView text, qsizetype maxLength)
{
    return toSafeText(text, maxLength, false);
}

QString displayText(QByteArrayView utf8, qsizetype maxLength)
{
    // A character has at most four bytes, so a megabyte need not be converted to show 200 characters.
    qsizetype enough = qMax<qsizetype>(maxLength, 0) * 8 + 64;
    const bool isCut = utf8.size() > enough;
    if (isCut) {
        for (int i = 0; i < 3 && (static_cast<uchar>(utf8.at(enough)) & 0xc0) == 0x80; ++i) {
            --enough; // cut before this UTF-8 character, not inside it
        }
        utf8 = utf8.first(enough);
    }
    return toSafeText(QString::fromUtf8(utf8), maxLength, isCut);
}
}
