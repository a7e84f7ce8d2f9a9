// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xtrace/xjsonwriter.h"

#include <charconv>

namespace Nightdesk
{
namespace
{
/// How many bytes the character takes that @p text begins with; 0: it is no UTF-8.
std::size_t characterSize(std::string_view text)
{
    const auto byte = [text](std::size_t at) {
        return static_cast<unsigned char>(text[at]);
    };
    const unsigned char first = byte(0);
    const std::size_t size = first < 0x80 ? 1 : first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0;
    if (size > text.size()) {
        return 0;
    }
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xc0) != 0x80) {
            return 0;
        }
    }
    // Longer than it need be, half of a pair, beyond the last.
    const bool isWrong =
        (first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) >= 0xa0) || (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) >= 0x90);
    return isWrong ? 0 : size;
}
}

void XJsonWriter::begin()
{
    m_lines += '{';
}

void XJsonWriter::key(std::string_view key)
{
    if (!m_lines.ends_with('{')) {
        m_lines += ',';
    }
    m_lines.append("\"").append(key).append("\":");
}

void XJsonWriter::add(std::string_view key, std::int64_t value)
{
    this->key(key);
    char digits[24];
    const auto [end, error] = std::to_chars(std::begin(digits), std::end(digits), value);
    m_lines.append(std::begin(digits), end);
}

void XJsonWriter::add(std::string_view key, std::string_view text)
{
    this->key(key);
    m_lines += '"';
    while (!text.empty()) {
        const std::size_t size = characterSize(text);
        const char c = text.front();
        if (size == 0) {
            m_lines += "\xef\xbf\xbd";
        } else if (c == '"' || c == '\\') {
            m_lines += {'\\', c};
        } else if (static_cast<unsigned char>(c) < 0x20) {
            constexpr std::string_view digits = "0123456789abcdef";
            m_lines.append("\\u00") += {digits[static_cast<unsigned char>(c) >> 4], digits[c & 0xf]};
        } else {
            m_lines += text.substr(0, size);
        }
        text.remove_prefix(size == 0 ? 1 : size);
    }
    m_lines += '"';
}

void XJsonWriter::addTrue(std::string_view key)
{
    this->key(key);
    m_lines += "true";
}

void XJsonWriter::end()
{
    m_lines += "}\n";
}

const std::string &XJsonWriter::lines() const
{
    return m_lines;
}

void XJsonWriter::clear()
{
    m_lines.clear();
}
}
