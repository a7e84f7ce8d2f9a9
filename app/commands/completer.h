// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commandtable.h"

namespace Nightdesk
{
/// Completions of the last word of a command line, by CommandTable. Pure.
namespace Completer
{
struct Candidate {
    QString word;
    QString description; ///< one line; may be empty
    bool operator==(const Candidate &) const = default;
};

/// Completions that the caller has to look up in the facility or in running consoles; the table alone does not have them.
struct Lookup {
    WordKind kind = WordKind::Free; ///< kind of the word being typed
    QString prefix; ///< the part already typed
    QString facility; ///< value of an earlier --facility; empty: none was given
    QString site; ///< value of an earlier --site
    QStringList given; ///< earlier words of this kind on the command line
    bool operator==(const Lookup &) const = default;
};

struct Offer {
    QList<Candidate> candidates; ///< from CommandTable; those that begin with what was typed
    Lookup lookup;
    bool operator==(const Offer &) const = default;
};

/// @p words: those after the program's name; the user is typing the last one, which may be empty.
Offer offer(const QStringList &words);
/// The names in @p known (read from files) that fit: no duplicates, none already given, and none that a shell or Nightdesk could misinterpret.
QList<Candidate> fitting(const Lookup &lookup, const QList<Candidate> &known);
/// One candidate per line, safe for a terminal and for the shells' scripts: tabs and line breaks only as separators.
QString text(const QList<Candidate> &candidates);
}
}
