// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/toml/tomlmistake.h"

#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/dottedkeys.h"

#include <KLocalizedString>

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
ProfileError mistake(const SourcePlace &place, const QString &what, const QString &expected = {})
{
    return {place, Severity::Error, problemText(what, expected)};
}

ProfileError controlCharacter(const SourcePlace &place, char c)
{
    return mistake(place, TextCursor::controlCharacter(c), i18nc("@info what a profile expects", "a character that can be seen"));
}

bool matches(const char16_t *pattern, const QString &text)
{
    return QRegularExpression(QString::fromUtf16(pattern)).match(text).hasMatch();
}

ProfileError meaningless(const SourcePlace &place, const QString &spelled)
{
    return mistake(
        place,
        i18nc("@info a mistake in a profile; %1: a spelling in quotes", "%1 means nothing in a text", quoted(spelled)),
        i18nc("@info what a profile expects; backslashes and apostrophes are literal", "\"\\\\\" for a backslash, or ' in place of \" around the text"));
}

QString textWithoutQuotes()
{
    return i18nc("@info a mistake in a profile", "text without quotes");
}
}

TomlMistake::TomlMistake(QByteArrayView text, const SourcePlace &start, IsValue isValue)
    : m_cursor(text, start)
    , m_isValue(std::move(isValue))
{
}

std::optional<ProfileError> TomlMistake::find()
{
    if (const Found found = value(true)) {
        return found;
    }
    if (const Found found = skipSpace(false)) {
        return found;
    }
    if (!m_cursor.atLineEnd()) {
        return mistake(m_cursor.here(), m_cursor.unexpected(), i18nc("@info what a profile expects", "the end of the line after the value"));
    }
    return std::nullopt;
}

bool TomlMistake::isSpelledLikeValue(QByteArrayView word)
{
    constexpr qsizetype longest = 100; // toml++ looks no further ahead
    static const QRegularExpression value(
        u"\\A(?:true|false|[+-]?(?:inf|nan)|0x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*"
        "|[+-]?(?:0|[1-9](?:_?[0-9])*)(?:\\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?"
        "|[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})?)?"
        "|[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?)\\z"_s);
    return word.size() <= longest && value.match(QString::fromUtf8(word)).hasMatch();
}

TomlMistake::Found TomlMistake::value(bool alone)
{
    switch (m_cursor.peek()) {
    case '"':
    case '\'':
        return quotedText();
    case '[':
        return list();
    case '{':
        return table();
    default:
        return word(alone);
    }
}

TomlMistake::Found TomlMistake::list()
{
    m_cursor.advance();
    while (true) {
        if (const Found found = skipSpace(true)) {
            return found;
        }
        if (m_cursor.peek() == ']' || m_cursor.atEnd()) {
            break;
        }
        if (m_cursor.peek() == ',') {
            return mistake(m_cursor.here(), m_cursor.unexpected(), i18nc("@info what a profile expects", "a value before the comma"));
        }
        if (const Found found = value(false)) {
            return found;
        }
        if (const Found found = skipSpace(true)) {
            return found;
        }
        if (m_cursor.peek() == ',') {
            m_cursor.advance();
        } else if (m_cursor.peek() != ']') {
            return mistake(m_cursor.here(), m_cursor.unexpected(), i18nc("@info what a profile expects", "a comma between two values of a list"));
        }
    }
    m_cursor.advance();
    return std::nullopt;
}

TomlMistake::Found TomlMistake::table()
{
    const TextCursor::Position begin = m_cursor.position();
    DottedKeys keys;
    std::optional<SourcePlace> comma;
    m_cursor.advance();
    while (true) {
        if (const Found found = skipSpace(false)) {
            return found;
        }
        if (m_cursor.peek() == '}' && !comma) {
            break;
        }
        if (m_cursor.peek() == '}') {
            return mistake(*comma,
                           i18nc("@info a mistake in a profile; %1: a character in quotes", "unexpected %1", quoted(u","_s)),
                           i18nc("@info what a profile expects; { } is literal", "no comma before the \"}\""));
        }
        const SourcePlace place = m_cursor.here();
        QStringList path;
        if (const Found found = key(path)) {
            return found;
        }
        if (m_cursor.peek() != '=') {
            if (m_cursor.peek() == '}' && keys.isEmpty()) {
                // {account} and no quotes
                m_cursor.skipLine();
                const QString text = QString::fromUtf8(m_cursor.since(begin)).section(u'#', 0, 0).trimmed();
                return mistake(m_cursor.place(begin), textWithoutQuotes(), quoted(text));
            }
            return mistake(m_cursor.here(), m_cursor.unexpected(), i18nc("@info a mistake in a profile", "\"=\" after the key"));
        }
        if (!keys.add(path)) {
            return mistake(place, i18nc("@info a mistake in a profile; %1: a name in quotes", "%1 is here a second time", quoted(path.join(u'.'))));
        }
        m_cursor.advance();
        if (const Found found = skipSpace(false)) {
            return found;
        }
        if (const Found found = value(false)) {
            return found;
        }
        if (const Found found = skipSpace(false)) {
            return found;
        }
        if (m_cursor.peek() == ',') {
            comma = m_cursor.here();
            m_cursor.advance();
        } else if (m_cursor.peek() == '}') {
            break;
        } else {
            return mistake(m_cursor.here(), m_cursor.unexpected(), i18nc("@info what a profile expects", "a comma between two keys of a table"));
        }
    }
    m_cursor.advance();
    return std::nullopt;
}

TomlMistake::Found TomlMistake::key(QStringList &path)
{
    while (true) {
        m_cursor.skipBlanks();
        const TextCursor::Position begin = m_cursor.position();
        if (m_cursor.peek() == '"' || m_cursor.peek() == '\'') {
            if (const Found found = quotedText()) {
                return found;
            }
            path.append(QString::fromUtf8(m_cursor.since(begin)));
        } else {
            while (TextCursor::isBareKeyCharacter(m_cursor.peek())) {
                m_cursor.advance();
            }
            if (m_cursor.since(begin).isEmpty()) {
                return mistake(m_cursor.here(), m_cursor.unexpected(), i18nc("@info a mistake in a profile", "a key"));
            }
            path.append(QString::fromLatin1(m_cursor.since(begin)));
        }
        m_cursor.skipBlanks();
        if (m_cursor.peek() != '.') {
            return std::nullopt;
        }
        m_cursor.advance();
    }
}

TomlMistake::Found TomlMistake::quotedText()
{
    const char quote = m_cursor.peek();
    const bool isMultiLine = m_cursor.peek(1) == quote && m_cursor.peek(2) == quote;
    const int length = isMultiLine ? 3 : 1;
    for (int i = 0; i < length; ++i) {
        m_cursor.advance();
    }
    while (!m_cursor.atEnd()) {
        const char c = m_cursor.peek();
        if (c == quote && (!isMultiLine || (m_cursor.peek(1) == quote && m_cursor.peek(2) == quote))) {
            // Up to two more quotes belong to the text: """a"""""
            for (int i = 0; i < (isMultiLine ? 5 : 1) && m_cursor.peek() == quote; ++i) {
                m_cursor.advance();
            }
            return std::nullopt;
        }
        if (c == '\\' && quote == '"') {
            if (const Found found = escape(isMultiLine)) {
                return found;
            }
            continue;
        }
        if (TextCursor::isControl(c) && !(isMultiLine && m_cursor.atLineEnd())) {
            return controlCharacter(m_cursor.here(), c);
        }
        m_cursor.advance();
    }
    return std::nullopt;
}

TomlMistake::Found TomlMistake::escape(bool isMultiLine)
{
    const SourcePlace place = m_cursor.here();
    const TextCursor::Position begin = m_cursor.position();
    m_cursor.advance();
    const char c = m_cursor.peek();
    if (isMultiLine && (c == ' ' || c == '\t' || m_cursor.atLineEnd())) {
        m_cursor.skipBlanks();
        if (m_cursor.atLineEnd()) {
            return std::nullopt; // joins two lines
        }
        return meaningless(place, u"\\ "_s);
    }
    if (!m_cursor.atEnd()) {
        m_cursor.advance();
    }
    if (c != '\0' && QByteArrayView("btnfr\"\\").contains(c)) {
        return std::nullopt;
    }
    if (c == 'u' || c == 'U') {
        const int digits = c == 'u' ? 4 : 8;
        while (m_cursor.since(begin).size() < digits + 2 && matches(u"\\A[0-9A-Fa-f]\\z", QString(QLatin1Char(m_cursor.peek())))) {
            m_cursor.advance();
        }
        const QByteArrayView spelled = m_cursor.since(begin);
        const uint code = spelled.sliced(2).toByteArray().toUInt(nullptr, 16);
        if (spelled.size() == digits + 2 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF)) {
            return std::nullopt;
        }
        return mistake(
            place,
            i18nc("@info a mistake in a profile; %1: a spelling in quotes", "%1 is no character", quoted(QString::fromUtf8(spelled))),
            i18nc("@info what a profile expects; %1: an example; %2: a number", "%1 and %2 hexadecimal digits", QString(u"\\"_s + QLatin1Char(c)), digits));
    }
    return meaningless(place, QString::fromUtf8(m_cursor.since(begin)));
}

TomlMistake::Found TomlMistake::word(bool alone)
{
    const TextCursor::Position begin = m_cursor.position();
    const QByteArrayView ends = alone ? "#\"'" : "#\"',]}=";
    TextCursor::Position end = begin; // without the blanks behind it
    while (!m_cursor.atLineEnd() && !ends.contains(m_cursor.peek())) {
        const bool isBlank = m_cursor.peek() == ' ' || m_cursor.peek() == '\t';
        m_cursor.advance();
        if (!isBlank) {
            end = m_cursor.position();
        }
    }
    m_cursor.moveTo(end);
    const QByteArrayView text = m_cursor.since(begin);
    if (text.isEmpty()) {
        return mistake(m_cursor.here(), m_cursor.unexpected(), i18nc("@info what a profile expects", "a value"));
    }
    if (const qsizetype blank = text.indexOf(' '); blank > 0 && !m_isValue(text) && m_isValue(text.first(blank))) {
        m_cursor.moveTo(begin);
        while (m_cursor.peek() != ' ') {
            m_cursor.advance();
        }
        return std::nullopt; // a value with something behind it
    }
    if (text.front() == '(' && (m_cursor.peek() == '"' || m_cursor.peek() == '\'')) {
        m_cursor.moveTo(begin);
        return mistake(m_cursor.here(), m_cursor.unexpected(), i18nc("@info what a profile expects; [ ] is literal", "a list in [ ]"));
    }
    return m_isValue(text) ? std::nullopt : wrongWord(m_cursor.place(begin), QString::fromUtf8(text));
}

TomlMistake::Found TomlMistake::wrongWord(const SourcePlace &place, const QString &word) const
{
    for (qsizetype i = 0; i < word.size(); ++i) {
        if (word[i].unicode() < 0x80 && TextCursor::isControl(word[i].toLatin1())) {
            SourcePlace there = place;
            there.column += static_cast<int>(QStringView(word).first(i).toUcs4().size());
            return controlCharacter(there, word[i].toLatin1());
        }
    }
    const QString lower = word.toLower();
    if (lower == "true"_L1 || lower == "false"_L1) {
        return mistake(place, i18nc("@info a mistake in a profile; %1: a word in quotes", "%1 is written in small letters", quoted(word)), lower);
    }
    if (matches(u"\\A[+-]?\\d+\\z", word)) {
        const bool isNegative = word.startsWith(u'-');
        QString digits = word;
        digits.remove(QRegularExpression(u"\\A[+-]?0*(?=\\d)"_s));
        if (digits.size() < word.size() - (isNegative || word.startsWith(u'+') ? 1 : 0) && digits.size() < 19) {
            return mistake(place,
                           i18nc("@info a mistake in a profile; %1: a number in quotes", "%1 begins with 0, which numbers may not", quoted(word)),
                           isNegative ? u'-' + digits : digits);
        }
        return mistake(place,
                       i18nc("@info a mistake in a profile; %1: a number in quotes", "the number %1 is too large", quoted(word)),
                       i18nc("@info what a profile expects", "a number of fewer digits"));
    }
    if (matches(u"\\A[+-]?(?:0[xob][\\w]*|[\\d_]*[.]?[\\d_]*(?:[eE][+-]?[\\d_]*)?)\\z", word) && matches(u"\\d|\\A[+-]\\z", word)) {
        return mistake(place,
                       i18nc("@info a mistake in a profile; %1: a word in quotes", "%1 is no number", quoted(word)),
                       i18nc("@info what a profile expects", "digits, as in 22, -3 or 0.5"));
    }
    if (matches(u"\\A\\d{4}-\\d{1,2}-\\d{1,2}|\\A\\d{1,2}:\\d\\d(?::\\d\\d)?\\z", word)) {
        return mistake(place,
                       i18nc("@info a mistake in a profile; %1: a word in quotes", "%1 is no date or time", quoted(word)),
                       i18nc("@info what a profile expects; %1: a text in quotes", "text in quotes, as in %1", quoted(word)));
    }
    if (lower == "yes"_L1 || lower == "on"_L1 || lower == "no"_L1 || lower == "off"_L1) {
        return mistake(place,
                       textWithoutQuotes(),
                       i18nc("@info what a profile expects; %1: a word in quotes; %2: true or false",
                             "%1, or %2",
                             quoted(word),
                             lower == "yes"_L1 || lower == "on"_L1 ? u"true"_s : u"false"_s));
    }
    static const QRegularExpression foreignComment(u"\\s(?://|;|--).*\\z"_s);
    if (const auto comment = foreignComment.match(word); comment.hasMatch()) {
        return mistake(place,
                       textWithoutQuotes(),
                       i18nc("@info what a profile expects; %1: a word in quotes",
                             "%1, and \"#\" before a comment",
                             quoted(word.first(comment.capturedStart()).trimmed())));
    }
    return mistake(place, textWithoutQuotes(), quoted(word));
}

TomlMistake::Found TomlMistake::skipSpace(bool overLines)
{
    while (true) {
        m_cursor.skipBlanks();
        if (m_cursor.peek() == '#') {
            while (!m_cursor.atLineEnd()) {
                if (TextCursor::isControl(m_cursor.peek())) {
                    return controlCharacter(m_cursor.here(), m_cursor.peek());
                }
                m_cursor.advance();
            }
        }
        if (!overLines || m_cursor.atEnd() || !m_cursor.atLineEnd()) {
            return std::nullopt;
        }
        while (!m_cursor.atEnd() && m_cursor.peek() != '\n') {
            m_cursor.advance(); // the carriage return
        }
        m_cursor.advance();
    }
}
}
