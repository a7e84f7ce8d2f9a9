// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/facility/facilitytexts.h"

#include <QMetaType>
#include <QString>
#include <QStringList>

namespace Nightdesk
{
/// What a change of a facility's files does to one of its profiles. A value: ChangeEffects makes a list of them for EffectsDialog.
struct ChangeEffect {
    enum class Kind {
        Changed, ///< observers get other displays, connections, names or accounts
        Broken, ///< it gets an error: observers keep the last valid version
        StillBroken, ///< it had errors before, and has some
        Fixed, ///< its errors are gone
        Added,
        Removed ///< another id counts as another profile
    };
    QString profile; ///< its id
    Kind kind = Kind::Changed;
    QStringList sites; ///< names of those at which it is so; empty: the facility has none
    bool isEverywhere = false; ///< at all of the facility's sites
    QStringList displays; ///< Changed: ids of those that differ
    bool operator==(const ChangeEffect &) const = default;

    /// By the profiles' files; those that stay as they are left out. As long as reading both facilities at all their sites takes: not for
    /// the GUI thread. Pure.
    static QList<ChangeEffect> between(const FacilityTexts &before, const FacilityTexts &after);
};
}
