// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/statementcontext.h"
#include "sessions/profiles/editing/textchange.h"

#include <QList>

namespace Nightdesk
{
/// The names that a facility's files define, for the editor of one of them.
struct NamesInUse {
    QStringList sites;
    QStringList screens;
    QStringList links;
    QStringList groups;
    QStringList hosts; ///< hosts of the ssh configuration, without patterns
    QStringList displays = {}; ///< ids of the displays that every profile gets from the facility
};

/// Helps to edit a text: which words are allowed at a position, what a word there means, and which word was probably
/// meant. Made from the key table, like the reader. Pure. Owned by ProfileEditor.
class EditingHelp
{
public:
    struct Proposal {
        QString text; ///< the word to insert; in quotes if the value needs quotes and there are none at the position yet
        QString documentation; ///< one line, translated; may be empty
        bool operator==(const Proposal &) const = default;
    };
    struct Proposals {
        qsizetype begin = 0; ///< where the range to replace begins, in UTF-16 units
        qsizetype end = 0; ///< where the range to replace ends
        /// All words that the format allows here, even those that do not begin like the current word. Empty: there is nothing to propose, because any
        /// text is allowed here or because the format allows no word.
        QList<Proposal> list;
    };
    using Fix = TextChange;

    /// @p root: whether the text is a profile (Profile) or facility.toml (Facility).
    EditingHelp(TableId root, const NamesInUse &names);

    Proposals proposals(QStringView text, qsizetype offset) const;
    /// Explains the key at the position, or the key of the value there: its purpose and its allowed values. Translated; empty: unknown key.
    QString explanation(QStringView text, qsizetype offset) const;
    /// Replaces the word at the position by the word of the format that was most likely meant; empty: the word is right, or no word is similar.
    std::optional<Fix> suggestedFix(QStringView text, qsizetype offset) const;

private:
    struct AllowedWords;
    AllowedWords allowedWords(QStringView text, const StatementContext &context) const;

    TableId m_rootTable;
    NamesInUse m_namesInUse;
};
}
