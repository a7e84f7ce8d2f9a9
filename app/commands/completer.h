// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commandtable.h"

namespace Nightdesk
{
/// Completions of the last word of a command line, by CommandTable. Pure.
namespace Completer
{
struct CompletionCandidate {
    QString word;
    QString description; ///< one line for the shell to show; may be empty
    bool operator==(const CompletionCandidate &) const = default;
};

/// Completions that the caller has to look up in the facility or in running consoles; the table alone does not have them.
struct CompletionQuery {
    ArgumentKind kind = ArgumentKind::AnyText; ///< kind of the word being typed
    QString prefix; ///< the part of the word that is already typed
    QString facility; ///< value of a --facility that stands before the word; empty: none was given
    QString site; ///< value of a --site that stands before the word
    QStringList earlierWordsOfSameKind; ///< words of the same kind that stand before the word
    bool operator==(const CompletionQuery &) const = default;
};

struct CompletionOffer {
    QList<CompletionCandidate> candidates; ///< completions from CommandTable that begin with what was typed
    CompletionQuery query;
    bool operator==(const CompletionOffer &) const = default;
};

/// @p words: the words after the program's name. The user is typing the last one, which may be empty.
CompletionOffer findCompletions(const QStringList &words);
/// The names in @p known that match @p query. Omits duplicates, names already on the command line, and names that a
/// shell or Nightdesk could misinterpret. @p known: names read from files.
QList<CompletionCandidate> matchingCandidates(const CompletionQuery &query, const QList<CompletionCandidate> &known);
/// One candidate per line, safe for a terminal and for the shells' scripts: tabs and line breaks only as separators.
QString text(const QList<CompletionCandidate> &candidates);
}
}
