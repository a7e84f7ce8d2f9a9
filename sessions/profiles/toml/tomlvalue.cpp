// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/toml/tomlvalue.h"

#include <KLocalizedString>

#include <QLocale>
#include <QRegularExpression>

#include <toml++/toml.hpp>

#include <algorithm>
#include <string>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
// Prefix that makes a document of a value, since toml++ parses documents only.
constexpr QByteArrayView prefix = "v=";

toml::parse_result parseValue(QStringView value)
{
    const QByteArray document = prefix.toByteArray() + value.toUtf8();
    return toml::parse(std::string_view(document.constData(), static_cast<std::size_t>(document.size())));
}

bool isTomlValue(QStringView word)
{
    if (!TomlSyntax::isSpelledLikeValue(word)) {
        return false;
    }
    const toml::parse_result parsed = parseValue(word);
    return parsed && parsed.table().size() == 1;
}

/// A number in TOML spelling: 22.0 differs from 22.
QString tomlSpelling(double number)
{
    const QString text = QString::number(number, 'g', QLocale::FloatingPointShortest);
    const bool isWhole = std::ranges::all_of(text, [](QChar c) {
        return c.isDigit() || c == u'-';
    });
    return isWhole ? text + ".0"_L1 : text;
}

/// Converts a position reported by toml++ to a place in the file. @p start: place of the value in the file; @p at: position in the small document
/// that parseValue() made of the value.
SourcePlace placeIn(const SourcePlace &start, const toml::source_position &at)
{
    const int line = static_cast<int>(at.line);
    const int column = static_cast<int>(at.column);
    return line > 1 ? SourcePlace{start.file, start.line + line - 1, column}
                    : SourcePlace{start.file, start.line, start.column + column - 1 - static_cast<int>(prefix.size())};
}

TomlNode nodeFromToml(const toml::node &node, const SourcePlace &start)
{
    TomlNode result;
    result.place = placeIn(start, node.source().begin);
    if (const auto *table = node.as_table()) {
        // toml++ sorts by key; errors are expected in the order of the file.
        std::vector<std::pair<const toml::key *, const toml::node *>> entries;
        for (const auto &[key, value] : *table) {
            entries.emplace_back(&key, &value);
        }
        std::ranges::sort(entries, {}, [](const auto &entry) {
            return std::pair(entry.first->source().begin.line, entry.first->source().begin.column);
        });
        for (const auto &[key, value] : entries) {
            result.insert(QString::fromUtf8(key->str()), placeIn(start, key->source().begin), nodeFromToml(*value, start));
        }
    } else if (const auto *list = node.as_array()) {
        result.kind = TomlNode::Kind::Array;
        for (const toml::node &item : *list) {
            result.items.push_back(nodeFromToml(item, start));
        }
    } else if (const auto *text = node.as_string()) {
        result.kind = TomlNode::Kind::Text;
        result.text = QString::fromUtf8(text->get());
    } else if (const auto *integer = node.as_integer()) {
        result.kind = TomlNode::Kind::Integer;
        result.integer = integer->get();
        result.text = QString::number(result.integer);
    } else if (const auto *number = node.as_floating_point()) {
        result.kind = TomlNode::Kind::Float;
        result.text = tomlSpelling(number->get());
    } else if (const auto *boolean = node.as_boolean()) {
        result.kind = TomlNode::Kind::Boolean;
        result.boolean = boolean->get();
    } else {
        result.kind = TomlNode::Kind::DateTime;
    }
    return result;
}
}

TomlNode makeBrokenTomlNode(QStringView text, const SourcePlace &place)
{
    // Captures the words of the value: without quotes at the beginning, up to the next quote, a comment or the end of the line. Quotes are " and ',
    // and the typographic ones from U+2018 to U+201F.
    static const QRegularExpression words(uR"(\A\s*["'\x{2018}-\x{201f}]*([^\n#"'\x{2018}-\x{201f}]*?)(?:["'\x{2018}-\x{201f}]|\s*(?:[\n#]|\z)))"_s);
    TomlNode node;
    node.kind = TomlNode::Kind::Broken;
    node.place = place;
    node.text = words.matchView(text.first(std::min<qsizetype>(text.size(), 400))).captured(1).left(200);
    return node;
}

TomlNode readTomlValue(const TomlSyntax &text, qsizetype begin, qsizetype end, Problems &problems)
{
    const QStringView value = text.textBetween(begin, end);
    const SourcePlace start = text.place(begin);
    const auto mistake = text.errorInValue(begin, end, TomlSyntax::isSpelledLikeValue);
    if (!mistake) {
        const toml::parse_result parsed = parseValue(value);
        if (parsed && parsed.table().size() == 1) {
            return nodeFromToml(parsed.table().begin()->second, start);
        }
    }
    TomlNode result = makeBrokenTomlNode(value, start);
    // The value is wrong. Search it again for the wrong word, now with toml++ for each word: a date, for example, may be spelled right and not exist.
    // If toml++ accepts each word, it is unknown why it rejects the whole value.
    const ProfileError unknown{start,
                               Severity::Error,
                               i18nc("@info an error in a profile; %1: a value in quotes", "the value %1 cannot be read", quoted(result.text))};
    problems.add(text.errorInValue(begin, end, isTomlValue).value_or(mistake.value_or(unknown)));
    return result;
}
}
