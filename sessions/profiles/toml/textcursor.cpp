// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/toml/textcursor.h"

#include "sessions/profiles/problems.h"

#include <KLocalizedString>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
TextCursor::TextCursor(QStringView text, const QString &file)
    : m_text(text)
    , m_lineStarts{0}
    , m_fileName(file)
{
    for (qsizetype end = text.indexOf(u'\n'); end >= 0; end = text.indexOf(u'\n', end + 1)) {
        m_lineStarts.append(end + 1);
    }
}

SourcePlace TextCursor::place(qsizetype offset) const
{
    const auto line = std::ranges::upper_bound(m_lineStarts, offset) - m_lineStarts.begin();
    const QStringView before = textBetween(m_lineStarts.at(line - 1), offset);
    const auto characters = std::ranges::count_if(before, [](QChar c) {
        return !c.isLowSurrogate();
    });
    return {m_fileName, static_cast<int>(line), static_cast<int>(characters) + 1};
}

QStringView TextCursor::textBetween(qsizetype begin, qsizetype end) const
{
    return m_text.sliced(begin, end - begin);
}

QStringView TextCursor::textSince(qsizetype begin) const
{
    return textBetween(begin, m_offset);
}

QStringView TextCursor::remainingText() const
{
    return m_text.sliced(m_offset);
}

QChar TextCursor::peek(qsizetype ahead) const
{
    return m_offset + ahead < m_text.size() ? m_text[m_offset + ahead] : QChar();
}

bool TextCursor::atEnd() const
{
    return m_offset >= m_text.size();
}

bool TextCursor::atLineEnd() const
{
    return atEnd() || peek() == u'\n' || (peek() == u'\r' && (peek(1) == u'\n' || m_offset + 1 == m_text.size()));
}

void TextCursor::skipBlanks()
{
    while (peek() == u' ' || peek() == u'\t') {
        ++m_offset;
    }
}

void TextCursor::skipLine()
{
    const qsizetype end = m_text.indexOf(u'\n', m_offset);
    m_offset = end < 0 ? m_text.size() : end;
}

void TextCursor::skipLineEnd()
{
    skipLine();
    m_offset = std::min(m_offset + 1, m_text.size());
}

bool TextCursor::skipQuoted()
{
    const QChar quote = peek();
    const bool overLines = peek(1) == quote && peek(2) == quote;
    m_offset += overLines ? 3 : 1;
    while (!atEnd() && (overLines || peek() != u'\n')) {
        if (peek() == quote && (!overLines || (peek(1) == quote && peek(2) == quote))) {
            // Up to two more quotes belong to the string: """a"""""
            for (int i = 0; i < (overLines ? 5 : 1) && peek() == quote; ++i) {
                ++m_offset;
            }
            return true;
        }
        const bool isEscape = peek() == u'\\' && quote == u'"' && !peek(1).isNull() && (overLines || peek(1) != u'\n');
        m_offset += isEscape ? 2 : 1;
    }
    return false;
}

bool TextCursor::isControlCharacter(QChar c)
{
    return (c < QChar(0x20) && c != u'\t') || c == QChar(0x7F);
}

QString TextCursor::controlCharacterText(QChar c)
{
    return i18nc("@info an error in a profile; %1: a number in base 16",
                 "unexpected control character 0x%1",
                 QString::number(c.unicode(), 16).rightJustified(2, u'0'));
}

QString TextCursor::unexpectedTextMessage() const
{
    if (atLineEnd() || peek() == u'#') {
        return i18nc("@info an error in a profile", "the line ends too early");
    }
    if (peek() == u'"' || peek() == u'\'') {
        return i18nc("@info an error in a profile", "unexpected quotation mark");
    }
    if (isControlCharacter(peek())) {
        return controlCharacterText(peek());
    }
    const QString character = remainingText().first(peek().isHighSurrogate() ? 2 : 1).toString();
    const char32_t code = character.toUcs4().value(0);
    if (QChar::isSpace(code) || !QChar::isPrint(code)) {
        return i18nc("@info an error in a profile; %1: as in U+00A0",
                     "unexpected character %1",
                     u"U+"_s + QString::number(code, 16).toUpper().rightJustified(4, u'0'));
    }
    return i18nc("@info an error in a profile; %1: a character", "unexpected %1", quoted(character));
}
}
