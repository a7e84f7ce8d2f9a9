// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/changeeffects.h"
#include "sessions/profiles/editing/drafteffect.h"
#include "sessions/profiles/editing/writtenhelp.h"
#include "sessions/profiles/facility/facilitytexts.h"
#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// A file of a facility that somebody writes, and the files around it as they were read last: says what would be wrong if it were
/// saved as it stands. A value; any thread. LiveCheck and LiveEffect hold one each.
class Draft
{
public:
    struct Verdict {
        QList<ProfileError> here; ///< in the file itself, by line and column
        QList<ProfileError> elsewhere; ///< in other files, and not there before: what saving would break
        int broken = 0; ///< other files that have an error which they did not have
        NamesInUse names; ///< what the facility's files name then
    };

    Draft() = default;
    /// Reads the facility that @p file belongs to; of a file that stands alone, nothing. Blocks for as long as the file system does.
    static Draft of(const QString &file);

    /// As if @p text were saved. Pure.
    Verdict check(const QByteArray &text) const;
    /// What saving @p text would change for observers; of a file that stands alone, nothing. Pure, but slow: it reads the whole facility.
    QList<ChangeEffect> effects(const QByteArray &text) const;
    /// What the facility's files name. Pure.
    NamesInUse names(const QByteArray &text) const;
    /// The help for writing the file, with what a verdict says of the names. Pure.
    WrittenHelp help(const NamesInUse &names) const;
    /// What @p text comes to where @p choice looks. Pure.
    DraftEffect effect(const QByteArray &text, const DraftChoice &choice) const;

    const QString &file() const;
    /// Of the facility; of a file that stands alone its own. Names of files are told relative to it.
    QString directory() const;
    bool isFacility() const; ///< it is facility.toml
    bool isAlone() const; ///< it belongs to no facility

private:
    FacilityTexts with(const QByteArray &text) const;

    QString m_file;
    bool m_isAlone = true;
    bool m_isFacility = false;
    FacilityTexts m_texts;
    QList<ProfileError> m_before; ///< of the facility as it was read
    QStringList m_hosts; ///< of this account's ssh configuration
};
}
