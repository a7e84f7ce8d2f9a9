// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/commandtable.h"

namespace Nightdesk
{
/// What the last of some words may become, from CommandTable. Pure.
namespace Completer
{
struct Candidate {
    QString word;
    QString description; ///< one line; may be empty
    bool operator==(const Candidate &) const = default;
};

/// What has to be known of facility and consoles to go on; without it only the table counts.
struct Wanted {
    WordKind kind = WordKind::Free; ///< of the word being typed
    QString prefix; ///< what of it is typed
    QString facility; ///< of an earlier --facility; empty: none was given
    QString site; ///< of an earlier --site
    QStringList given; ///< words of this kind that were typed already
    bool operator==(const Wanted &) const = default;
};

struct Offer {
    QList<Candidate> candidates; ///< from the table; those that begin as what was typed
    Wanted wanted;
    bool operator==(const Offer &) const = default;
};

/// @p words: after the program's; the last is being typed, and may be empty.
Offer offer(const QStringList &words);
/// Of @p known, names from files, those that fit: none twice, none given already, none that a shell or we could take for more.
QList<Candidate> fitting(const Wanted &wanted, const QList<Candidate> &known);
/// One a line, safe for a terminal and for the shells' scripts: no tab or line break but ours.
QString text(const QList<Candidate> &candidates);
}
}
