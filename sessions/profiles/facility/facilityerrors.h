// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"
#include "sessions/profiles/toml/tomldocument.h"

#include <QSet>

namespace Nightdesk
{
/// Decides which errors of facility.toml also make a valid profile invalid. The meaning of a wrong line is unknown, so
/// the table that contains the line decides: a misspelled key must not lead to a connection without a gateway, or with
/// input allowed. Pure; a value. Owned by FacilityDocument.
class FacilityErrors
{
public:
    /// An error and where it occurred.
    struct Finding {
        ProfileError problem;
        std::optional<QString> site = {}; ///< site at which the error occurs; empty: it occurs at every site
        QString group = {}; ///< the error occurs only in profiles that include this group; empty: in all profiles
    };
    /// The parts of the facility that a profile uses.
    struct UsedParts {
        QString site;
        QStringList groups;
        QSet<QString> links;
        bool usesAccounts = false;
    };

    FacilityErrors() = default;
    /// @p root: the root table of facility.toml.
    FacilityErrors(const QList<Finding> &findings, const TomlOutline &outline, const TomlNode &root);

    QList<ProfileError> errorsFor(const UsedParts &use) const;

private:
    struct PlacedFinding {
        Finding finding;
        QStringList tablePath; ///< path of the table that contains the error; empty: unknown
    };
    static bool affectsNoProfile(const ProfileError &problem, const QStringList &tablePath, const TomlNode &root);
    static bool affectsUsedParts(const QStringList &tablePath, const UsedParts &use);

    QList<PlacedFinding> m_placedFindings;
};
}
