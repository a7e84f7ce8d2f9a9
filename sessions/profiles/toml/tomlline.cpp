// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/toml/tomlline.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk::TomlLine
{
namespace
{
// Parts of a dotted key in expressions: words, and texts in quotes.
constexpr auto quotedPart = R"((?:"(?:[^"\\]|\\.)*"|'[^']*'))"_L1;
constexpr auto nextParts = R"((?:[ \t]*\.[ \t]*(?:[\w\-]+|"(?:[^"\\]|\\.)*"|'[^']*')))"_L1;
}

QByteArrayView first(QByteArrayView text)
{
    constexpr qsizetype longest = 400; // no person writes longer headers
    const qsizetype end = text.first(std::min(text.size(), longest)).indexOf('\n');
    return text.first(end < 0 ? std::min(text.size(), longest) : end);
}

bool isHeader(QByteArrayView line)
{
    static const QRegularExpression header(
        uR"(\A\[\[?[ \t]*(?!(?:true|false|inf|nan)[ \t]*\])(?:[A-Za-z_][\w.\- \t]*|[A-Za-z_][\w\-]*%2+|%1%2+)[ \t]*\]\]?[ \t]*(?:#|\z))"_s.arg(quotedPart,
                                                                                                                                               nextParts));
    return header.match(QString::fromUtf8(line.trimmed())).hasMatch();
}

bool isKey(QByteArrayView line)
{
    static const QRegularExpression key(uR"(\A(?:[A-Za-z_][\w\-]*|%1)%2*[ \t]*=)"_s.arg(quotedPart, nextParts));
    return key.match(QString::fromUtf8(line.trimmed())).hasMatch();
}

bool endsAtNextText(QByteArrayView text, QByteArrayView before, QByteArrayView behind)
{
    const QByteArrayView rest = behind.trimmed();
    const bool hasJunk = !rest.isEmpty() && !QByteArrayView(",]}#=.").contains(rest.front());
    const QByteArrayView words = before.trimmed();
    const bool isBehindKey = words.endsWith('=') && isKey(words);
    if (!hasJunk && !isBehindKey) {
        return false;
    }
    if (hasJunk && isBehindKey) {
        return true;
    }
    for (qsizetype begin = text.indexOf('\n') + 1; begin > 0; begin = text.indexOf('\n', begin) + 1) {
        if (isHeader(first(text.sliced(begin)))) {
            return true;
        }
    }
    return false;
}

QByteArrayView withoutComment(QByteArrayView line)
{
    bool inText = false;
    for (qsizetype i = 0; i < line.size(); ++i) {
        if (line[i] == '"') {
            inText = !inText;
        } else if (line[i] == '#' && !inText) {
            return line.first(i).trimmed();
        }
    }
    return line.trimmed();
}
}
