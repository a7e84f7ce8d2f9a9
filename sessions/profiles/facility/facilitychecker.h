// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/facilitytexts.h"
#include "sessions/profiles/profile.h"

namespace Nightdesk
{
/// Checks facilities and profiles as `nightdesk check` shows it: every profile at every site. Blocks while it reads. No state: functions
/// alone.
class FacilityChecker
{
public:
    struct Result {
        QList<ProfileError> problems; ///< file by file, in each file's order
        int filesRead = 0;
        bool unreadable = false; ///< something named could not be read at all
    };

    /// @p path is a profile, a facility.toml or a facility directory. A profile inside a facility's profiles/ is checked
    /// against that facility; alone, against no one's sites.
    static Result check(const QString &path);
    /// A facility directory's texts, wherever they come from: also an editor that has not saved yet. Pure.
    static Result check(const FacilityTexts &texts);
    /// A profile that belongs to no facility. Pure.
    static QList<ProfileError> checkAlone(const QByteArray &text, const QString &file);

private:
    static void checkProfile(const QString &file, Result &result);
};
}
