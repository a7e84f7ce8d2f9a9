// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/statementsplitter.h"

#include <KLocalizedString>

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
bool isBareKeyCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/// toml++ 3.4 takes U+FB06 to U+FEFE for unreachable where it looks for blanks, as it does behind a "\\" that joins two
/// lines. Found by fuzzing.
bool isUnsafeAfterBackslash(QByteArrayView text)
{
    qsizetype i = 0;
    while (i < text.size() && (text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r')) {
        ++i;
    }
    const auto byte = [&](qsizetype at) {
        return at < text.size() ? static_cast<unsigned char>(text[at]) : 0u;
    };
    return byte(i) == 0xEF && byte(i + 1) >= 0xAC && byte(i + 1) <= 0xBB;
}

QString unexpected(QByteArrayView text)
{
    if (text.isEmpty() || text.front() == '\n' || text.front() == '\r' || text.front() == '#') {
        return i18nc("@info a mistake in a profile", "the line ends too early");
    }
    // One whole character of up to four bytes.
    qsizetype length = 1;
    while (length < text.size() && (text[length] & 0xC0) == 0x80) {
        ++length;
    }
    return i18nc("@info a mistake in a profile; %1: a character", "unexpected %1", quoted(QString::fromUtf8(text.first(length))));
}
}

StatementSplitter::StatementSplitter(QByteArrayView text, const QString &file, Problems &problems)
    : m_text(text)
    , m_file(file)
    , m_problems(problems)
{
}

char StatementSplitter::peek(qsizetype ahead) const
{
    const qsizetype at = m_at.offset + ahead;
    return at < m_text.size() ? m_text[at] : '\0';
}

bool StatementSplitter::atEnd() const
{
    return m_at.offset >= m_text.size();
}

bool StatementSplitter::atLineEnd() const
{
    return atEnd() || peek() == '\n' || (peek() == '\r' && (peek(1) == '\n' || m_at.offset + 1 == m_text.size()));
}

void StatementSplitter::advance()
{
    if (peek() == '\n') {
        ++m_at.line;
        m_at.column = 1;
        ++m_at.offset;
        return;
    }
    ++m_at.column;
    ++m_at.offset;
    while (!atEnd() && (peek() & 0xC0) == 0x80) {
        ++m_at.offset; // columns count characters
    }
}

void StatementSplitter::skipBlanks()
{
    while (!atEnd() && (peek() == ' ' || peek() == '\t')) {
        advance();
    }
}

void StatementSplitter::skipLine()
{
    while (!atEnd() && peek() != '\n') {
        advance();
    }
}

SourcePlace StatementSplitter::place(const Position &position) const
{
    return {m_file, position.line, position.column};
}

SourcePlace StatementSplitter::here() const
{
    return place(m_at);
}

std::optional<TomlStatement> StatementSplitter::next()
{
    while (true) {
        while (!atEnd() && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')) {
            advance();
        }
        if (atEnd()) {
            return std::nullopt;
        }
        if (peek() == '#') {
            skipLine();
        } else if (peek() == '[') {
            return readHeader();
        } else if (auto statement = readKeyValue()) {
            return statement;
        } else {
            skipLine();
        }
    }
}

std::optional<TomlStatement> StatementSplitter::readHeader()
{
    TomlStatement statement;
    statement.place = here();
    const bool isArray = peek(1) == '[';
    statement.kind = isArray ? TomlStatement::Kind::ArrayTable : TomlStatement::Kind::Table;
    advance();
    if (isArray) {
        advance();
    }
    if (auto path = readPath()) {
        const bool closed = isArray ? peek() == ']' && peek(1) == ']' : peek() == ']';
        if (closed) {
            advance();
            if (isArray) {
                advance();
            }
            if (restOfLineIsEmpty()) {
                statement.path = std::move(*path);
                return statement;
            }
        }
        m_problems.error(here(),
                         problemText(unexpected(m_text.sliced(m_at.offset)),
                                     closed        ? i18nc("@info a mistake in a profile", "the end of the line after a table's header")
                                         : isArray ? i18nc("@info a mistake in a profile", "\"]]\" after the table's name")
                                                   : i18nc("@info a mistake in a profile", "\"]\" after the table's name")));
    }
    skipLine();
    return statement; // with no path: its keys must not land in the table before
}

std::optional<TomlStatement> StatementSplitter::readKeyValue()
{
    TomlStatement statement;
    statement.place = here();
    auto path = readPath();
    if (!path) {
        return std::nullopt;
    }
    if (peek() != '=') {
        m_problems.error(here(), problemText(unexpected(m_text.sliced(m_at.offset)), i18nc("@info a mistake in a profile", "\"=\" after the key")));
        return std::nullopt;
    }
    advance();
    skipBlanks();
    statement.path = std::move(*path);
    statement.valuePlace = here();
    if (atLineEnd() || peek() == '#') {
        m_problems.error(statement.place, i18nc("@info a mistake in a profile", "there is no value after the \"=\""));
        statement.broken = true;
        skipLine();
        return statement;
    }
    const qsizetype begin = m_at.offset;
    statement.broken = !scanValue();
    statement.value = m_text.sliced(begin, m_at.offset - begin);
    if (statement.value.endsWith('\r')) {
        statement.value.chop(1); // behind a comment; alone it is none of TOML's line ends
    }
    return statement;
}

std::optional<std::vector<KeyPart>> StatementSplitter::readPath()
{
    std::vector<KeyPart> path;
    while (true) {
        skipBlanks();
        const SourcePlace begin = here();
        auto part = readKeyPart();
        if (!part) {
            return std::nullopt;
        }
        path.emplace_back(std::move(*part), begin);
        if (path.size() > maxDepth) {
            m_problems.error(path.front().place, i18nc("@info a mistake in a profile", "this is nested too deeply"));
            return std::nullopt;
        }
        skipBlanks();
        if (peek() != '.') {
            return path;
        }
        advance();
    }
}

std::optional<QString> StatementSplitter::readKeyPart()
{
    const Position begin = m_at;
    const char quote = peek();
    if (quote == '"' || quote == '\'') {
        if (!scanQuoted()) {
            return std::nullopt;
        }
        // No key of the format needs an escape; a quoted key that has one is taken as it stands.
        return QString::fromUtf8(m_text.sliced(begin.offset + 1, m_at.offset - begin.offset - 2));
    }
    while (!atEnd() && isBareKeyCharacter(peek())) {
        advance();
    }
    if (m_at.offset == begin.offset) {
        m_problems.error(here(), problemText(unexpected(m_text.sliced(m_at.offset)), i18nc("@info a mistake in a profile", "a key")));
        return std::nullopt;
    }
    return QString::fromLatin1(m_text.sliced(begin.offset, m_at.offset - begin.offset));
}

bool StatementSplitter::scanQuoted()
{
    const Position begin = m_at;
    const char quote = peek();
    const bool isMultiLine = peek(1) == quote && peek(2) == quote;
    for (int i = 0; i < (isMultiLine ? 3 : 1); ++i) {
        advance();
    }
    bool good = true;
    while (!atEnd()) {
        const char c = peek();
        if (c == '\n' && !isMultiLine) {
            break;
        }
        if (c == '\\' && quote == '"') {
            if (good && isMultiLine && isUnsafeAfterBackslash(m_text.sliced(m_at.offset + 1))) {
                m_problems.error(here(), i18nc("@info a mistake in a profile", "the character behind this \"\\\" cannot be read; join the lines"));
                good = false;
            }
            advance();
            if (!atEnd() && (isMultiLine || peek() != '\n')) {
                advance();
            }
            continue;
        }
        if (c != quote) {
            advance();
            continue;
        }
        if (!isMultiLine) {
            advance();
            return good;
        }
        if (peek(1) == quote && peek(2) == quote) {
            // Up to two more quotes belong to the text: """a"""""
            int quotes = 0;
            while (quotes < 5 && peek() == quote) {
                advance();
                ++quotes;
            }
            return good;
        }
        advance();
    }
    m_problems.error(place(begin),
                     i18nc("@info a mistake in a profile; %1: a quotation mark", "the quotation mark %1 is not closed", QChar::fromLatin1(quote)));
    if (isMultiLine) {
        m_at = begin; // the text swallowed the rest of the file: hide its first line only
        skipLine();
    }
    return false;
}

bool StatementSplitter::scanValue()
{
    struct Bracket {
        char closing;
        Position at;
    };
    std::vector<Bracket> open;
    bool good = true;
    int dots = 0; // of one dotted key in an inline table
    while (true) {
        if (atLineEnd()) {
            const bool inList = !open.empty() && open.back().closing == ']';
            if (atEnd() || !inList || nextLineIsStatement()) {
                break;
            }
            skipLine();
            if (!atEnd()) {
                advance();
            }
            continue;
        }
        const char c = peek();
        if (c == '"' || c == '\'') {
            if (!scanQuoted()) {
                good = false; // a list may go on in the next line
                skipLine();
            }
            continue;
        }
        if (c == '#') {
            skipLine();
            continue;
        }
        if (good && (c & 0x80)) {
            // Outside quotes TOML is ASCII; toml++ 3.4 is not safe against all that is not.
            m_problems.error(here(), problemText(unexpected(m_text.sliced(m_at.offset)), i18nc("@info a mistake in a profile", "text in quotes")));
            good = false;
        }
        if (c == '[' || c == '{') {
            open.emplace_back(c == '[' ? ']' : '}', m_at);
            dots = 0;
        } else if (c == ']' || c == '}') {
            if (open.empty() || open.back().closing != c) {
                if (good) {
                    m_problems.error(here(), unexpected(m_text.sliced(m_at.offset)));
                }
                skipLine();
                return false;
            }
            open.pop_back();
        } else if (c == ',' || c == '=') {
            dots = 0;
        } else if (c == '.') {
            ++dots;
        }
        if (good && (open.size() > maxDepth || (dots > maxDepth && !open.empty()))) {
            m_problems.error(here(), i18nc("@info a mistake in a profile", "this is nested too deeply"));
            good = false;
        }
        advance();
    }
    if (!open.empty() && good) {
        m_problems.error(place(open.back().at),
                         i18nc("@info a mistake in a profile; %1: a bracket", "the bracket %1 is not closed", open.back().closing == ']' ? u"["_s : u"{"_s));
        good = false;
    }
    return good;
}

bool StatementSplitter::restOfLineIsEmpty()
{
    skipBlanks();
    if (peek() == '#') {
        skipLine();
    }
    return atLineEnd();
}

bool StatementSplitter::nextLineIsStatement() const
{
    // Inside a list neither a table header of plain words nor "key =" at a line's begin is TOML: the list was not closed.
    static const QRegularExpression statement(
        u"\\A[ \\t]*(?:\\[\\[?[ \\t]*(?!(?:true|false|inf|nan)[ \\t]*\\])[A-Za-z_][\\w.\\- \\t]*\\]\\]?[ \\t]*(?:#|\\z)|[A-Za-z_][\\w.\\-]*[ \\t]*=)"_s);
    const qsizetype begin = m_text.indexOf('\n', m_at.offset) + 1;
    if (begin == 0) {
        return false;
    }
    qsizetype end = m_text.indexOf('\n', begin);
    if (end < 0) {
        end = m_text.size();
    }
    const QByteArrayView line = m_text.sliced(begin, std::min<qsizetype>(end - begin, 400));
    return statement.match(QString::fromUtf8(line.trimmed())).hasMatch();
}
}
