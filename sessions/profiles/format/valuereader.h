// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/keytable.h"
#include "sessions/profiles/format/variables.h"
#include "sessions/profiles/problems.h"
#include "sessions/profiles/toml/tomlnode.h"

namespace Nightdesk
{
/// Turns one TOML node into the value of one key, or says what is wrong with it. Pure: paths are only put together. Member of TableReader.
class ValueReader
{
public:
    struct Context {
        QString file = {}; ///< the file that is read; values may come from facility.toml as well
        Variables variables = {};
        QStringList links = {}; ///< the links that may be named
        QStringList screens = {}; ///< the screens that may be named; empty: not checked
        QStringList allScreens = {}; ///< of all sites, where there are several
        bool isWhole = true; ///< false: links may be missing because of another error
        QString site = {}; ///< for messages; empty: no site
    };

    ValueReader(const Context &context, Problems &problems);

    /// Empty: it was wrong, and reported. Not for keys that hold tables.
    std::optional<KeyValue> read(const KeyInfo &key, const TomlNode &node);
    bool usedAccount() const;
    /// A value that is not TOML was told about with its own file; in another file that needs it, it is told again.
    void reportBroken(const KeyInfo &key, const TomlNode &node);

private:
    std::optional<KeyValue> readText(const KeyInfo &key, const TomlNode &node, const QString &text);
    std::optional<KeyValue> readItem(const KeyInfo &key, const TomlNode &item, const QString &text);
    std::optional<KeyValue> readList(const KeyInfo &key, const TomlNode &node);
    std::optional<KeyValue> readSizes(const KeyInfo &key, const TomlNode &node);
    std::optional<KeyValue> readChoice(const KeyInfo &key, const TomlNode &node, const QString &text);
    std::optional<KeyValue> readAlgorithm(const KeyInfo &key, const TomlNode &node, const QString &text);
    std::optional<KeyValue> readExpression(const KeyInfo &key, const TomlNode &node, const QString &text);
    std::optional<KeyValue> readTimeZone(const KeyInfo &key, const TomlNode &node, const QString &text);
    std::optional<KeyValue> readName(const KeyInfo &key, const TomlNode &node, const QString &text);
    std::optional<KeyValue> readPath(const KeyInfo &key, const TomlNode &node, const QString &path);
    /// The text with its variables replaced; empty: reported.
    std::optional<QString> expanded(const KeyInfo &key, const TomlNode &node);
    /// Of a variable that @p text leads to and a site sets; nullptr: there is none.
    const TomlNode *definitionAtSite(const QString &text) const;
    /// As the file says it, and what that becomes here.
    QString shown(const TomlNode &node, const QString &text) const;
    /// To blame for what @p node becomes: a variable of this file or one that a site sets, else the value itself.
    SourcePlace culprit(const TomlNode &node) const;
    std::nullopt_t refuse(const KeyInfo &key, const TomlNode &node, const QString &shown, const QString &suggestion = {});
    std::nullopt_t wrongKind(const KeyInfo &key, const TomlNode &node);

    Context m_context;
    Problems &m_problems;
};
}
