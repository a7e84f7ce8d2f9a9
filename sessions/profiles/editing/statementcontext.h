// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/keytable.h"

#include <QStringList>
#include <QStringView>

#include <optional>

namespace Nightdesk
{
/// What is at a position of a TOML text, which may be incomplete: a table's header, a key or a value, and the table of the format that it belongs to.
/// Pure. Made for each request for help or completion.
struct StatementContext {
    enum class Part {
        Nothing, ///< a comment, or text that belongs to no table of the format
        Header, ///< between the brackets of a header
        Key,
        Value
    };
    Part part = Part::Nothing;
    /// If part is Key or Value: the table that the key belongs to. If part is Header: the table in which the last word of the header is a key.
    std::optional<TableId> table;
    /// If part is Value: the key of the value. If isIdDefinition: the key before the id, for example "link" in [link.ID]. Null: none in the format.
    const KeyInfo *key = nullptr;
    bool isIdDefinition = false; ///< the word is an id that the file defines: [link.ID], link.ID.host
    bool isWordInQuotes = false; ///< the word is in quotes, which are not part of it
    qsizetype begin = 0; ///< where the word at the position begins, in UTF-16 units
    qsizetype end = 0;

    /// Determines what is at @p offset (in UTF-16 units, 0 to the text's length). @p root: Profile or Facility.
    static StatementContext at(QStringView text, qsizetype offset, TableId root);
    /// The table that a header or a dotted key leads to from @p from; empty: the format has none there.
    static std::optional<TableId> tableByPath(TableId from, const QStringList &path);
};
}
