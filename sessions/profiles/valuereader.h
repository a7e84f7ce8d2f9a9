// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/keytable.h"
#include "sessions/profiles/problems.h"
#include "sessions/profiles/tomlnode.h"
#include "sessions/profiles/variables.h"

namespace Nightdesk
{
/// Turns one TOML node into the value of one key, or says what is wrong with it. Pure: paths are only put together.
class ValueReader
{
public:
    struct Context {
        QString directory; ///< of the file, absolute: where relative paths begin
        Variables variables;
        QStringList links; ///< the links that may be named
        QStringList screens; ///< the screens that may be named; empty: not checked
        QString site; ///< for messages; empty: no site
    };

    ValueReader(const Context &context, Problems &problems);

    /// Empty: it was wrong, and reported. Not for keys that hold tables.
    std::optional<KeyValue> read(const KeyInfo &key, const TomlNode &node);
    bool usedAccount() const;

private:
    std::optional<KeyValue> readText(const KeyInfo &key, const TomlNode &node, const QString &text);
    std::optional<KeyValue> readItem(const KeyInfo &key, const TomlNode &item, const QString &text);
    std::optional<KeyValue> readList(const KeyInfo &key, const TomlNode &node);
    std::optional<KeyValue> readChoice(const KeyInfo &key, const TomlNode &node, const QString &text);
    std::optional<KeyValue> readName(const KeyInfo &key, const TomlNode &node, const QString &text);
    std::optional<KeyValue> readPath(const KeyInfo &key, const TomlNode &node, const QString &path);
    /// The text with its variables replaced; empty: reported.
    std::optional<QString> expanded(const KeyInfo &key, const TomlNode &node);
    std::nullopt_t refuse(const KeyInfo &key, const TomlNode &node, const QString &shown, const QString &suggestion = {});
    std::nullopt_t wrongKind(const KeyInfo &key, const TomlNode &node);

    Context m_context;
    Problems &m_problems;
};
}
