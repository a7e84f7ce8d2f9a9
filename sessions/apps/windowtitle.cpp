// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/windowtitle.h"

#include "sessions/common/displaytext.h"

namespace Nightdesk
{
namespace
{
constexpr qsizetype maxTitle = 200;
constexpr qsizetype maxTitleBytes = 8 * maxTitle; ///< maximum number of bytes of a title that are decoded
constexpr char escape = 0x1b;

/// Decodes the subset of ISO 2022 that the X Consortium's "Compound Text Encoding" defines.
QString decodeCompoundText(QByteArrayView bytes)
{
    QString text;
    bool isLatin1 = true; // whether bytes from 0x80 on are Latin-1, as at the beginning; an escape sequence may change this
    bool isAscii = true; // whether bytes below 0x80 are ASCII, as at the beginning
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        const char byte = bytes.at(i);
        if (byte != escape) {
            const bool isUpper = (static_cast<uchar>(byte) & 0x80) != 0;
            text += (isUpper ? isLatin1 : isAscii) ? QChar(char16_t(static_cast<uchar>(byte))) : QChar(QChar::ReplacementCharacter);
            continue;
        }
        const QByteArrayView rest = bytes.sliced(i + 1);
        if (rest.startsWith("%G")) {
            const qsizetype end = rest.indexOf("\x1b%@");
            text += QString::fromUtf8(rest.sliced(2, (end < 0 ? rest.size() : end) - 2));
            i += end < 0 ? rest.size() : end + 3;
            continue;
        }
        // The escape sequence has bytes from 0x20 to 0x2f and a final byte. It selects a character set: "(" for bytes below 0x80, ")" or "-" for
        // the others; after "$", one with several bytes per character.
        qsizetype length = 0;
        while (length < rest.size() && rest.at(length) >= 0x20 && rest.at(length) <= 0x2f) {
            ++length;
        }
        if (length > 0 && length < rest.size()) {
            const QByteArrayView sequence = rest.first(length + 1);
            if (sequence.startsWith('(') || sequence.startsWith("$(")) {
                isAscii = sequence == "(B";
            } else if (sequence.startsWith('-') || sequence.startsWith(')') || sequence.startsWith("$)")) {
                isLatin1 = sequence == "-A";
            }
        }
        i += qMin(length + 1, rest.size());
    }
    return text;
}
}

QString WindowTitle::decode(QByteArrayView bytes, Encoding encoding)
{
    if (const qsizetype end = bytes.indexOf('\0'); end >= 0) {
        bytes = bytes.first(end); // uses the first string: the property may have several, separated by null bytes
    }
    switch (encoding) {
    case Encoding::Latin1:
        if (bytes.isValidUtf8()) {
            break; // text that is valid UTF-8 is decoded as such: it is hardly ever Latin-1, and ASCII is the same in both
        }
        return displayText(QString::fromLatin1(bytes.first(qMin(bytes.size(), maxTitleBytes))), maxTitle);
    case Encoding::CompoundText:
        return displayText(decodeCompoundText(bytes.first(qMin(bytes.size(), maxTitleBytes))), maxTitle);
    case Encoding::Utf8:
        break;
    }
    return displayText(bytes, maxTitle);
}
}
