// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/toml/tomldocument.h"

#include "sessions/profiles/toml/statementsplitter.h"
#include "sessions/profiles/toml/tomlassembler.h"

#include <KLocalizedString>

#include <QStringConverter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
/// Marks values as broken (TomlNode::Kind::Broken) if they contain U+FFFD, which stands for invalid bytes. Returns whether @p node is broken.
bool markNodesWithReplacedBytes(TomlNode &node)
{
    bool isBroken = node.kind == TomlNode::Kind::Text && node.text.contains(QChar::ReplacementCharacter);
    for (TomlNode &item : node.items) {
        isBroken = (markNodesWithReplacedBytes(item) && node.origin == TomlNode::Origin::InlineValue) || isBroken;
    }
    for (TomlEntry &entry : node.entries()) {
        markNodesWithReplacedBytes(entry.value);
    }
    if (isBroken) {
        node.kind = TomlNode::Kind::Broken;
    }
    return isBroken;
}

/// Replaces NUL and bytes that are not UTF-8 by U+FFFD. Reports the first NUL and the first byte that is not UTF-8.
QString decodedUtf8(QByteArrayView text, const QString &file, Problems &problems)
{
    using Flag = QStringConverter::Flag;
    QString result = QStringDecoder(QStringConverter::Utf8, Flag::Stateless | Flag::ConvertInitialBom)(text);
    const QByteArray again = result.toUtf8();
    const auto placeOf = [&](QByteArrayView before) {
        const QString line = QString::fromUtf8(before.sliced(before.lastIndexOf('\n') + 1));
        return SourcePlace{file, static_cast<int>(before.count('\n')) + 1, static_cast<int>(line.toUcs4().size()) + 1};
    };
    if (again != text) {
        qsizetype at = std::ranges::mismatch(again, text).in1 - again.begin();
        while ((again[at] & 0xC0) == 0x80) {
            --at; // go to the first byte of the character: U+FFFD has several
        }
        problems.error(placeOf(again.first(at)),
                       i18nc("@info an error in a profile; %1: a number in base 16",
                             "the byte 0x%1 is not UTF-8; save the file as UTF-8",
                             QString::number(static_cast<unsigned char>(text[at]), 16)));
    }
    if (const qsizetype at = again.indexOf('\0'); at >= 0) {
        problems.error(placeOf(again.first(at)), i18nc("@info an error in a profile", "unexpected NUL byte; this is not a text file"));
        result.replace(QChar(), QChar(QChar::ReplacementCharacter));
    }
    return result;
}
}

std::optional<TomlNode> TomlDocument::read(QByteArrayView text, const QString &file, Problems &problems, TomlOutline *outline)
{
    const SourcePlace start{file, 1, 1};
    if (text.size() > maxSize) {
        problems.error(start,
                       i18nc("@info an error in a profile", "the file is too large: a profile can have at most %1 KiB", QString::number(maxSize / 1024)));
        return std::nullopt;
    }
    if (text.startsWith("\xFF\xFE") || text.startsWith("\xFE\xFF")) {
        problems.error(start, i18nc("@info an error in a profile", "the file is UTF-16; save it as UTF-8"));
        return std::nullopt;
    }
    if (text.startsWith("\xEF\xBB\xBF")) {
        text = text.sliced(3); // UTF-8 byte order mark, written by editors on Windows; not counted in columns
    }
    const QString whole = decodedUtf8(text, file, problems);
    TomlAssembler assembler(file, problems);
    StatementSplitter splitter(whole, file, problems);
    while (auto statement = splitter.next()) {
        assembler.add(std::move(*statement));
    }
    if (outline) {
        *outline = assembler.outline();
    }
    TomlNode root = assembler.takeRoot();
    if (whole.toUtf8() != text) {
        // Some bytes were replaced by U+FFFD. If none were, a U+FFFD in the text was written in the file itself, and is valid.
        markNodesWithReplacedBytes(root);
    }
    return root;
}
}
