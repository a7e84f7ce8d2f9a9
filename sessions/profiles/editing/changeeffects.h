// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/facilitytexts.h"

#include <QMetaType>
#include <QString>
#include <QStringList>

namespace Nightdesk
{
/// The effect of a change to a facility's files on one of its profiles. A value: between() makes a list of them for ChangeEffectsDialog.
struct ChangeEffect {
    enum class Kind {
        Changed, ///< observers get other displays, connections, names or accounts
        Broken, ///< the profile gets an error: observers keep the last valid version
        StillBroken, ///< the profile had errors before, and still has some
        Fixed, ///< the profile's errors are fixed
        Added,
        Removed ///< the profile does not exist any more; a changed id makes it another profile
    };
    QString profileId; ///< id of the profile
    Kind kind = Kind::Changed;
    QStringList siteNames; ///< names of the sites that are affected; empty: the facility has no sites
    bool isAtAllSites = false; ///< the effect is the same at all of the facility's sites
    QStringList displayIds; ///< Changed: ids of the displays that differ
    bool operator==(const ChangeEffect &) const = default;

    /// Ordered by the profiles' files; unchanged profiles are left out. Takes as long as reading both facilities at all their sites: do not call it
    /// in the GUI thread. Pure.
    static QList<ChangeEffect> between(const FacilityTexts &before, const FacilityTexts &after);
};
}
