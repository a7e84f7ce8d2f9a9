// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/toml/tomlsyntax.h"

#include "sessions/profiles/problems.h"

#include <KLocalizedString>

#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
QString visibleCharacterExpectation()
{
    return i18nc("@info what a profile expects", "a visible character");
}

QString unquotedTextMessage()
{
    return i18nc("@info an error in a profile", "text without quotes");
}

bool isBareKeyCharacter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || c == u'_' || c == u'-';
}
}

bool TomlSyntax::isSpelledLikeValue(QStringView word)
{
    constexpr qsizetype longest = 100; // longest word that can be a value: toml++ does not look further ahead
    static const QRegularExpression value(
        u"\\A(?:true|false|[+-]?(?:inf|nan)|0x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*"
        "|[+-]?(?:0|[1-9](?:_?[0-9])*)(?:\\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?"
        "|[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})?)?"
        "|[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?)\\z"_s);
    return word.size() <= longest && value.matchView(word).hasMatch();
}

QString TomlSyntax::unclosedTextMessage(QChar quote)
{
    return i18nc("@info an error in a profile; %1: a quotation mark", "the quotation mark %1 is not closed", quote);
}

std::optional<ProfileError> TomlSyntax::errorInValue(qsizetype begin, qsizetype end, IsValue isValue) const
{
    TomlSyntax syntax = *this;
    syntax.m_text = m_text.first(end);
    syntax.m_offset = begin;
    syntax.m_isWordValid = isValue;
    if (syntax.skipValue(true) && syntax.skipSpace(false) && !syntax.atLineEnd()) {
        syntax.setError(syntax.m_offset, syntax.unexpectedTextMessage(), i18nc("@info what a profile expects", "the end of the line after the value"));
    }
    return syntax.m_error;
}

bool TomlSyntax::setError(qsizetype offset, const QString &what, const QString &expected)
{
    m_error = ProfileError{place(offset), Severity::Error, problemText(what, expected)};
    return false;
}

bool TomlSyntax::skipValue(bool isOutsideBrackets)
{
    switch (peek().unicode()) {
    case u'"':
    case u'\'':
        return skipQuotedText();
    case u'[':
        return skipList();
    case u'{':
        return skipTable();
    default:
        return skipWord(isOutsideBrackets);
    }
}

bool TomlSyntax::skipList()
{
    ++m_offset;
    while (skipSpace(true)) {
        if (peek() == u']') {
            ++m_offset;
            return true;
        }
        if (peek() == u',') {
            return setError(m_offset, unexpectedTextMessage(), i18nc("@info what a profile expects", "a value before the comma"));
        }
        if (!skipValue(false) || !skipSpace(true)) {
            return false;
        }
        if (peek() == u',') {
            ++m_offset;
        } else if (peek() != u']') {
            return setError(m_offset, unexpectedTextMessage(), i18nc("@info what a profile expects", "a comma between two values of a list"));
        }
    }
    return false;
}

bool TomlSyntax::skipTable()
{
    const qsizetype begin = m_offset++;
    QSet<QString> values; // the values by their paths; there may be 100,000
    QSet<QString> tables;
    std::optional<qsizetype> comma;
    while (skipSpace(false)) {
        if (peek() == u'}' && comma) {
            return setError(*comma,
                            i18nc("@info an error in a profile; %1: a character in quotes", "unexpected %1", quoted(u","_s)),
                            i18nc("@info what a profile expects; { } is literal", "no comma before the “}”"));
        }
        if (peek() == u'}') {
            ++m_offset;
            return true;
        }
        const qsizetype keyBegin = m_offset;
        std::vector<Part> path;
        if (!skipKey(path)) {
            return false;
        }
        if (peek() == u'}' && values.isEmpty()) { // a variable such as {account} was written without quotes
            skipLine();
            return setError(begin, unquotedTextMessage(), inTomlQuotes(textSince(begin).toString().section(u'#', 0, 0).trimmed()));
        }
        if (peek() != u'=') {
            return setError(m_offset, unexpectedTextMessage(), i18nc("@info an error in a profile", "“=” after the key"));
        }
        QString way;
        QStringList names;
        for (const Part &part : path) {
            names.append(part.spelling);
            way += part.spelling + QChar(0x1F); // a separator that cannot occur in a key
            const bool isLast = &part == &path.back();
            if (values.contains(way) || (isLast && tables.contains(way))) {
                return setError(
                    keyBegin,
                    i18nc("@info an error in a profile; %1: a name in quotes", "%1 is already defined in this table; remove one", quoted(names.join(u'.'))));
            }
            (isLast ? values : tables).insert(way);
        }
        ++m_offset;
        if (!skipSpace(false) || !skipValue(false) || !skipSpace(false)) {
            return false;
        }
        if (peek() == u',') {
            comma = m_offset++;
        } else if (peek() == u'}') {
            ++m_offset;
            return true;
        } else {
            return setError(m_offset, unexpectedTextMessage(), i18nc("@info what a profile expects", "a comma between two keys of a table"));
        }
    }
    return false;
}

bool TomlSyntax::skipKey(std::vector<Part> &path)
{
    while (true) {
        skipBlanks();
        const qsizetype begin = m_offset;
        const bool isQuoted = peek() == u'"' || peek() == u'\'';
        if (isQuoted && (peek(1) != peek() || peek(2) != peek())) {
            if (!skipQuotedText()) {
                return false;
            }
        }
        while (!isQuoted && isBareKeyCharacter(peek())) {
            ++m_offset;
        }
        if (m_offset == begin) {
            return setError(m_offset, unexpectedTextMessage(), i18nc("@info an error in a profile", "a key"));
        }
        path.emplace_back(textSince(begin).toString(), begin);
        skipBlanks();
        if (peek() != u'.') {
            return true;
        }
        ++m_offset;
    }
}

bool TomlSyntax::skipQuotedText()
{
    const qsizetype begin = m_offset;
    if (!skipQuoted()) {
        return setError(begin, unclosedTextMessage(m_text[begin]));
    }
    static const QString control = uR"((?<control>[\x00-\x08\x0B\x0C\x0E-\x1F\x7F]|\r(?!\n)))"_s;
    static const QRegularExpression inLiteral(control);
    // Matches escape sequences and control characters; those without a named group are valid. The group "unsafe" works around toml++ 3.4: after a "\"
    // that joins two lines, it must not get certain characters, since it runs into undefined behavior (U+00A1 to U+0499, such as "é", U+2E1E to
    // U+3217, U+FB06 to U+FEFE) or drops them (Unicode's blanks, which TOML keeps).
    static const QRegularExpression inText(
        uR"((?<unsafe>\\[ \t]*\r?\n[ \t\r\n]*[\x{85}\x{A0}-\x{499}\x{1680}\x{180E}\x{2000}-\x{200B}\x{2028}\x{2029}\x{202F}\x{205F}\x{2060})"
        uR"(\x{2E1E}-\x{3217}\x{FB00}-\x{FEFF}])|\\(?:[btnfr"\\]|[ \t]*\r?\n|u(?![Dd][89A-Fa-f])%1{4}|U00(?!00[Dd][89A-Fa-f])(?:0%1|10)%1{4}))"
        uR"(|(?<character>\\(?:u%1{0,4}|U%1{0,8}))|(?<meaningless>\\.?)|%2)"_s.arg(u"[0-9A-Fa-f]"_s, control));
    const auto &special = m_text[begin] == u'\'' ? inLiteral : inText;
    for (const QRegularExpressionMatch &match :
         special.globalMatchView(textSince(begin), 0, QRegularExpression::NormalMatch, QRegularExpression::DontCheckSubjectStringMatchOption)) {
        const qsizetype at = begin + match.capturedStart();
        const QString spelled = match.captured();
        if (match.hasCaptured(u"unsafe")) {
            return setError(at, i18nc("@info an error in a profile", "the character after this “\\” cannot be read; join the lines"));
        }
        if (match.hasCaptured(u"character")) {
            return setError(at,
                            i18nc("@info an error in a profile; %1: a spelling in quotes", "%1 is not a valid character code", quoted(spelled)),
                            i18nc("@info what a profile expects; %1: an example; %2: a number",
                                  "%1 and %2 hexadecimal digits",
                                  spelled.first(2),
                                  spelled[1] == u'u' ? 4 : 8));
        }
        if (match.hasCaptured(u"meaningless")) {
            return setError(
                at,
                i18nc("@info an error in a profile; %1: a spelling in quotes", "%1 has no meaning in a text", quoted(spelled)),
                i18nc("@info what a profile expects; backslashes and apostrophes are literal", "“\\\\” for a backslash, or single quotes around the text"));
        }
        if (match.hasCaptured(u"control")) {
            return setError(at, controlCharacterText(spelled[0]), visibleCharacterExpectation());
        }
    }
    return true;
}

bool TomlSyntax::skipWord(bool isOutsideBrackets)
{
    const qsizetype begin = m_offset;
    const QStringView ends = isOutsideBrackets ? u"#\"'" : u"#\"',]}=";
    while (!atLineEnd() && !ends.contains(peek())) {
        ++m_offset;
    }
    while (m_offset > begin && (m_text[m_offset - 1] == u' ' || m_text[m_offset - 1] == u'\t')) {
        --m_offset;
    }
    const QString text = textSince(begin).toString();
    if (text.isEmpty()) {
        return setError(m_offset, unexpectedTextMessage(), i18nc("@info what a profile expects", "a value"));
    }
    if (const qsizetype blank = text.indexOf(u' '); blank > 0 && !m_isWordValid(text) && m_isWordValid(text.first(blank))) {
        m_offset = begin + blank; // the value is followed by other text
        return true;
    }
    if (text.front() == u'(' && (peek() == u'"' || peek() == u'\'')) {
        m_offset = begin;
        return setError(begin, unexpectedTextMessage(), i18nc("@info what a profile expects; [ ] is literal", "a list in [ ]"));
    }
    return m_isWordValid(text) || reportWrongWord(begin, text);
}

bool TomlSyntax::reportWrongWord(qsizetype begin, const QString &word)
{
    if (const auto control = std::ranges::find_if(word, isControlCharacter); control != word.end()) {
        return setError(begin + (control - word.begin()), controlCharacterText(*control), visibleCharacterExpectation());
    }
    const QString lower = word.toLower();
    if (lower == "true"_L1 || lower == "false"_L1) {
        return setError(begin, i18nc("@info an error in a profile; %1: a word in quotes", "%1 must be in lower case", quoted(word)), lower);
    }
    static const QRegularExpression wholeNumber(u"\\A([+-]?)(0*)(\\d+)\\z"_s);
    if (const auto number = wholeNumber.match(word); number.hasMatch()) {
        if (number.capturedLength(2) > 0 && number.capturedLength(3) < 19) {
            return setError(begin,
                            i18nc("@info an error in a profile; %1: a number in quotes", "the number %1 must not begin with 0", quoted(word)),
                            (word.startsWith(u'-') ? u"-"_s : QString()) + number.captured(3));
        }
        return setError(begin,
                        i18nc("@info an error in a profile; %1: a number in quotes", "the number %1 is too large", quoted(word)),
                        i18nc("@info what a profile expects", "a number with fewer digits"));
    }
    static const QRegularExpression number(uR"(\A(?=.*\d|[+-]\z)[+-]?(?:0[xob]\w*|[\d_]*\.?[\d_]*(?:[eE][+-]?[\d_]*)?)\z)"_s);
    if (number.match(word).hasMatch()) {
        return setError(begin,
                        i18nc("@info an error in a profile; %1: a word in quotes", "%1 is not a valid number", quoted(word)),
                        i18nc("@info what a profile expects", "digits, for example 22, -3 or 0.5"));
    }
    static const QRegularExpression time(uR"(\A\d{4}-\d{1,2}-\d{1,2}|\A\d{1,2}:\d\d(?::\d\d)?\z)"_s);
    if (time.match(word).hasMatch()) {
        return setError(begin,
                        i18nc("@info an error in a profile; %1: a word in quotes", "%1 is not a valid date or time", quoted(word)),
                        i18nc("@info what a profile expects; %1: a text in quotes", "text in quotes, for example %1", inTomlQuotes(word)));
    }
    QString expected = inTomlQuotes(word);
    static const QRegularExpression foreignComment(u"\\s(?://|;|--).*\\z"_s);
    if (const auto comment = foreignComment.match(word); comment.hasMatch()) {
        expected = i18nc("@info what a profile expects; %1: a word in quotes",
                         "%1, and “#” before a comment",
                         inTomlQuotes(word.first(comment.capturedStart()).trimmed()));
    } else if (const bool isYes = lower == "yes"_L1 || lower == "on"_L1; isYes || lower == "no"_L1 || lower == "off"_L1) {
        expected =
            i18nc("@info what a profile expects; %1: a word in quotes; %2: true or false", "%1, or %2", inTomlQuotes(word), isYes ? u"true"_s : u"false"_s);
    }
    return setError(begin, unquotedTextMessage(), expected);
}

bool TomlSyntax::skipSpace(bool overLines)
{
    while (true) {
        skipBlanks();
        if (peek() == u'#') {
            for (; !atLineEnd(); ++m_offset) {
                if (isControlCharacter(peek())) {
                    return setError(m_offset, controlCharacterText(peek()), visibleCharacterExpectation());
                }
            }
        }
        if (!overLines || atEnd() || !atLineEnd()) {
            return true;
        }
        skipLineEnd();
    }
}
}
