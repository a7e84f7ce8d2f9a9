// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/variables.h"

#include "sessions/profiles/format/dependencygraph.h"
#include "sessions/profiles/format/keytable.h"
#include "sessions/profiles/problems.h"
#include "sessions/profiles/suggestion.h"
#include "sessions/profiles/valuegrammar.h"

#include <KLocalizedString>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
QString inBraces(const QString &name)
{
    return u"{%1}"_s.arg(name);
}

bool isBuiltInVariable(const QString &name)
{
    return name == accountVariable || name == instrumentVariable;
}
}

Variables::Variables(const QString &account, const QString &instrument)
    : m_belongsToProfile(true)
    , m_isAccountKnown(true)
    , m_accountName(account)
    , m_instrumentName(instrument)
{
}

Variables Variables::forAccount(const QString &account)
{
    Variables result;
    result.m_isAccountKnown = true;
    result.m_accountName = account;
    return result;
}

void Variables::defineVariables(const TomlNode &table)
{
    if (!table.isTable()) {
        return;
    }
    for (const TomlEntry &entry : table.entries()) {
        if (TomlEntry *there = m_definitions->find(entry.key)) {
            *there = entry;
        } else {
            m_definitions->insert(entry.key, entry.place, entry.value);
        }
    }
}

void Variables::setDefinitionsFullyRead(bool isFullyRead)
{
    m_areDefinitionsFullyRead = isFullyRead;
}

void Variables::resolve()
{
    const std::vector<TomlEntry> &entries = m_definitions->entries();
    QHash<QString, DependencyGraph::Node> numbers;
    DependencyGraph::Nodes all;
    for (DependencyGraph::Node node = 0; node < entries.size(); ++node) {
        numbers.insert(entries[node].key, node);
        all.push_back(node);
    }
    DependencyGraph graph(entries.size());
    for (const DependencyGraph::Node node : all) {
        if (const auto parts = parse(entries[node].value.text)) {
            for (const Part &part : *parts) {
                if (const auto need = numbers.constFind(part.text); part.isVariable && need != numbers.constEnd()) {
                    graph.addDependency(node, *need);
                }
            }
        }
    }
    for (const DependencyGraph::Nodes &part : graph.strongComponents(all)) {
        const DependencyGraph::Nodes shortestCycle = graph.shortestCycle(part);
        if (shortestCycle.empty()) {
            const TomlEntry &definition = entries[part.front()];
            const Value value = valueOf(definition);
            if (value.definitionError && value.definitionError->place == definition.value.place && !value.definitionError->message.isEmpty()) {
                m_problems.append(*value.definitionError);
            }
            m_valuesByVariable.insert(definition.key, value);
            continue;
        }
        QStringList way;
        for (const DependencyGraph::Node node : shortestCycle) {
            way.append(inBraces(entries[node].key));
        }
        way.append(way.first());
        const TomlEntry &first = entries[shortestCycle.front()];
        const ProfileError definitionError{first.value.place,
                                           Severity::Error,
                                           i18nc("@info an error in a profile; %1: names with arrows between them",
                                                 "the variables use each other in a circle (%1); remove one use",
                                                 quoted(way.join(u" → "_s)))};
        m_problems.append(definitionError);
        for (const DependencyGraph::Node node : part) {
            m_valuesByVariable.insert(entries[node].key, {.text = {}, .usesAccount = false, .profileOnlyVariable = {}, .definitionError = definitionError});
        }
    }
}

Variables::Value Variables::valueOf(const TomlEntry &definition)
{
    const auto wrong = [](const SourcePlace &place, const QString &message) {
        return Value{.text = {}, .usesAccount = false, .profileOnlyVariable = {}, .definitionError = ProfileError{place, Severity::Error, message}};
    };
    const SourcePlace &place = definition.value.place;
    if (isBuiltInVariable(definition.key)) {
        m_problems.append({definition.place,
                           Severity::Error,
                           i18nc("@info an error in a profile; %1: a variable in quotes",
                                 "%1 is predefined; choose another name for this variable",
                                 quoted(inBraces(definition.key)))});
        return {};
    }
    if (!ValueGrammar::isIdentifier(definition.key)) {
        m_problems.append(
            {definition.place,
             Severity::Error,
             problemText(i18nc("@info an error in a profile; %1: a name in quotes", "%1 is not a valid name for a variable", quoted(definition.key)),
                         valueExpectation(*findKey(TableId::Profile, u"id"_s)))});
    }
    if (definition.value.kind == TomlNode::Kind::Broken) {
        return wrong(place, {});
    }
    if (definition.value.kind != TomlNode::Kind::Text) {
        return wrong(
            place,
            problemText(i18nc("@info an error in a profile; %1: a variable in quotes", "the value of %1 is not a text", quoted(inBraces(definition.key))),
                        valueExpectation(*findKey(TableId::Profile, u"name"_s))));
    }
    const auto value = replaceVariables(definition.value.text, maxVariableLength);
    if (value) {
        return *value;
    }
    Value result = wrong(value.error().place.value_or(place), value.error().message);
    result.isFollowUpError = value.error().isFollowUpError;
    return result;
}

const TomlNode &Variables::definitions() const
{
    return *m_definitions;
}

const QList<ProfileError> &Variables::problems() const
{
    return m_problems;
}

bool Variables::hasUsedAccountVariable() const
{
    return m_hasUsedAccountVariable;
}

QString Variables::expectedVariablesText() const
{
    constexpr qsizetype enough = 12; // maximum number of names in one message
    QStringList known;
    for (const VariableInfo &variable : variableTable()) {
        known.append(inBraces(variable.name));
    }
    for (const TomlEntry &definition : m_definitions->entries()) {
        if (known.size() == enough) {
            known.append(u"…"_s);
            break;
        }
        known.append(inBraces(definition.key));
    }
    return i18nc("@info an error in a profile; %1: a list of variables", "one of %1, or “{{” for a brace", known.join(u", "_s));
}

VariableError Variables::unknownVariableError(const QString &name) const
{
    if (!m_areDefinitionsFullyRead) {
        return {.message = {}, .place = {}, .isFollowUpError = true};
    }
    const QString what = i18nc("@info an error in a profile; %1: a variable in quotes", "there is no variable %1", quoted(inBraces(name)));
    if (m_problems.size() > Problems::maxProblemCount) {
        return {what};
    }
    // If there are more names than this, no similar name is suggested: the search takes too long in a file full of errors.
    constexpr std::size_t maxNamesForSuggestion = 200;
    QStringList known{inBraces(accountVariable), inBraces(instrumentVariable)};
    for (const TomlEntry &definition : m_definitions->entries()) {
        if (m_definitions->entries().size() <= maxNamesForSuggestion) {
            known.append(inBraces(definition.key));
        }
    }
    return {problemText(what, expectedVariablesText(), suggestion(inBraces(name), known))};
}

std::expected<QList<Variables::Part>, VariableError> Variables::parse(const QString &text) const
{
    QList<Part> parts;
    QString plain;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != u'{') {
            plain += text[i];
            continue;
        }
        if (i + 1 < text.size() && text[i + 1] == u'{') {
            plain += u'{';
            ++i;
            continue;
        }
        const qsizetype end = text.indexOf(u'}', i);
        const QString name = end < 0 ? QString() : text.sliced(i + 1, end - i - 1);
        const bool isName = !name.isEmpty() && std::ranges::all_of(name, [](QChar c) {
            return c.isLetterOrNumber() || c == u'-' || c == u'_';
        });
        if (!isName) {
            return std::unexpected(
                VariableError{problemText(i18nc("@info an error in a profile", "%1 contains a single “{”", quoted(text)), expectedVariablesText())});
        }
        if (!plain.isEmpty()) {
            parts.append({false, std::exchange(plain, {})});
        }
        parts.append({true, name});
        i = end;
    }
    if (!plain.isEmpty()) {
        parts.append({false, plain});
    }
    return parts;
}

std::expected<Variables::Value, VariableError> Variables::replaceVariables(const QString &text, qsizetype limit) const
{
    const auto parts = parse(text);
    if (!parts) {
        return std::unexpected(parts.error());
    }
    Value result;
    for (const Part &part : *parts) {
        if (!part.isVariable) {
            result.text += part.text;
            continue;
        }
        const auto value = m_valuesByVariable.constFind(part.text);
        const bool isAccount = part.text == accountVariable;
        if (isBuiltInVariable(part.text) && (isAccount ? m_isAccountKnown : m_belongsToProfile)) {
            result.usesAccount = result.usesAccount || isAccount;
            result.text += !isAccount ? m_instrumentName : m_accountName.isEmpty() ? inBraces(part.text) : m_accountName;
        } else if (isBuiltInVariable(part.text) && result.profileOnlyVariable.isEmpty()) {
            result.profileOnlyVariable = part.text;
        } else if (value == m_valuesByVariable.constEnd() && !isBuiltInVariable(part.text)) {
            return std::unexpected(unknownVariableError(part.text));
        } else if (value != m_valuesByVariable.constEnd()) {
            if (value->definitionError) {
                return std::unexpected(VariableError{value->definitionError->message, value->definitionError->place, value->isFollowUpError});
            }
            result.usesAccount = result.usesAccount || value->usesAccount;
            if (result.profileOnlyVariable.isEmpty()) {
                result.profileOnlyVariable = value->profileOnlyVariable;
            }
            result.text += value->text;
        }
        if (result.text.size() > text.size() + limit) {
            return std::unexpected(VariableError{i18nc("@info an error in a profile; %1: a text in quotes, %2: a number of characters",
                                                       "%1 is longer than %2 characters when its variables are replaced; shorten the text",
                                                       quoted(text),
                                                       QString::number(limit))});
        }
    }
    return result;
}

std::expected<QString, VariableError> Variables::expand(const QString &text)
{
    const auto value = replaceVariables(text, maxInsertedLengthPerText);
    if (!value) {
        return std::unexpected(value.error());
    }
    if (!value->profileOnlyVariable.isEmpty()) {
        return std::unexpected(VariableError{
            i18nc("@info an error in a profile; %1: a variable in quotes", "%1 can be used only in a profile", quoted(inBraces(value->profileOnlyVariable)))});
    }
    *m_addedTotalLength += std::max<qsizetype>(0, value->text.size() - text.size());
    if (*m_addedTotalLength > maxInsertedLengthPerProfile) {
        return std::unexpected(VariableError{i18nc("@info an error in a profile", "the variables of this file are too long together; shorten them")});
    }
    m_hasUsedAccountVariable = m_hasUsedAccountVariable || value->usesAccount;
    return value->text;
}

std::optional<SourcePlace> Variables::definitionPlaceIn(const QString &file, const QString &text) const
{
    QStringList texts{text};
    QStringList seen;
    for (qsizetype i = 0; i < texts.size() && i < 1000; ++i) {
        const auto parts = parse(texts.at(i));
        if (!parts) {
            continue;
        }
        for (const Part &part : *parts) {
            const TomlEntry *definition = part.isVariable && !seen.contains(part.text) ? m_definitions->find(part.text) : nullptr;
            if (!definition) {
                continue;
            }
            if (definition->value.place.file == file) {
                return definition->value.place;
            }
            seen.append(part.text);
            texts.append(definition->value.text);
        }
    }
    return std::nullopt;
}
}
