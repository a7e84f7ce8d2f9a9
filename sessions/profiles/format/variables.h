// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/toml/tomlnode.h"

#include <QHash>
#include <QStringList>

#include <expected>
#include <memory>
#include <optional>

namespace Nightdesk
{
/// Why a text's variables could not be replaced.
struct VariableMistake {
    QString message; ///< translated: what is wrong and what was expected; empty: it is no TOML, and that was told
    std::optional<SourcePlace> place = {}; ///< of a definition that is wrong itself; empty: the text is
    bool isConsequence = false; ///< of another error, which is told
};

/// The {variables} of texts: {account}, {instrument} and those that files define, which may use others. "{{" stands for one
/// "{". Define, resolve once, then expand. Pure. A value: held by the context of the reader that expands with it.
class Variables
{
public:
    /// Where no profile is: {account} and {instrument} are not known.
    Variables() = default;
    /// Inside a profile. An empty @p account leaves {account} as it stands: it is asked for later.
    Variables(const QString &account, const QString &instrument);

    /// Outside a profile, where {account} alone is known.
    static Variables ofAccount(const QString &account);

    /// What [variables] of a file says; a later definition goes before an earlier one.
    void define(const TomlNode &table);
    /// Not whole: a variable that is not there may be missing because of another error.
    void setWhole(bool isWhole);
    /// After the last definition.
    void resolve();
    /// The definitions in force: each value has the place where it was written. Not yet replaced.
    const TomlNode &definitions() const;
    /// What is wrong with the definitions.
    const QList<ProfileError> &problems() const;

    std::expected<QString, VariableMistake> expand(const QString &text);
    /// Whether {account} was seen since it was made.
    bool usedAccount() const;
    /// The first definition in @p file that @p text leads to; empty: none.
    std::optional<SourcePlace> definitionIn(const QString &file, const QString &text) const;
    QStringList names() const; ///< of the definitions

    static constexpr qsizetype maxValue = 4096; ///< characters that one variable may stand for
    static constexpr qsizetype maxText = 16384; ///< characters that variables may add to one text
    /// Characters that variables may add to one profile: a file of a megabyte that says {x} everywhere stays bearable.
    static constexpr qsizetype maxTotal = 4 * 1024 * 1024;

private:
    struct Value {
        QString text;
        bool usesAccount = false;
        QString profileOnly; ///< the variable that is known only inside a profile; empty: none is used
        std::optional<ProfileError> mistake;
        bool isConsequence = false; ///< the error
    };
    struct Part {
        bool isVariable = false;
        QString text;
    };
    std::expected<QList<Part>, VariableMistake> parse(const QString &text) const;
    VariableMistake unknown(const QString &name) const;
    QString choice() const;
    Value valueOf(const TomlEntry &definition);
    /// Without the limit of what one profile may take.
    std::expected<Value, VariableMistake> replace(const QString &text, qsizetype limit) const;

    bool m_inProfile = false;
    bool m_knowsAccount = false;
    bool m_isWhole = true;
    QString m_account;
    QString m_instrument;
    // One for all copies: every reader of a table has one, and they serve one profile.
    std::shared_ptr<TomlNode> m_definitions = std::make_shared<TomlNode>();
    std::shared_ptr<qsizetype> m_added = std::make_shared<qsizetype>(0);
    QHash<QString, Value> m_values;
    QList<ProfileError> m_problems;
    bool m_usedAccount = false;
};
}
