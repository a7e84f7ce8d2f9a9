// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/toml/statementsplitter.h"

#include "sessions/profiles/toml/tomlline.h"

#include <KLocalizedString>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
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

QString tooDeep()
{
    return problemText(i18nc("@info a mistake in a profile", "this is nested too deeply"),
                       i18nc("@info what a profile expects", "at most %1 levels", QString::number(StatementSplitter::maxDepth)));
}
}

StatementSplitter::StatementSplitter(QByteArrayView text, const QString &file, Problems &problems)
    : TextCursor(text, {file, 1, 1})
    , m_problems(problems)
{
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
            continue;
        }
        return peek() == '[' ? readHeader() : readKeyValue();
    }
}

TomlStatement StatementSplitter::readHeader()
{
    TomlStatement statement;
    statement.place = here();
    const bool isArray = peek(1) == '[';
    statement.kind = isArray ? TomlStatement::Kind::ArrayTable : TomlStatement::Kind::Table;
    advance();
    if (isArray) {
        advance();
    }
    const SourcePlace name = here();
    auto path = readPath();
    if (!path) {
        skipLine();
        return statement; // with no path: its keys must not land in the table before
    }
    const Position behind = position();
    int brackets = 0;
    while (peek() == ']' && brackets < 2) {
        advance();
        ++brackets;
    }
    const bool isWhole = brackets == (isArray ? 2 : 1);
    const bool endsHere = restOfLineIsEmpty();
    if (isWhole && !endsHere) {
        m_problems.error(here(), problemText(unexpected(), i18nc("@info a mistake in a profile", "the end of the line after a table's header")));
    } else if (brackets == 2 && !isArray) {
        m_problems.error(name,
                         problemText(i18nc("@info a mistake in a profile", "one \"[\" and two \"]\""),
                                     i18nc("@info what a profile expects", "as many brackets before the table's name as behind it")));
        statement.kind = TomlStatement::Kind::ArrayTable;
    } else if (!isWhole) {
        moveTo(behind);
        m_problems.error(here(),
                         problemText(unexpected(),
                                     isArray ? i18nc("@info a mistake in a profile", "\"]]\" after the table's name")
                                             : i18nc("@info a mistake in a profile", "\"]\" after the table's name")));
    }
    statement.hasTextBehind = !endsHere;
    if (brackets > 0 || endsHere) {
        statement.path = std::move(*path); // the name is known: what stands below need not suffer
    }
    skipLine();
    return statement;
}

TomlStatement StatementSplitter::readKeyValue()
{
    TomlStatement statement;
    statement.place = here();
    auto path = readPath();
    if (!path) {
        skipLine();
        return statement; // with no path: some key of this table is not known
    }
    if (peek() != '=') {
        m_problems.error(here(), problemText(unexpected(), i18nc("@info a mistake in a profile", "\"=\" after the key")));
        if (isValueBehindKey()) { // which key it is, is known: neither it nor a table that its name opens is missing
            if (peek() == ':') {
                advance();
                skipBlanks();
            }
            statement.path = std::move(*path);
            statement.broken = true;
            statement.valuePlace = here();
            const Position begin = position();
            skipLine();
            statement.value = since(begin);
            return statement;
        }
        skipLine();
        return statement;
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
    const Position begin = position();
    statement.broken = !scanValue();
    statement.value = since(begin);
    if (statement.value.endsWith('\r')) {
        statement.value.chop(1); // behind a comment; alone it is none of TOML's line ends
    }
    return statement;
}

bool StatementSplitter::isValueBehindKey() const
{
    const auto begins = [](QByteArrayView text) {
        constexpr std::string_view marks = "\"'[{+-0123456789";
        return text.startsWith("true") || text.startsWith("false") || (!text.isEmpty() && marks.contains(text.front()));
    };
    QByteArrayView text = rest();
    if (!text.startsWith(':')) {
        return begins(text);
    }
    text = TomlLine::first(text.sliced(1));
    return begins(text.trimmed());
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
            m_problems.error(path.front().place, tooDeep());
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
    const Position begin = position();
    const char quote = peek();
    if (quote == '"' || quote == '\'') {
        if (!scanQuoted()) {
            return std::nullopt;
        }
        // No key of the format needs an escape; a quoted key that has one is taken as it stands.
        return QString::fromUtf8(since(begin).chopped(1).sliced(1));
    }
    while (!atEnd() && TextCursor::isBareKeyCharacter(peek())) {
        advance();
    }
    if (since(begin).isEmpty()) {
        m_problems.error(here(), problemText(unexpected(), i18nc("@info a mistake in a profile", "a key")));
        return std::nullopt;
    }
    return QString::fromLatin1(since(begin));
}

bool StatementSplitter::scanQuoted()
{
    const Position begin = position();
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
            if (good && isMultiLine && isUnsafeAfterBackslash(rest().sliced(1))) {
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
            const QByteArrayView text = since(begin);
            const bool hasLines = text.contains('\n');
            const QByteArrayView before = hasLines ? lineSoFar() : QByteArrayView();
            // Up to two more quotes belong to the text: """a"""""
            int quotes = 0;
            while (quotes < 5 && peek() == quote) {
                advance();
                ++quotes;
            }
            if (hasLines && TomlLine::endsAtNextText(text, before, TomlLine::first(rest()))) {
                break;
            }
            return good;
        }
        advance();
    }
    m_problems.error(place(begin),
                     i18nc("@info a mistake in a profile; %1: a quotation mark", "the quotation mark %1 is not closed", QChar::fromLatin1(quote)));
    if (isMultiLine) {
        moveTo(begin); // the text swallowed the rest of the file: hide its first line only
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
            if (good && !open.empty() && !inList && skipBracedLines()) {
                m_problems.error(place(open.back().at),
                                 problemText(i18nc("@info a mistake in a profile", "the table in { } goes over several lines"),
                                             i18nc("@info what a profile expects", "it in one line, or its keys below a header of their own")));
                return false;
            }
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
            m_problems.error(here(), problemText(unexpected(), i18nc("@info a mistake in a profile", "text in quotes")));
            good = false;
        }
        if (c == '[' || c == '{') {
            open.emplace_back(c == '[' ? ']' : '}', position());
            dots = 0;
        } else if (c == ']' || c == '}') {
            if (open.empty() || open.back().closing != c) {
                if (good) {
                    m_problems.error(here(),
                                     open.empty()
                                         ? i18nc("@info a mistake in a profile; %1: a bracket", "the bracket %1 was never opened", QString(QLatin1Char(c)))
                                         : problemText(unexpected(), quoted(QString(QLatin1Char(open.back().closing)))));
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
            m_problems.error(here(), tooDeep());
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
    const QByteArrayView text = rest();
    const qsizetype begin = text.indexOf('\n') + 1;
    if (begin == 0) {
        return false;
    }
    const QByteArrayView line = TomlLine::first(text.sliced(begin));
    return TomlLine::isHeader(line) || TomlLine::isKey(line);
}

bool StatementSplitter::skipBracedLines()
{
    // Not more lines than a person would write. A comma may be missing where TOML needs one; before the "}" people leave it out.
    constexpr int maxLines = 40;
    const Position begin = position();
    const QByteArrayView first = TomlLine::withoutComment(lineSoFar());
    const bool isSpread = first.endsWith(',') || first.endsWith('{');
    bool goesOn = isSpread;
    for (int i = 0; i < maxLines && !atEnd(); ++i) {
        advance();
        const Position line = position();
        skipBlanks();
        const bool isEmpty = atLineEnd() || peek() == '#';
        const bool isHeader = peek() == '[';
        const bool isClosing = peek() == '}';
        skipLine();
        const QByteArrayView words = TomlLine::withoutComment(since(line));
        if (isClosing || (goesOn && words.endsWith('}') && !words.contains('{'))) {
            return true;
        }
        if (isHeader) {
            break;
        }
        if (isEmpty) {
            continue;
        }
        if (!isSpread || (!goesOn && words.endsWith('{'))) {
            break; // a table of its own, or keys of the table around
        }
        goesOn = words.endsWith(',') || words.endsWith('{') || words.endsWith('[') || !words.contains('=');
    }
    moveTo(begin);
    return false;
}
}
