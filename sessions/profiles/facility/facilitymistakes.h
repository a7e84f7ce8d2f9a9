// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"
#include "sessions/profiles/toml/tomldocument.h"

#include <QSet>

namespace Nightdesk
{
/// Which errors of facility.toml put a profile in error that has none itself. What a line that is wrong would have said
/// is not known, so the table decides that it stands in: nobody is to connect without a gateway, or with free input, because
/// a key was misspelt. Pure; a value. Owned by FacilityDocument.
class FacilityMistakes
{
public:
    /// An error and where it was met.
    struct Finding {
        ProfileError problem;
        std::optional<QString> site = {}; ///< empty: at every site
        QString group = {}; ///< by profiles that take this group; empty: by all
    };
    /// What a profile takes of the facility.
    struct Use {
        QString site;
        QStringList groups;
        QSet<QString> links;
        bool accounts = false;
    };

    FacilityMistakes() = default;
    /// @p root is facility.toml's.
    FacilityMistakes(const QList<Finding> &findings, const TomlOutline &outline, const TomlNode &root);

    QList<ProfileError> of(const Use &use) const;

private:
    struct Placed {
        Finding finding;
        QStringList path; ///< of the table that it stands in; empty: nobody knows
    };
    static bool isNobodys(const ProfileError &problem, const QStringList &path, const TomlNode &root);
    static bool concerns(const QStringList &path, const Use &use);

    QList<Placed> m_placed;
};
}
