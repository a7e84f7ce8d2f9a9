// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/keytable.h"

#include "sessions/profiles/format/keyrows.h"
#include "sessions/profiles/textsof.h"

#include <KLocalizedString>

#include <QRegularExpression>

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr VariableInfo variables[] = {
    {accountVariable, kli18nc("@info:whatsthis variable of a profile", "The account for the night, which Nightdesk asks for once.")},
    {instrumentVariable, kli18nc("@info:whatsthis variable of a profile", "The name of the profile.")},
};

const std::vector<KeyInfo> &allKeys()
{
    static const std::vector<KeyInfo> keys = [] {
        std::vector<KeyInfo> result;
        for (const auto &part : {KeyRows::facility, KeyRows::profile, KeyRows::link, KeyRows::desktop, KeyRows::window}) {
            result.insert(result.end(), part.begin(), part.end());
        }
        return result;
    }();
    return keys;
}

/// Keys by TableId: computed once, since they are needed for every entry of a file.
const QList<QList<const KeyInfo *>> &keysByTable()
{
    static const QList<QList<const KeyInfo *>> tables = [] {
        QList<QList<const KeyInfo *>> result;
        for (const KeyInfo &key : allKeys()) {
            const auto index = static_cast<qsizetype>(key.table);
            result.resize(std::max(result.size(), index + 1));
            result[index].append(&key);
        }
        return result;
    }();
    return tables;
}

/// The topologies of desktops, then those of windows, with their words.
QList<KeyChoice> topologies()
{
    QList<KeyChoice> result;
    for (const TableId table : {TableId::Desktop, TableId::Window}) {
        for (const KeyChoice &choice : findKey(table, u"topology"_s)->choices) {
            result.append(choice);
        }
    }
    return result;
}
}

bool isListType(KeyType type)
{
    using enum KeyType;
    constexpr KeyType lists[] = {Identifiers, Texts, Command, Arguments, Resources, FontPaths, Paths, JumpHosts, SshAlgorithms, Visuals, UserNames, GroupNames};
    return std::ranges::contains(lists, type);
}

bool mayListBeEmpty(KeyType type)
{
    return type != KeyType::Identifiers && type != KeyType::UserNames && type != KeyType::Command;
}

std::span<const KeyInfo> keyTable()
{
    return allKeys();
}

std::span<const VariableInfo> variableTable()
{
    return variables;
}

const KeyInfo *findKey(TableId table, const QString &name)
{
    for (const KeyInfo *key : keysOf(table)) {
        if (key->name == name) {
            return key;
        }
    }
    return nullptr;
}

const QList<const KeyInfo *> &keysOf(TableId table)
{
    static const QList<const KeyInfo *> none;
    const auto index = static_cast<qsizetype>(table);
    return index < keysByTable().size() ? keysByTable().at(index) : none;
}

QString topologyWord(Topology topology)
{
    const QList<KeyChoice> choices = topologies();
    const auto found = std::ranges::find(choices, static_cast<int>(topology), &KeyChoice::value);
    return found == choices.end() ? QString() : QString(found->name);
}

std::optional<Topology> topologyOf(const QString &word)
{
    for (const KeyChoice &choice : topologies()) {
        if (choice.name == word) {
            return static_cast<Topology>(choice.value);
        }
    }
    return std::nullopt;
}

QString escapeUnreplacedVariable(const KeyInfo &key, const QString &text)
{
    if (key.unreplacedVariable.isEmpty() || !text.contains(key.unreplacedVariable)) {
        return text;
    }
    const QRegularExpression single(u"(?<!\\{)(?=\\{%1\\})"_s.arg(key.unreplacedVariable));
    return QString(text).replace(single, u"{"_s);
}

QStringList keyNames(TableId table)
{
    return textsOf(keysOf(table), &KeyInfo::name);
}
}
