// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/editing/valueedit.h"

#include "sessions/profiles/textsof.h"
#include "sessions/profiles/toml/statementsplitter.h"
#include "sessions/profiles/toml/tomldocument.h"
#include "sessions/profiles/toml/tomltext.h"

#include <algorithm>

namespace Nightdesk::ValueEdit
{
using namespace Qt::StringLiterals;

namespace
{
/// Finds where values begin and end.
class ValueScan : public TextCursor
{
public:
    explicit ValueScan(QStringView text)
        : TextCursor(text, {})
    {
    }

    /// Offset of @p place in the text; -1: the text does not have this place.
    qsizetype offsetOf(const SourcePlace &place) const
    {
        if (place.line < 1 || place.line > m_lineStarts.size()) {
            return -1;
        }
        qsizetype at = m_lineStarts[place.line - 1];
        for (int column = 1; column < place.column; ++column) {
            if (at >= m_text.size() || m_text[at] == u'\n') {
                return -1;
            }
            at += m_text[at].isHighSurrogate() ? 2 : 1;
        }
        return at < m_text.size() ? at : -1;
    }

    /// The position after the value that begins at @p begin; -1: the value is not closed.
    qsizetype endOf(qsizetype begin)
    {
        m_offset = begin;
        int depth = 0;
        do {
            const QChar c = peek();
            if (c == u'"' || c == u'\'') {
                if (!skipQuoted()) {
                    return -1;
                }
            } else if (c == u'[' || c == u'{') {
                ++depth;
                ++m_offset;
            } else if ((c == u']' || c == u'}') && depth > 0) {
                --depth;
                ++m_offset;
            } else if (depth > 0 && c == u'#') {
                skipLine();
            } else if (depth > 0) {
                ++m_offset;
            } else {
                while (!atEnd() && !QStringView(u",]}# \t\r\n").contains(peek())) {
                    ++m_offset;
                }
            }
        } while (depth > 0 && !atEnd());
        return depth == 0 && m_offset > begin ? m_offset : -1;
    }

    /// The end of the line that contains @p offset, before "\r\n" or "\n".
    qsizetype lineEnd(qsizetype offset) const
    {
        const qsizetype end = m_text.indexOf(u'\n', offset);
        if (end < 0) {
            return m_text.size();
        }
        return end > offset && m_text[end - 1] == u'\r' ? end - 1 : end;
    }

    QStringView lineBefore(qsizetype offset) const
    {
        const qsizetype begin = offset > 0 ? m_text.lastIndexOf(u'\n', offset - 1) + 1 : 0;
        return textBetween(begin, offset);
    }
};

QString lineBreak(QStringView text)
{
    return text.contains(u"\r\n") ? u"\r\n"_s : u"\n"_s;
}

QStringView indentation(QStringView line)
{
    qsizetype size = 0;
    while (size < line.size() && (line[size] == u' ' || line[size] == u'\t')) {
        ++size;
    }
    return line.first(size);
}

QString dottedKey(const QStringList &path)
{
    return textsOf(path, TomlText::formattedKey).join(u'.');
}

QString assignment(const QStringList &path, const QString &value)
{
    return dottedKey(path) + u" = "_s + TomlText::quotedString(value);
}

/// Returns the change that adds @p line as a separate line, after the line that contains @p offset.
TextChange lineAddedAfter(QStringView text, qsizetype offset, QStringView indent, const QString &line)
{
    const qsizetype at = ValueScan(text).lineEnd(offset);
    return {.begin = at, .end = at, .text = lineBreak(text) + indent + line};
}

/// Adds another entry to the inline table that begins at @p begin.
std::optional<TextChange> entryAddedTo(QStringView text, qsizetype begin, const QString &entry)
{
    const qsizetype end = ValueScan(text).endOf(begin);
    if (end < 0) {
        return std::nullopt;
    }
    qsizetype at = end - 1; // position of the closing brace
    while (text[at - 1] == u' ' || text[at - 1] == u'\t') {
        --at;
    }
    if (text[at - 1] != u'{') {
        return TextChange{.begin = at, .end = at, .text = u", "_s + entry};
    }
    const QString blank = at == end - 1 ? u" "_s : QString(); // no second blank if there is one before the brace
    return TextChange{.begin = at, .end = at, .text = u' ' + entry + blank};
}

/// Adds a line after the last statement below the header with this name, or below the header itself.
std::optional<TextChange> lineAddedToBlock(QStringView text, const QStringList &header, const QString &line)
{
    Problems known;
    ValueScan scan(text);
    StatementSplitter splitter(text, {}, known);
    bool isInside = header.isEmpty();
    qsizetype last = -1;
    QStringView indent;
    while (const auto statement = splitter.next()) {
        const qsizetype begin = scan.offsetOf(statement->place);
        if (statement->kind != TomlStatement::Kind::Value) {
            const QStringList path = textsOf(statement->path, &KeyPart::name);
            isInside = statement->kind == TomlStatement::Kind::Table && !path.isEmpty() && path == header;
        }
        if (isInside && begin >= 0) {
            const qsizetype value = statement->kind == TomlStatement::Kind::Value ? scan.offsetOf(statement->value.place) : -1;
            last = value >= 0 ? std::max(value, scan.endOf(value)) : begin;
            indent = indentation(scan.lineBefore(begin));
        }
    }
    return last < 0 ? std::nullopt : std::optional(lineAddedAfter(text, last, indent, line));
}

/// Returns the change that adds the header [@p header] and a key below it, at the end of the text. @p keyPath: the dotted key.
TextChange blockAddedAtEnd(QStringView text, const QStringList &header, const QStringList &keyPath, const QString &value)
{
    const QString newLine = lineBreak(text);
    QString block = u'[' + dottedKey(header) + u']' + newLine + assignment(keyPath, value) + newLine;
    if (!text.isEmpty()) {
        block.prepend(text.endsWith(u'\n') ? newLine : newLine + newLine);
    }
    return {.begin = text.size(), .end = text.size(), .text = block};
}
}

std::optional<QString> textAt(QStringView text, const SourcePlace &place)
{
    ValueScan scan(text);
    const qsizetype begin = scan.offsetOf(place);
    const qsizetype end = begin < 0 ? -1 : scan.endOf(begin);
    if (end < 0) {
        return std::nullopt;
    }
    Problems none;
    const QByteArray statement = "x = " + scan.textBetween(begin, end).toUtf8();
    const std::optional<TomlNode> root = TomlDocument::read(statement, {}, none);
    const TomlEntry *entry = root ? root->find(u"x"_s) : nullptr;
    return entry && entry->value.kind == TomlNode::Kind::Text ? std::optional(entry->value.text) : std::nullopt;
}

std::optional<TextChange> changeValue(QStringView text, const SourcePlace &place, const QString &value)
{
    ValueScan scan(text);
    const qsizetype begin = scan.offsetOf(place);
    const qsizetype end = begin < 0 ? -1 : scan.endOf(begin);
    if (end < 0) {
        return std::nullopt;
    }
    const QStringView written = scan.textBetween(begin, end);
    const bool isPlain = std::ranges::all_of(value, [](QChar c) {
        return c >= u' ' && c != u'\'' && c != QChar(0x7F);
    });
    const bool keepsQuotes = written.startsWith(u'\'') && !written.startsWith(u"'''") && isPlain;
    return TextChange{.begin = begin, .end = end, .text = keepsQuotes ? u'\'' + value + u'\'' : TomlText::quotedString(value)};
}

std::optional<TextChange> addKey(QStringView text, const SourcePlace &beside, const QString &key, const QString &value)
{
    ValueScan scan(text);
    const qsizetype begin = scan.offsetOf(beside);
    const qsizetype end = begin < 0 ? -1 : scan.endOf(begin);
    if (end < 0) {
        return std::nullopt;
    }
    const QStringView before = scan.lineBefore(begin);
    const bool isOwnLine = before.trimmed().endsWith(u'=') && !before.contains(u'{') && !before.contains(u',');
    if (isOwnLine) {
        return lineAddedAfter(text, end, indentation(before), assignment({key}, value));
    }
    return TextChange{.begin = end, .end = end, .text = u", "_s + assignment({key}, value)};
}

std::optional<TextChange> setKey(QStringView text, const QStringList &path, const QString &value)
{
    Problems known;
    const std::optional<TomlNode> root = TomlDocument::read(text.toUtf8(), {}, known);
    if (!root) {
        return std::nullopt;
    }
    ValueScan scan(text);
    const TomlNode *node = &*root;
    qsizetype depth = 0;
    qsizetype header = 0; // number of names in the path of the last table with a header
    qsizetype braces = -1; // start of the inline table
    qsizetype bracesDepth = 0;
    while (depth < path.size()) {
        const TomlEntry *entry = node->find(path[depth]);
        if (!entry) {
            break;
        }
        node = &entry->value;
        ++depth;
        if (depth == path.size()) {
            return changeValue(text, node->place, value);
        }
        if (!node->isTable()) {
            return std::nullopt;
        }
        if (node->origin == TomlNode::Origin::Header) {
            header = depth;
        }
        const qsizetype at = node->origin == TomlNode::Origin::InlineValue ? scan.offsetOf(node->place) : -1;
        if (at >= 0 && text[at] == u'{') {
            braces = at;
            bracesDepth = depth;
        }
    }
    if (braces >= 0) {
        return entryAddedTo(text, braces, assignment(path.sliced(bracesDepth), value));
    }
    if (depth > 0 && node->origin != TomlNode::Origin::Implied) {
        return lineAddedToBlock(text, path.first(header), assignment(path.sliced(header), value));
    }
    // A table that only exists as part of a longer header needs a header of its own to get new keys.
    const qsizetype names = depth > 1 ? path.size() - 1 : std::min<qsizetype>(2, path.size() - 1);
    return blockAddedAtEnd(text, path.first(names), path.sliced(names), value);
}
}
