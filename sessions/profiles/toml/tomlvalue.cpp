// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/toml/tomlvalue.h"

#include "sessions/profiles/toml/tomlmistake.h"

#include <KLocalizedString>

#include <QLocale>

#include <toml++/toml.hpp>

#include <algorithm>
#include <string>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
// toml++ reads documents, not values.
constexpr std::string_view prefix = "v=";

/// As TOML spells it: 22.0 is another thing than 22.
QString spelled(double number)
{
    const QString text = QString::number(number, 'g', QLocale::FloatingPointShortest);
    const bool isWhole = std::ranges::all_of(text, [](QChar c) {
        return c.isDigit() || c == u'-';
    });
    return isWhole ? text + ".0"_L1 : text;
}

class Converter
{
public:
    explicit Converter(const SourcePlace &start)
        : m_start(start)
    {
    }

    SourcePlace place(const toml::source_region &region) const
    {
        return place(region.begin);
    }

    SourcePlace place(const toml::source_position &position) const
    {
        const int line = static_cast<int>(position.line);
        const int column = static_cast<int>(position.column);
        if (line <= 1) {
            return {m_start.file, m_start.line, m_start.column + std::max(0, column - 1 - static_cast<int>(prefix.size()))};
        }
        return {m_start.file, m_start.line + line - 1, std::max(1, column)};
    }

    TomlNode convert(const toml::node &node) const
    {
        TomlNode result;
        result.place = place(node.source());
        switch (node.type()) {
        case toml::node_type::table:
            result.kind = TomlNode::Kind::Table;
            convertTable(*node.as_table(), result);
            break;
        case toml::node_type::array:
            result.kind = TomlNode::Kind::Array;
            for (const toml::node &item : *node.as_array()) {
                result.items.push_back(convert(item));
            }
            break;
        case toml::node_type::string: {
            const std::string &text = node.as_string()->get();
            result.kind = TomlNode::Kind::Text;
            result.text = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
            break;
        }
        case toml::node_type::integer:
            result.kind = TomlNode::Kind::Integer;
            result.integer = node.as_integer()->get();
            result.text = QString::number(result.integer);
            break;
        case toml::node_type::floating_point:
            result.kind = TomlNode::Kind::Float;
            result.text = spelled(node.as_floating_point()->get());
            break;
        case toml::node_type::boolean:
            result.kind = TomlNode::Kind::Boolean;
            result.boolean = node.as_boolean()->get();
            break;
        default:
            result.kind = TomlNode::Kind::DateTime;
            break;
        }
        return result;
    }

private:
    void convertTable(const toml::table &table, TomlNode &result) const
    {
        // toml++ sorts by key; the file's order is what a person expects to read errors in.
        std::vector<std::pair<const toml::key *, const toml::node *>> entries;
        for (const auto &[key, value] : table) {
            entries.emplace_back(&key, &value);
        }
        std::ranges::sort(entries, [](const auto &a, const auto &b) {
            return a.first->source().begin < b.first->source().begin;
        });
        for (const auto &[key, value] : entries) {
            const std::string_view name = key->str();
            TomlNode node = convert(*value);
            const SourcePlace keyPlace = place(key->source());
            if (node.place.line == 0 || value->source().begin.line == 0) {
                node.place = keyPlace; // made by a dotted key
            }
            result.insert(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())), keyPlace, std::move(node));
        }
    }

    SourcePlace m_start;
};

bool isTomlValue(QByteArrayView word)
{
    if (!TomlMistake::isSpelledLikeValue(word)) {
        return false;
    }
    std::string document(prefix);
    document.append(word.data(), static_cast<std::size_t>(word.size()));
    const toml::parse_result parsed = toml::parse(document);
    return parsed && parsed.table().size() == 1;
}
}

TomlNode brokenTomlValue(QByteArrayView text, const SourcePlace &place)
{
    qsizetype end = 0;
    while (end < text.size() && text[end] != '\n' && text[end] != '#') {
        ++end;
    }
    const auto isQuote = [](QChar c) {
        return c == u'"' || c == u'\'' || (c >= u'\u2018' && c <= u'\u201f');
    };
    QString word = QString::fromUtf8(text.first(end)).trimmed();
    while (!word.isEmpty() && isQuote(word.front())) {
        word.remove(0, 1);
    }
    if (const auto quote = std::ranges::find_if(word, isQuote); quote != word.end()) {
        word.truncate(quote - word.begin());
    }
    TomlNode node;
    node.kind = TomlNode::Kind::Broken;
    node.place = place;
    node.text = word.left(200);
    return node;
}

TomlNode readTomlValue(QByteArrayView text, const SourcePlace &start, Problems &problems)
{
    if (const auto mistake = TomlMistake(text, start, TomlMistake::isSpelledLikeValue).find()) {
        // The words are looked at again: one that is spelled well may be the first that is wrong.
        problems.add(TomlMistake(text, start, isTomlValue).find().value_or(*mistake));
        return brokenTomlValue(text, start);
    }
    std::string document(prefix);
    document.append(text.data(), static_cast<std::size_t>(text.size()));
    const toml::parse_result parsed = toml::parse(document);
    const Converter converter(start);
    if (parsed) {
        const toml::node *value = parsed.table().get("v");
        if (!value || parsed.table().size() != 1) {
            problems.error(start, i18nc("@info a mistake in a profile", "this is not one value"));
            return brokenTomlValue(text, start);
        }
        TomlNode node = converter.convert(*value);
        node.place = start;
        return node;
    }

    const auto mistake = TomlMistake(text, start, isTomlValue).find();
    const TomlNode result = brokenTomlValue(text, start);
    // Without one every part is good: what the library has against the whole is not known.
    problems.add(
        mistake.value_or(ProfileError{start,
                                      Severity::Error,
                                      i18nc("@info a mistake in a profile; %1: a value in quotes", "the value %1 cannot be read", quoted(result.text))}));
    return result;
}
}
