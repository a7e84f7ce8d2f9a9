// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/statementcontext.h"
#include "sessions/profiles/editing/textchange.h"

#include <QList>

namespace Nightdesk
{
/// What a facility's files name, for whoever writes one of them.
struct NamesInUse {
    QStringList sites;
    QStringList screens;
    QStringList links;
    QStringList groups;
    QStringList hosts; ///< of the ssh configuration, without patterns
    QStringList displays = {}; ///< ids of those that every profile is given
};

/// Helps with a text while it is written: what may stand at a place, what stands there, and what was probably meant. Made from the key
/// table, as the reader is. Pure. Owned by ProfileEditor.
class WrittenHelp
{
public:
    struct Proposal {
        QString text; ///< as it is written at the place, with quotes where they are missing
        QString documentation; ///< one line, translated; may be empty
        bool operator==(const Proposal &) const = default;
    };
    struct Proposals {
        qsizetype begin = 0; ///< what they replace, in UTF-16 units
        qsizetype end = 0;
        QList<Proposal> list; ///< all that may stand there, whatever the word begins with; empty: anything, or nothing
    };
    using Fix = TextChange;

    /// @p root: Profile or Facility.
    WrittenHelp(TableId root, const NamesInUse &names);

    Proposals proposals(QStringView text, qsizetype offset) const;
    /// Of the key, or of the value's key, at the place: what it is for and what it may be. Translated; empty: nothing is known of it.
    QString explanation(QStringView text, qsizetype offset) const;
    /// The word of the format that the one at the place was most likely meant to be; empty: it is one, or nothing is near.
    std::optional<Fix> fix(QStringView text, qsizetype offset) const;

private:
    struct Words;
    Words words(QStringView text, const StatementContext &context) const;

    TableId m_root;
    NamesInUse m_names;
};
}
