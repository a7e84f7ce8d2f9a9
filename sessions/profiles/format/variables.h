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
struct VariableError {
    QString message; ///< translated: what is wrong and what was expected; empty: the text is not valid TOML, which was reported already
    std::optional<SourcePlace> place = {}; ///< place of the definition that is wrong; empty: the text itself is wrong
    bool isFollowUpError = false; ///< consequence of another error, which is reported
};

/// The {variables} of texts: {account}, {instrument} and those that files define, which may use others. "{{" stands for one "{". Call defineVariables(), then
/// resolve() once, then expand(). Pure. A value: held by the context of the reader that expands with it.
class Variables
{
public:
    /// Without a profile: {account} and {instrument} are unknown.
    Variables() = default;
    /// For a profile. If @p account is empty, {account} is not replaced: the user is asked later.
    Variables(const QString &account, const QString &instrument);

    /// Returns variables for texts that belong to no profile: {account} is known, {instrument} is not.
    static Variables forAccount(const QString &account);

    /// Adds the definitions of a [variables] table; later definitions override earlier ones.
    void defineVariables(const TomlNode &table);
    /// False: an unknown variable counts as a consequence of another error, since the part that defines it may be
    /// missing.
    void setDefinitionsFullyRead(bool isFullyRead);
    /// Replaces the variables in all definitions. Call after the last definition.
    void resolve();
    /// The effective definitions, one for each name. Their values are as written, and may contain other {variables}. Each has its place in a file.
    const TomlNode &definitions() const;
    /// Errors in the definitions of variables.
    const QList<ProfileError> &problems() const;

    std::expected<QString, VariableError> expand(const QString &text);
    /// Whether {account} was used since this object was made.
    bool hasUsedAccountVariable() const;
    /// Place of the first definition in @p file that @p text uses, directly or through other variables; empty: none.
    std::optional<SourcePlace> definitionPlaceIn(const QString &file, const QString &text) const;

    static constexpr qsizetype maxVariableLength = 4096; ///< limit of characters in one variable's value
    static constexpr qsizetype maxInsertedLengthPerText = 16384; ///< by at most this many characters, variables may make one text longer
    /// By at most this many characters, variables may make all texts of a profile longer: a megabyte full of {x} must not use too much memory.
    static constexpr qsizetype maxInsertedLengthPerProfile = 4 * 1024 * 1024;

private:
    struct Value {
        QString text;
        bool usesAccount = false;
        QString profileOnlyVariable; ///< the used variable that is known only for a profile; empty: none
        std::optional<ProfileError> definitionError;
        bool isFollowUpError = false; ///< the error is a consequence of another error, which is reported
    };
    struct Part {
        bool isVariable = false;
        QString text;
    };
    std::expected<QList<Part>, VariableError> parse(const QString &text) const;
    VariableError unknownVariableError(const QString &name) const;
    QString expectedVariablesText() const;
    Value valueOf(const TomlEntry &definition);
    /// Replaces the variables in @p text. Does not apply the limit for one profile.
    std::expected<Value, VariableError> replaceVariables(const QString &text, qsizetype limit) const;

    bool m_belongsToProfile = false;
    bool m_isAccountKnown = false;
    bool m_areDefinitionsFullyRead = true;
    QString m_accountName;
    QString m_instrumentName;
    // Shared by all copies: every reader of a table has a copy, and all serve one profile.
    std::shared_ptr<TomlNode> m_definitions = std::make_shared<TomlNode>();
    std::shared_ptr<qsizetype> m_addedTotalLength = std::make_shared<qsizetype>(0);
    QHash<QString, Value> m_valuesByVariable;
    QList<ProfileError> m_problems;
    bool m_hasUsedAccountVariable = false;
};
}
