// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/toml/tomldocument.h"

#include "sessions/profiles/toml/statementsplitter.h"
#include "sessions/profiles/toml/tomlassembler.h"

#include <KLocalizedString>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
SourcePlace placeOf(QByteArrayView text, qsizetype offset, const QString &file)
{
    SourcePlace place{file, 1, 1};
    for (qsizetype i = 0; i < offset; ++i) {
        if (text[i] == '\n') {
            ++place.line;
            place.column = 1;
        } else if ((text[i] & 0xC0) != 0x80) {
            ++place.column;
        }
    }
    return place;
}

/// The length of the valid UTF-8 sequence at @p offset (RFC 3629); 0: there is none.
qsizetype sequenceLength(QByteArrayView text, qsizetype offset)
{
    const auto byte = [&](qsizetype i) -> unsigned {
        return offset + i < text.size() ? static_cast<unsigned char>(text[offset + i]) : 0u;
    };
    const auto continues = [&](qsizetype i) {
        return (byte(i) & 0xC0) == 0x80;
    };
    const unsigned first = byte(0);
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xC2 && first <= 0xDF) {
        return continues(1) ? 2 : 0;
    }
    if (first >= 0xE0 && first <= 0xEF) {
        const bool good = continues(1) && continues(2) && !(first == 0xE0 && byte(1) < 0xA0) && !(first == 0xED && byte(1) > 0x9F);
        return good ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool good = continues(1) && continues(2) && continues(3) && !(first == 0xF0 && byte(1) < 0x90) && !(first == 0xF4 && byte(1) > 0x8F);
        return good ? 4 : 0;
    }
    return 0;
}

/// Values that hold what was put in for bytes that are no text: they were told about.
bool breakReplaced(TomlNode &node)
{
    bool isBroken = node.kind == TomlNode::Kind::Text && node.text.contains(QChar::ReplacementCharacter);
    for (TomlNode &item : node.items) {
        isBroken = (breakReplaced(item) && node.origin == TomlNode::Origin::Value) || isBroken;
    }
    for (TomlEntry &entry : node.entries()) {
        breakReplaced(entry.value);
    }
    if (isBroken) {
        node.kind = TomlNode::Kind::Broken;
    }
    return isBroken;
}

/// Valid UTF-8 without NUL; what was neither is U+FFFD and reported (the first of each).
QByteArray cleaned(QByteArrayView text, const QString &file, Problems &problems)
{
    QByteArray result;
    result.reserve(text.size());
    bool badUtf8 = false;
    bool nul = false;
    for (qsizetype i = 0; i < text.size();) {
        const qsizetype length = sequenceLength(text, i);
        if (length > 0 && text[i] != '\0') {
            result.append(text.sliced(i, length));
            i += length;
            continue;
        }
        bool &told = length == 0 ? badUtf8 : nul;
        if (!told) {
            told = true;
            problems.error(placeOf(result, result.size(), file),
                           length == 0 ? i18nc("@info a mistake in a profile; %1: a number in base 16",
                                               "the byte 0x%1 is not UTF-8; save the file as UTF-8",
                                               QString::number(static_cast<unsigned char>(text[i]), 16))
                                       : i18nc("@info a mistake in a profile", "there is a NUL byte here; this is not a text file"));
        }
        result.append("\xEF\xBF\xBD");
        ++i;
    }
    return result;
}
}

std::optional<TomlNode> TomlDocument::read(QByteArrayView text, const QString &file, Problems &problems, TomlOutline *outline)
{
    const SourcePlace start{file, 1, 1};
    if (text.size() > maxSize) {
        problems.error(
            start,
            i18nc("@info a mistake in a profile", "the file is too large to be a profile; at most %1 KiB are read", QString::number(maxSize / 1024)));
        return std::nullopt;
    }
    if (text.startsWith("\xFF\xFE") || text.startsWith("\xFE\xFF")) {
        problems.error(start, i18nc("@info a mistake in a profile", "the file is UTF-16; save it as UTF-8"));
        return std::nullopt;
    }
    if (text.startsWith("\xEF\xBB\xBF")) {
        text = text.sliced(3); // editors on Windows write it; it has no column
    }
    const QByteArray clean = cleaned(text, file, problems);
    TomlAssembler assembler(file, problems);
    StatementSplitter splitter(clean, file, problems);
    while (const auto statement = splitter.next()) {
        assembler.add(*statement);
    }
    if (outline) {
        *outline = assembler.outline();
    }
    TomlNode root = assembler.takeRoot();
    if (clean.size() != text.size()) {
        breakReplaced(root); // else the file itself says so, which is text
    }
    return root;
}
}
