// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/keytable.h"

#include <QStringList>
#include <QStringView>

#include <optional>

namespace Nightdesk
{
/// What is written at a place of a TOML text, also of one that is half typed: a table's header, a key or a value, and of which table of
/// the format. Pure. Made for each request for help or completion.
struct StatementContext {
    enum class Part {
        Nothing, ///< a comment, or what belongs to no table of the format
        Header, ///< between the brackets of a header
        Key,
        Value
    };
    Part part = Part::Nothing;
    std::optional<TableId> table; ///< of the key, of the value's key; of a header the one that its last word stands in
    const KeyInfo *key = nullptr; ///< Value: the key it is given to; null: the format has no such key. An id: the key that it is an id of
    bool isId = false; ///< the word is an id that the file gives: [link.ID], link.ID.host
    bool isQuoted = false; ///< the word stands in quotes, which are not part of it
    qsizetype begin = 0; ///< of the word at the place, in UTF-16 units
    qsizetype end = 0;

    /// @p root: Profile or Facility. @p offset: in UTF-16 units, 0 to the text's length.
    static StatementContext at(QStringView text, qsizetype offset, TableId root);
    /// The table that a header or a dotted key leads to from @p from; empty: the format has none there.
    static std::optional<TableId> follow(TableId from, const QStringList &path);
};
}
