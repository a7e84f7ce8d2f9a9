// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/toml/statementsplitter.h"

#include "sessions/profiles/toml/tomlvalue.h"

#include <KLocalizedString>

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
// Regular expressions for the parts of a dotted key: words, and texts in quotes.
constexpr auto quotedPart = R"((?:"(?:[^"\\]|\\.)*"|'[^']*'))"_L1;
constexpr auto nextParts = R"((?:[ \t]*\.[ \t]*(?:[\w\-]+|"(?:[^"\\]|\\.)*"|'[^']*')))"_L1;

QString nestingTooDeepMessage()
{
    return problemText(i18nc("@info an error in a profile", "this is nested too deeply"),
                       i18nc("@info what a profile expects", "at most %1 levels", QString::number(StatementSplitter::maxDepth)));
}

/// The first line of @p text, up to a length that no person exceeds in a header.
QStringView firstLine(QStringView text)
{
    const QStringView line = text.first(std::min<qsizetype>(text.size(), 400));
    const qsizetype end = line.indexOf(u'\n');
    return (end < 0 ? line : line.first(end)).trimmed();
}

/// Whether the line is a table's header and cannot be an item of a list.
bool isHeader(QStringView line)
{
    static const QRegularExpression header(
        uR"(\A\[\[?[ \t]*(?!(?:true|false|inf|nan)[ \t]*\])(?:[A-Za-z_][\w.\- \t]*|[A-Za-z_][\w\-]*%2+|%1%2+)[ \t]*\]\]?[ \t]*(?:#|\z))"_s.arg(quotedPart,
                                                                                                                                               nextParts));
    return header.matchView(line).hasMatch();
}

/// Whether the line begins with "key =".
bool isKey(QStringView line)
{
    static const QRegularExpression key(uR"(\A(?:[A-Za-z_][\w\-]*|%1)%2*[ \t]*=)"_s.arg(quotedPart, nextParts));
    return key.matchView(line).hasMatch();
}

/// Guesses whether the quotes that seem to close a multi-line string are the opening quotes of the next string, because its own closing quotes are
/// missing. @p text: the string without its quotes; @p restOfLine: the rest of the line after the quotes.
bool isClosingQuoteMissing(QStringView text, QStringView restOfLine)
{
    const bool hasJunk = !restOfLine.isEmpty() && !QStringView(u",]}#=.").contains(restOfLine.front());
    const QStringView before = text.sliced(text.lastIndexOf(u'\n') + 1).trimmed();
    const bool isBehindKey = before.endsWith(u'=') && isKey(before);
    if (hasJunk == isBehindKey) {
        return hasJunk;
    }
    for (qsizetype begin = text.indexOf(u'\n') + 1; begin > 0; begin = text.indexOf(u'\n', begin) + 1) {
        if (isHeader(firstLine(text.sliced(begin)))) {
            return true;
        }
    }
    return false;
}

/// Whether an unreadable value contains another "key =" in its first line: id = "a" link = "b"
bool containsAnotherAssignment(QStringView value)
{
    static const QRegularExpression texts(uR"("[^"]*"|'[^']*')"_s);
    static const QRegularExpression key(u"[\\s,;\"'][A-Za-z_][\\w.\\-]*[ \\t]*="_s);
    QString line = value.toString().section(u'\n', 0, 0);
    // A value that begins with "{" does not count: its keys belong to the inline table.
    return !line.startsWith(u'{') && line.replace(texts, u"\"\""_s).section(u'#', 0, 0).contains(key);
}

/// Removes the comment and surrounding blanks.
QStringView withoutComment(QStringView line)
{
    bool inText = false;
    for (qsizetype i = 0; i < line.size(); ++i) {
        if (line[i] == u'"') {
            inText = !inText;
        } else if (line[i] == u'#' && !inText) {
            return line.first(i).trimmed();
        }
    }
    return line.trimmed();
}
}

StatementSplitter::StatementSplitter(QStringView text, const QString &file, Problems &problems)
    : TomlSyntax(text, file)
    , m_problems(problems)
{
}

std::optional<TomlStatement> StatementSplitter::next()
{
    while (!atEnd()) {
        if (peek() == u'#') {
            skipLine();
        } else if (peek() == u'[') {
            return readTableHeader();
        } else if (peek() != u' ' && peek() != u'\t' && peek() != u'\n' && peek() != u'\r') {
            return readKeyValue();
        } else {
            ++m_offset;
        }
    }
    return std::nullopt;
}

bool StatementSplitter::reportError(qsizetype offset, const QString &what, const QString &expected)
{
    m_problems.error(place(offset), problemText(what, expected));
    return false;
}

TomlStatement StatementSplitter::readTableHeader()
{
    TomlStatement statement;
    statement.place = place(m_offset);
    const bool isArray = peek(1) == u'[';
    statement.kind = isArray ? TomlStatement::Kind::ArrayTable : TomlStatement::Kind::Table;
    m_offset += isArray ? 2 : 1;
    const qsizetype name = m_offset;
    auto path = readKeyPath();
    if (path.empty()) {
        skipLine();
        return statement; // the path is empty: keys below this header must not be added to the previous table
    }
    const qsizetype behind = m_offset;
    while (peek() == u']' && m_offset < behind + 2) {
        ++m_offset;
    }
    const qsizetype brackets = m_offset - behind;
    const bool isWhole = brackets == (isArray ? 2 : 1);
    skipBlanks();
    const bool endsHere = atLineEnd() || peek() == u'#';
    if (isWhole && !endsHere) {
        reportError(m_offset, unexpectedTextMessage(), i18nc("@info an error in a profile", "the end of the line after the table header"));
    } else if (brackets == 2 && !isArray) {
        reportError(name,
                    i18nc("@info an error in a profile", "one “[” and two “]”"),
                    i18nc("@info what a profile expects", "as many brackets before the table name as after it"));
        statement.kind = TomlStatement::Kind::ArrayTable;
    } else if (!isWhole) {
        m_offset = behind;
        reportError(m_offset,
                    unexpectedTextMessage(),
                    isArray ? i18nc("@info an error in a profile", "“]]” after the table name")
                            : i18nc("@info an error in a profile", "“]” after the table name"));
    }
    statement.mayUnreadTextContainKey = !endsHere;
    if (brackets > 0 || endsHere) {
        statement.path = std::move(path); // the header names its table in spite of an error, so the keys below it belong to this table
    }
    skipLine();
    return statement;
}

TomlStatement StatementSplitter::readKeyValue()
{
    TomlStatement statement;
    const qsizetype key = m_offset;
    statement.place = place(key);
    auto path = readKeyPath();
    bool isGood = !path.empty();
    if (isGood && peek() != u'=') {
        isGood = reportError(m_offset, unexpectedTextMessage(), i18nc("@info an error in a profile", "“=” after the key"));
        // The "=" is missing. If a value follows, the name was certainly meant as a key, and the statement defines it without a valid value. So
        // nothing else reports that this key is missing.
        static const QRegularExpression value(uR"(\A(?::[ \t]*)?(?:true|false|["'\[{+0-9-]))"_s);
        if (!value.matchView(firstLine(remainingText())).hasMatch()) {
            path.clear();
        }
    }
    if (path.empty()) { // the line has a key whose name could not be read, so any key that seems to be missing may be in this line
        statement.mayUnreadTextContainKey = true;
        skipLine();
        return statement;
    }
    statement.path = std::move(path);
    if (peek() == u'=' || peek() == u':') {
        ++m_offset;
        skipBlanks();
    }
    if (isGood && (atLineEnd() || peek() == u'#')) {
        isGood = reportError(key, i18nc("@info an error in a profile", "there is no value after the “=”"));
    }
    const qsizetype begin = m_offset;
    if (isGood) {
        isGood = scanValue();
    } else {
        skipLine();
    }
    // A "\r" at the end of the text, after a comment, does not belong to the statement. It is not a line end either, since TOML requires "\r\n".
    const bool hasReturn = textSince(begin).endsWith(u'\r');
    const qsizetype end = m_offset - (hasReturn ? 1 : 0);
    statement.mayUnreadTextContainStatements = !isGood && textSince(begin).contains(u'\n');
    statement.value = isGood ? readTomlValue(*this, begin, end, m_problems) : makeBrokenTomlNode(textBetween(begin, end), place(begin));
    statement.mayUnreadTextContainKey = statement.value.kind == TomlNode::Kind::Broken && containsAnotherAssignment(textBetween(begin, end));
    return statement;
}

std::vector<KeyPart> StatementSplitter::readKeyPath()
{
    std::vector<Part> parts;
    m_error.reset();
    if (!skipKey(parts)) {
        m_problems.add(*m_error);
        return {};
    }
    if (parts.size() > maxDepth) {
        reportError(parts.front().begin, nestingTooDeepMessage());
        return {};
    }
    std::vector<KeyPart> path;
    for (const Part &part : parts) {
        QString name = part.spelling;
        if (name.startsWith(u'"') || name.startsWith(u'\'')) { // a quoted key has the syntax of a string
            name = readTomlValue(*this, part.begin, part.begin + name.size(), m_problems).text;
        }
        path.emplace_back(name, place(part.begin));
    }
    return path;
}

bool StatementSplitter::scanQuotedText()
{
    const qsizetype begin = m_offset;
    const bool isClosed = skipQuoted();
    QStringView text = textSince(begin);
    while (text.endsWith(m_text[begin])) {
        text.chop(1);
    }
    if (isClosed && !(text.contains(u'\n') && isClosingQuoteMissing(text, firstLine(remainingText())))) {
        return true;
    }
    m_offset = begin; // the unclosed string may extend to the end of the file: skip its first line only
    skipLine();
    return reportError(begin, unclosedTextMessage(m_text[begin]));
}

bool StatementSplitter::scanValue()
{
    struct Bracket {
        QChar closing;
        qsizetype offset;
    };
    std::vector<Bracket> open;
    bool isGood = true;
    int dots = 0; // number of dots in one dotted key in an inline table
    while (true) {
        const QChar c = peek();
        if (atLineEnd()) {
            const bool inList = !open.empty() && open.back().closing == u']';
            if (isGood && !open.empty() && !inList && skipMultilineInlineTable()) {
                return reportError(open.back().offset,
                                   i18nc("@info an error in a profile", "the table in { } spans several lines"),
                                   i18nc("@info what a profile expects", "the table in one line, or its keys below a header"));
            }
            // A list may span lines. But if the next line begins with a table header or with "key =", which a list cannot contain, the closing
            // bracket of the list is missing.
            const qsizetype lineEnd = m_text.indexOf(u'\n', m_offset);
            const QStringView line = lineEnd < 0 ? QStringView() : firstLine(m_text.sliced(lineEnd + 1));
            if (atEnd() || !inList || isHeader(line) || isKey(line)) {
                break;
            }
            skipLineEnd();
            continue;
        }
        if (c == u'"' || c == u'\'') {
            isGood = scanQuotedText() && isGood; // a list may continue in the next line
            continue;
        }
        if (c == u'#') {
            skipLine();
            continue;
        }
        if (isGood && c.unicode() >= 0x80) {
            // TOML outside quotes is ASCII; toml++ 3.4 does not handle all other characters safely.
            isGood = reportError(m_offset, unexpectedTextMessage(), i18nc("@info an error in a profile", "text in quotes"));
        }
        if (c == u'[' || c == u'{') {
            open.emplace_back(c == u'[' ? u']' : u'}', m_offset);
            dots = 0;
        } else if (c == u']' || c == u'}') {
            if (open.empty() || open.back().closing != c) {
                if (isGood && open.empty()) {
                    reportError(m_offset, i18nc("@info an error in a profile; %1: a bracket", "the bracket %1 has no opening bracket", QString(c)));
                } else if (isGood) {
                    reportError(m_offset, unexpectedTextMessage(), quoted(QString(open.back().closing)));
                }
                skipLine();
                return false;
            }
            open.pop_back();
        } else if (c == u',' || c == u'=') {
            dots = 0;
        } else if (c == u'.') {
            ++dots;
        }
        if (isGood && (open.size() > maxDepth || (dots > maxDepth && !open.empty()))) {
            isGood = reportError(m_offset, nestingTooDeepMessage());
        }
        ++m_offset;
    }
    if (!open.empty() && isGood) {
        return reportError(open.back().offset,
                           i18nc("@info an error in a profile; %1: a bracket", "the bracket %1 is not closed", QString(m_text[open.back().offset])));
    }
    return isGood;
}

bool StatementSplitter::skipMultilineInlineTable()
{
    // At most as many lines as a person would write. The comma between two lines may be missing; the last line usually ends without a comma.
    constexpr int maxLines = 40;
    const qsizetype begin = m_offset;
    const QStringView first = withoutComment(m_text.first(begin).sliced(m_text.first(begin).lastIndexOf(u'\n') + 1));
    const bool isSpread = first.endsWith(u',') || first.endsWith(u'{');
    bool goesOn = isSpread;
    for (int i = 0; i < maxLines && !atEnd(); ++i) {
        skipLineEnd();
        const qsizetype line = m_offset;
        skipLine();
        const QStringView words = withoutComment(textSince(line));
        if (words.startsWith(u'}') || (goesOn && words.endsWith(u'}') && !words.contains(u'{'))) {
            return true;
        }
        if (words.isEmpty()) {
            continue;
        }
        if (words.startsWith(u'[') || !isSpread || (!goesOn && words.endsWith(u'{'))) {
            break; // the next line begins a separate table, or has a key of the outer table
        }
        goesOn = words.endsWith(u',') || words.endsWith(u'{') || words.endsWith(u'[') || !words.contains(u'=');
    }
    m_offset = begin;
    return false;
}
}
