// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/changeeffects.h"
#include "sessions/profiles/editing/drafteffect.h"
#include "sessions/profiles/editing/editinghelp.h"
#include "sessions/profiles/facility/facilitytexts.h"
#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// A file of a facility that is being edited, and the files around it as they were last read: determines which errors there would be if the file were
/// saved now. A value; any thread. DraftChecker and DraftEffectUpdater hold one each.
class Draft
{
public:
    struct Verdict {
        QList<ProfileError> problemsInFile; ///< errors in the file itself, by line and column
        QList<ProfileError> problemsInOtherFiles; ///< new errors in other files: what saving would break
        NamesInUse namesInUse; ///< names in the facility's files after saving
    };

    Draft() = default;
    /// Reads the facility that @p file belongs to. Reads nothing if the file belongs to no facility. Blocks as long as
    /// the file system does.
    static Draft forFile(const QString &file);

    /// Checks the facility as if @p text were saved. Pure.
    Verdict check(const QByteArray &text) const;
    /// What saving @p text would change for observers; empty for a file that belongs to no facility. Pure, but slow: reads the whole facility.
    QList<ChangeEffect> changeEffects(const QByteArray &text) const;
    /// The names in the facility's files. Pure.
    NamesInUse namesInUse(const QByteArray &text) const;
    /// Returns an object that proposes and explains words while the file is edited. @p names: Verdict::namesInUse of the last check. Pure.
    EditingHelp help(const NamesInUse &names) const;
    /// The effective values of @p text for @p selection. Pure.
    DraftEffect effect(const QByteArray &text, const DraftEffectSelection &selection) const;

    const QString &file() const;
    /// Directory of the facility; for a file that belongs to none, the directory of the file. File names in messages are relative to it.
    QString directory() const;
    bool isFacilityFile() const; ///< the file is facility.toml
    bool isOutsideFacility() const; ///< the file belongs to no facility

private:
    FacilityTexts facilityTextsWith(const QByteArray &text) const;

    QString m_draftFile;
    bool m_isOutsideFacility = true;
    bool m_isFacilityFile = false;
    FacilityTexts m_facilityTexts;
    QList<ProfileError> m_errorsBeforeEditing; ///< errors of the facility as it was read
    QStringList m_sshConfigHosts; ///< hosts in this account's ssh configuration
};
}
