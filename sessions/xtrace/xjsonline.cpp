// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xtrace/xjsonline.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
constexpr std::size_t maxFields = 32;

/// A key in a form that is safe to show; a key with other characters is not shown.
std::string keyForMessage(std::string_view key)
{
    const bool isPlain = key.size() <= 32 && std::ranges::all_of(key, [](char c) {
                             return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
                         });
    return isPlain ? '"' + std::string(key) + '"' : "a key";
}
}

/// Receives what nlohmann-json parses from a line; false ends the parsing. Refuses everything that a trace does not have.
class XJsonLine::Reader : public nlohmann::json_sax<nlohmann::json>
{
public:
    explicit Reader(XJsonLine &line)
        : m_line(line)
    {
    }
    bool start_object(std::size_t) override
    {
        return !std::exchange(m_isInsideObject, true);
    }
    bool end_object() override
    {
        return true;
    }
    bool key(string_t &key) override
    {
        if (m_line.m_fields.size() >= maxFields) {
            return false;
        }
        if (m_line.has(key)) {
            m_line.setProblem(keyForMessage(key) + " appears twice");
            return false;
        }
        m_line.m_fields.push_back({.key = std::move(key), .value = {}});
        return true;
    }
    bool string(string_t &text) override
    {
        return storeValue(std::move(text));
    }
    bool number_integer(number_integer_t number) override
    {
        return storeValue(number);
    }
    bool number_unsigned(number_unsigned_t number) override
    {
        return std::in_range<std::int64_t>(number) && storeValue(static_cast<std::int64_t>(number));
    }
    bool boolean(bool flag) override
    {
        return flag && storeValue(flag);
    }
    bool null() override
    {
        return false;
    }
    bool number_float(number_float_t, const string_t &) override
    {
        return false;
    }
    bool binary(binary_t &) override
    {
        return false;
    }
    bool start_array(std::size_t) override
    {
        return false;
    }
    bool end_array() override
    {
        return false;
    }
    bool parse_error(std::size_t, const std::string &, const nlohmann::detail::exception &) override
    {
        return false;
    }

private:
    template<typename T>
    bool storeValue(T value)
    {
        if (!m_isInsideObject) {
            return false; // the line is not an object
        }
        m_line.m_fields.back().value = std::move(value);
        return true;
    }

    XJsonLine &m_line;
    bool m_isInsideObject = false;
};

XJsonLine::XJsonLine(std::string_view line)
{
    Reader reader(*this);
    if (!nlohmann::json::sax_parse(line, &reader)) {
        setProblem("not a JSON object of a trace");
    }
}

bool XJsonLine::has(std::string_view key) const
{
    return std::ranges::contains(m_fields, key, &Field::key);
}

void XJsonLine::setProblem(const std::string &what)
{
    if (m_problem.empty()) {
        m_problem = what;
    }
}

template<typename T>
T *XJsonLine::takeField(std::string_view key, std::string_view kind)
{
    const auto found = std::ranges::find(m_fields, key, &Field::key);
    if (found == m_fields.end()) {
        return nullptr;
    }
    found->wasRequested = true;
    T *value = std::get_if<T>(&found->value);
    if (!value) {
        setProblem(keyForMessage(key) + " must be " + std::string(kind));
    }
    return value;
}

std::int64_t XJsonLine::number(std::string_view key, std::int64_t least, std::int64_t most)
{
    const std::optional<std::int64_t> value = optionalNumber(key, least, most);
    if (!value) {
        setProblem(keyForMessage(key) + " is missing");
    }
    return value.value_or(least);
}

std::optional<std::int64_t> XJsonLine::optionalNumber(std::string_view key, std::int64_t least, std::int64_t most)
{
    const auto *value = takeField<std::int64_t>(key, "a whole number");
    if (!value) {
        return std::nullopt;
    }
    if (*value < least) {
        setProblem(keyForMessage(key) + " is less than " + std::to_string(least));
    } else if (*value > most) {
        setProblem(keyForMessage(key) + " is more than " + std::to_string(most));
    }
    return *value;
}

std::string XJsonLine::text(std::string_view key)
{
    if (!has(key)) {
        setProblem(keyForMessage(key) + " is missing");
    }
    const auto *value = takeField<std::string>(key, "a text");
    return value ? *value : std::string();
}

bool XJsonLine::flag(std::string_view key)
{
    return takeField<bool>(key, "true") != nullptr;
}

const std::string &XJsonLine::problem() const
{
    return m_problem;
}

std::string XJsonLine::surplusKeyProblem() const
{
    const auto left = std::ranges::find(m_fields, false, &Field::wasRequested);
    return left == m_fields.end() ? std::string() : keyForMessage(left->key) + " is not known here";
}
}
