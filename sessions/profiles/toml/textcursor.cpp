// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/toml/textcursor.h"

#include "sessions/profiles/problems.h"

#include <KLocalizedString>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
TextCursor::TextCursor(QByteArrayView text, const SourcePlace &start)
    : m_text(text)
    , m_file(start.file)
    , m_at{0, start.line, start.column}
{
}

char TextCursor::peek(qsizetype ahead) const
{
    const qsizetype at = m_at.offset + ahead;
    return at < m_text.size() ? m_text[at] : '\0';
}

bool TextCursor::atEnd() const
{
    return m_at.offset >= m_text.size();
}

bool TextCursor::atLineEnd() const
{
    return atEnd() || peek() == '\n' || (peek() == '\r' && (peek(1) == '\n' || m_at.offset + 1 == m_text.size()));
}

void TextCursor::advance()
{
    if (atEnd()) {
        return;
    }
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

void TextCursor::skipBlanks()
{
    while (!atEnd() && (peek() == ' ' || peek() == '\t')) {
        advance();
    }
}

void TextCursor::skipLine()
{
    while (!atEnd() && peek() != '\n') {
        advance();
    }
}

const TextCursor::Position &TextCursor::position() const
{
    return m_at;
}

void TextCursor::moveTo(const Position &position)
{
    m_at = position;
}

SourcePlace TextCursor::place(const Position &position) const
{
    return {m_file, position.line, position.column};
}

SourcePlace TextCursor::here() const
{
    return place(m_at);
}

QByteArrayView TextCursor::rest() const
{
    return m_text.sliced(m_at.offset);
}

QByteArrayView TextCursor::lineSoFar() const
{
    qsizetype begin = m_at.offset;
    while (begin > 0 && m_text[begin - 1] != '\n') {
        --begin;
    }
    return m_text.sliced(begin, m_at.offset - begin);
}

QByteArrayView TextCursor::since(const Position &begin) const
{
    return m_text.sliced(begin.offset, m_at.offset - begin.offset);
}

bool TextCursor::isControl(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7F;
}

QString TextCursor::controlCharacter(char c)
{
    return i18nc("@info a mistake in a profile; %1: a number in base 16",
                 "there is a control character, 0x%1",
                 QString::number(static_cast<unsigned char>(c), 16).rightJustified(2, u'0'));
}

QString TextCursor::unexpected() const
{
    if (atLineEnd() || peek() == '#') {
        return i18nc("@info a mistake in a profile", "the line ends too early");
    }
    if (peek() == '"' || peek() == '\'') {
        return i18nc("@info a mistake in a profile", "unexpected quotation mark");
    }
    if (isControl(peek())) {
        return controlCharacter(peek());
    }
    // One whole character of up to four bytes.
    const QByteArrayView text = rest();
    qsizetype length = 1;
    while (length < text.size() && (text[length] & 0xC0) == 0x80) {
        ++length;
    }
    const QString character = QString::fromUtf8(text.first(length));
    const char32_t code = character.toUcs4().value(0);
    if (QChar::isSpace(code) || !QChar::isPrint(code)) {
        return i18nc("@info a mistake in a profile; %1: as in U+00A0",
                     "unexpected character %1",
                     u"U+"_s + QString::number(code, 16).toUpper().rightJustified(4, u'0'));
    }
    return i18nc("@info a mistake in a profile; %1: a character", "unexpected %1", quoted(character));
}

bool TextCursor::isBareKeyCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}
}
