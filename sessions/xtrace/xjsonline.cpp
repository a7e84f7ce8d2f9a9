// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xtrace/xjsonline.h"

#include <algorithm>
#include <charconv>

namespace Nightdesk
{
namespace
{
constexpr std::size_t maxFields = 32;

void appendUtf8(std::string &text, std::uint32_t code)
{
    const auto last = [code](int shift) {
        return static_cast<char>(0x80 | ((code >> shift) & 0x3f));
    };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += {static_cast<char>(0xc0 | code >> 6), last(0)};
    } else if (code < 0x10000) {
        text += {static_cast<char>(0xe0 | code >> 12), last(6), last(0)};
    } else {
        text += {static_cast<char>(0xf0 | code >> 18), last(12), last(6), last(0)};
    }
}

/// A key as it may be shown: one that is not plain is not.
std::string quoted(std::string_view key)
{
    const bool isPlain = key.size() <= 32 && std::ranges::all_of(key, [](char c) {
                             return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
                         });
    return isPlain ? '"' + std::string(key) + '"' : "a key";
}
}

struct XJsonLine::Parser {
    std::string_view rest;
    XJsonLine &line;

    void skipBlanks()
    {
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
    }
    bool take(char c)
    {
        skipBlanks();
        if (!rest.starts_with(c)) {
            return false;
        }
        rest.remove_prefix(1);
        return true;
    }
    bool object();
    bool field();
    bool value(Field &field);
    bool text(std::string &to);
    bool escape(std::string &to);
    std::optional<std::uint32_t> hex();
};

bool XJsonLine::Parser::object()
{
    if (!take('{')) {
        return false;
    }
    if (!take('}')) {
        do {
            if (!field()) {
                return false;
            }
        } while (take(','));
        if (!take('}')) {
            return false;
        }
    }
    skipBlanks();
    return rest.empty();
}

bool XJsonLine::Parser::field()
{
    Field field;
    if (line.m_fields.size() >= maxFields || !text(field.key) || !take(':')) {
        return false;
    }
    skipBlanks();
    if (!value(field)) {
        return false;
    }
    if (line.has(field.key)) {
        line.wrong(quoted(field.key) + " appears twice");
        return false;
    }
    line.m_fields.push_back(std::move(field));
    return true;
}

bool XJsonLine::Parser::value(Field &field)
{
    if (rest.starts_with('"')) {
        return text(field.value.emplace<std::string>());
    }
    if (rest.starts_with("true")) {
        rest.remove_prefix(4);
        field.value = true;
        return true;
    }
    auto &number = field.value.emplace<std::int64_t>();
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (error != std::errc()) {
        return false;
    }
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    return true;
}

bool XJsonLine::Parser::text(std::string &to)
{
    if (!take('"')) {
        return false;
    }
    while (!rest.empty()) {
        const char c = rest.front();
        rest.remove_prefix(1);
        if (c == '"') {
            return true;
        }
        if (static_cast<unsigned char>(c) < 0x20 || (c == '\\' && !escape(to))) {
            return false;
        }
        if (c != '\\') {
            to += c;
        }
    }
    return false;
}

bool XJsonLine::Parser::escape(std::string &to)
{
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    if (rest.empty()) {
        return false;
    }
    const char letter = rest.front();
    rest.remove_prefix(1);
    if (const std::size_t at = letters.find(letter); at != std::string_view::npos) {
        to += meanings[at];
        return true;
    }
    std::optional<std::uint32_t> code = letter == 'u' ? hex() : std::nullopt;
    if (code && *code >= 0xd800 && *code < 0xdc00) { // half of a character
        std::optional<std::uint32_t> low;
        if (rest.starts_with("\\u")) {
            rest.remove_prefix(2);
            low = hex();
        }
        const bool fits = low && *low >= 0xdc00 && *low < 0xe000;
        code = fits ? std::optional(0x10000 + ((*code - 0xd800) << 10) + (*low - 0xdc00)) : std::nullopt;
    } else if (code && *code >= 0xdc00 && *code < 0xe000) {
        code.reset();
    }
    if (code) {
        appendUtf8(to, *code);
    }
    return code.has_value();
}

std::optional<std::uint32_t> XJsonLine::Parser::hex()
{
    std::uint32_t code = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + std::min<std::size_t>(rest.size(), 4), code, 16);
    if (error != std::errc() || end != rest.data() + 4) {
        return std::nullopt;
    }
    rest.remove_prefix(4);
    return code;
}

XJsonLine::XJsonLine(std::string_view line)
{
    Parser parser{.rest = line, .line = *this};
    if (!parser.object()) {
        wrong("not a JSON object of a trace");
    }
}

bool XJsonLine::has(std::string_view key) const
{
    return std::ranges::contains(m_fields, key, &Field::key);
}

void XJsonLine::wrong(const std::string &what)
{
    if (m_problem.empty()) {
        m_problem = what;
    }
}

template<typename T>
T *XJsonLine::take(std::string_view key, std::string_view kind)
{
    const auto found = std::ranges::find(m_fields, key, &Field::key);
    if (found == m_fields.end()) {
        return nullptr;
    }
    found->taken = true;
    T *value = std::get_if<T>(&found->value);
    if (!value) {
        wrong(quoted(key) + " must be " + std::string(kind));
    }
    return value;
}

std::int64_t XJsonLine::number(std::string_view key, std::int64_t least, std::int64_t most)
{
    const std::optional<std::int64_t> value = maybeNumber(key, least, most);
    if (!value) {
        wrong(quoted(key) + " is missing");
    }
    return value.value_or(least);
}

std::optional<std::int64_t> XJsonLine::maybeNumber(std::string_view key, std::int64_t least, std::int64_t most)
{
    const auto *value = take<std::int64_t>(key, "a whole number");
    if (!value) {
        return std::nullopt;
    }
    if (*value < least) {
        wrong(quoted(key) + " is less than " + std::to_string(least));
    } else if (*value > most) {
        wrong(quoted(key) + " is more than " + std::to_string(most));
    }
    return *value;
}

std::string XJsonLine::text(std::string_view key)
{
    if (!has(key)) {
        wrong(quoted(key) + " is missing");
    }
    const auto *value = take<std::string>(key, "a text");
    return value ? *value : std::string();
}

bool XJsonLine::flag(std::string_view key)
{
    return take<bool>(key, "true") != nullptr;
}

const std::string &XJsonLine::problem() const
{
    return m_problem;
}

std::string XJsonLine::surplus() const
{
    const auto left = std::ranges::find(m_fields, false, &Field::taken);
    return left == m_fields.end() ? std::string() : quoted(left->key) + " is not known here";
}
}
